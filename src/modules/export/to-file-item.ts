import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { camelCase, renameKeys, snakeCase } from '../../platform/resource/table-store.ts';
import { pricesOf } from '../attribute/index.ts';
import type { ScannedEntity } from '../entity/index.ts';
import {
  type FileField,
  type FileFormat,
  type FileItem,
  type FileLinks,
  LABEL_FIELD,
} from '../file-formats/index.ts';
import type { ScannedProduct } from '../product/index.ts';
import type { CellWrite, Values } from '../values/index.ts';

/** Returns a product as a row of a file: its own values. */
export function productToFileItem(product: ScannedProduct, format: FileFormat): FileItem {
  const { externalRefs, values, links, entityLinks, label, ...own } = product;
  const refs = Object.fromEntries(externalRefs.map(({ system, id }) => [system, id]));
  return {
    fields: {
      ...fieldsOf({ ...own, externalRefs: refs } as unknown as Document, format),
      ...(label === undefined ? {} : { [LABEL_FIELD]: label }),
    },
    cells: toCells(values),
    links: toLinks(product),
  };
}

/** Returns an entity as a row of a file. */
export function entityToFileItem({ values, ...own }: ScannedEntity, format: FileFormat): FileItem {
  return { fields: fieldsOf(own as unknown as Document, format), cells: toCells(values), links: [] };
}

/** Returns configuration, or metadata of a file, as a row of a file. */
export function documentToFileItem(document: object, format: FileFormat): FileItem {
  return { fields: fieldsOf(document as Document, format), cells: [], links: [] };
}

type Document = Readonly<Record<string, JsonValue | undefined>>;

/** Fields whose nested keys are words and not codes. */
const WORDED: ReadonlySet<string> = new Set(['validation', 'attributes']);

function fieldsOf(document: Document, { fields }: FileFormat): Record<string, JsonValue> {
  const fieldsByName: Record<string, JsonValue> = {};
  for (const field of fields) {
    const rawValue = document[camelCase(field.name)] ?? null;
    const value = fieldValue(WORDED.has(field.name) ? renameKeys(rawValue, snakeCase) : rawValue, field);
    if (value !== null) fieldsByName[field.name] = value;
  }
  return fieldsByName;
}

/** Returns a value without what says nothing; null when nothing is left. */
function fieldValue(value: JsonValue, { keyed, kind, isNullable }: FileField): JsonValue {
  if (keyed !== undefined) {
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    const presentEntries = entries.filter(([, entry]) => entry !== null && entry !== undefined);
    presentEntries.sort(([a], [b]) => (a < b ? -1 : 1));
    return presentEntries.length === 0 ? null : (Object.fromEntries(presentEntries) as JsonValue);
  }
  if (!isJsonArray(value)) return value;
  if (value.length === 0) return isNullable === true ? value : null;
  if (kind !== 'members') return value;
  return value.map((member) =>
    isJsonObject(member) && member.group === null
      ? { code: member.code, sort_order: member.sort_order }
      : member,
  ) as JsonValue;
}

function toCells(values: Values): CellWrite[] {
  const codes = Object.keys(values).sort();
  return codes.flatMap((attribute) =>
    (values[attribute] ?? []).map(({ channel = null, locale = null, value }) => ({
      attribute,
      channel,
      locale,
      value,
      // A file has the whole value, so that it comes back as it was.
      ...(pricesOf(value).length > 0 ? { partial: false } : {}),
      path: [],
    })),
  );
}

function toLinks({ links, entityLinks }: ScannedProduct): FileLinks[] {
  const products = Map.groupBy(links, ({ type }) => type);
  const entities = Map.groupBy(entityLinks, ({ type }) => type);
  const types = [...new Set([...products.keys(), ...entities.keys()])].sort();
  return types.flatMap((type): FileLinks[] => {
    const toProducts = products.get(type) ?? [];
    const toEntities = entities.get(type) ?? [];
    const set = toProducts.map(({ targetSku, quantity }) =>
      quantity === null ? { ref: targetSku } : { ref: targetSku, quantity },
    );
    return [
      ...(set.length === 0 ? [] : [{ type, to: 'products' as const, set }]),
      ...(toEntities.length === 0
        ? []
        : [
            {
              type,
              to: 'entities' as const,
              set: toEntities.map(({ entityType, code }) => ({ ref: `${entityType}/${code}` })),
            },
          ]),
    ];
  });
}
