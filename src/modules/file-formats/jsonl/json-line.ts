import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { type CellWrite, readCellWrites } from '../../values/index.ts';
import { checkField, isStringArray } from '../columns/check-field.ts';
import { type FileField, type FileFormat, fieldOf } from '../columns/file-format.ts';
import type { FileItem, FileLink, FileLinks, ParsedItem } from '../columns/file-item.ts';
import { ERROR_COLUMNS } from '../columns/plan-columns.ts';

/** Reads one batch item as JSON has it: the same object that the batch routes take. */
export function readLine(json: JsonObject, format: FileFormat): ParsedItem {
  const problems: FieldProblem[] = [];
  const fields: Record<string, JsonValue> = {};
  const validKeys = [
    ...format.fields.map(({ name }) => name),
    ...(format.hasValues ? ['values'] : []),
    ...(format.hasLinks ? ['associations'] : []),
  ];
  for (const [key, value] of Object.entries(json)) {
    if (value === undefined || ERROR_COLUMNS.has(key)) continue;
    const field = fieldOf(format, key);
    if (field?.isForExports === true) continue;
    if (field !== undefined) {
      const fault = checkField(value, field);
      if (fault === null) fields[key] = value;
      else
        problems.push(
          fieldProblem('wrong-type', [key], localized('field-refused', { field: key, fault }), {
            value,
            ...choices(field),
          }),
        );
    } else if (!validKeys.includes(key)) {
      const suggestions = suggest(key, validKeys);
      const message = withSuggestions(
        localized('key-not-in-resource', { key, resource: format.resource }),
        suggestions,
      );
      problems.push(fieldProblem('unknown-property', [key], message, { value, suggestions }));
    }
  }
  const values = format.hasValues ? readCellWrites(json.values ?? undefined) : { writes: [], problems: [] };
  problems.push(...values.problems);
  const links = format.hasLinks ? readAssociations(json.associations, problems) : [];
  return { item: { fields, cells: values.writes, links }, problems };
}

const choices = ({ words }: FileField) => (words === undefined ? {} : { suggestions: words });

const LINKS_FORM = localized('associations-form', {
  form: '{"UPSELL": {"products": ["SKU", {"ref": "SKU", "quantity": 2}], "entities": ["brand/acme"]}}',
});

/** A line does not know the types of the organization. */
const LINKS_BY_TYPE = localized('associations-to-remove', {
  form: '{"UPSELL": {"products": null, "entities": null}}',
});

function readAssociations(json: JsonValue | undefined, problems: FieldProblem[]): FileLinks[] {
  if (json === undefined) return [];
  if (json === null) {
    problems.push(fieldProblem('wrong-type', ['associations'], LINKS_BY_TYPE, { value: null }));
    return [];
  }
  const refuse = (path: readonly string[], value: JsonValue | undefined) =>
    void problems.push(
      fieldProblem('wrong-type', ['associations', ...path], LINKS_FORM, { value: value ?? null }),
    );
  if (!isJsonObject(json)) {
    refuse([], json);
    return [];
  }
  return Object.entries(json).flatMap(([type, sides]) => {
    if (!isJsonObject(sides)) {
      refuse([type], sides);
      return [];
    }
    return Object.entries(sides).flatMap(([to, value]): FileLinks[] => {
      if (to !== 'products' && to !== 'entities') {
        refuse([type, to], value);
        return [];
      }
      const links = readAssociationTargets(value);
      if (links === null) {
        refuse([type, to], value);
        return [];
      }
      return [{ type, to, ...links }];
    });
  });
}

type AssociationTargets = Pick<FileLinks, 'set' | 'add' | 'remove'>;

function readAssociationTargets(value: JsonValue | undefined): AssociationTargets | null {
  if (value === null || value === undefined) return { set: null };
  if (isJsonArray(value)) {
    const set = readLinkList(value);
    return set === null ? null : { set: set.length > 0 ? set : null };
  }
  if (!isJsonObject(value)) return null;
  const side: { set?: readonly FileLink[]; add?: readonly FileLink[]; remove?: readonly string[] } = {};
  for (const [key, part] of Object.entries(value)) {
    if (key === 'remove') {
      if (!isStringArray(part)) return null;
      side.remove = part;
    } else if (key === 'set' || key === 'add') {
      const links = isJsonArray(part) ? readLinkList(part) : null;
      if (links === null) return null;
      side[key] = links;
    } else return null;
  }
  return side;
}

function readLinkList(list: readonly JsonValue[]): FileLink[] | null {
  const links: FileLink[] = [];
  for (const entry of list) {
    if (typeof entry === 'string') links.push({ ref: entry });
    else if (isJsonObject(entry) && typeof entry.ref === 'string') {
      const { ref, quantity = null, ...rest } = entry;
      if (Object.keys(rest).length > 0 || (quantity !== null && !Number.isSafeInteger(quantity))) return null;
      links.push(typeof quantity === 'number' ? { ref, quantity } : { ref });
    } else return null;
  }
  return links;
}

/**
 * Returns one item as a line of JSON, without the line feed: keys in the order of the format, the same bytes every
 * time.
 */
export function writeLine(item: FileItem, format: FileFormat): string {
  const line: Record<string, JsonValue> = {};
  for (const { name } of format.fields) {
    const value = item.fields[name];
    if (value !== undefined) line[name] = value;
  }
  if (item.cells.length > 0) line.values = valuesOf(item.cells);
  if (item.links.length > 0) line.associations = associationsOf(item.links);
  return JSON.stringify(line);
}

function valuesOf(cells: readonly CellWrite[]): JsonObject {
  const values = nullPrototypeObject<JsonValue[]>();
  for (const cell of cells) {
    if (cell.clear) continue;
    const { attribute, channel, locale, value, partial } = cell;
    const written = {
      ...(channel === null ? {} : { channel }),
      ...(locale === null ? {} : { locale }),
      value,
      ...(partial === undefined ? {} : { partial }),
    };
    const present = values[attribute];
    if (present === undefined) values[attribute] = [written];
    else present.push(written);
  }
  return values;
}

function associationsOf(links: readonly FileLinks[]): JsonObject {
  const types = nullPrototypeObject<Record<string, JsonValue>>();
  for (const { type, to, set } of links) {
    const sides = types[type] ?? {};
    types[type] = sides;
    sides[to] = (set ?? []).map(({ ref, quantity }) => (quantity === undefined ? ref : { ref, quantity }));
  }
  return types;
}
