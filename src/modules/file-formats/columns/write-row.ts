import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import { escapeText, writeDateCell, writeDecimal, writeList, writeScalar } from './cell-text.ts';
import type { ColumnTarget } from './column-target.ts';
import { type FileField, type FileFormat, fieldOf, kindOf } from './file-format.ts';
import type { FileItem } from './file-item.ts';
import type { FileOptions } from './file-options.ts';

/**
 * Returns the cells of one row for some columns, in their order; {@link FileItem} is what reading them gives again.
 * What an item does not have, or has as null, is an empty cell.
 */
export function writeRow(
  item: FileItem,
  targets: readonly ColumnTarget[],
  format: FileFormat,
  options: FileOptions,
): string[] {
  const cells = new Map(
    item.cells.map((cell) => [
      scopeKey(cell.attribute, cell.clear ? null : cell.channel, cell.clear ? null : cell.locale),
      cell.clear ? null : cell.value,
    ]),
  );
  return targets.map((target) => cellOf(target, item, cells, format, options));
}

function cellOf(
  target: ColumnTarget,
  item: FileItem,
  cells: ReadonlyMap<string, JsonValue>,
  format: FileFormat,
  options: FileOptions,
): string {
  switch (target.kind) {
    case 'field':
      return writeField(item.fields[target.field], target.key, fieldOf(format, target.field), options);
    case 'links':
      return writeLinks(item, target, options);
    case 'cell': {
      const value = cells.get(scopeKey(target.attribute, target.channel, target.locale)) ?? null;
      return writeCell(value, target, options);
    }
  }
}

const scopeKey = (attribute: string, channel: string | null, locale: string | null) =>
  `${attribute}-${channel ?? ''}-${locale ?? ''}`;

function writeField(
  value: JsonValue | undefined,
  key: string | null,
  field: FileField | undefined,
  options: FileOptions,
): string {
  const own = key !== null && isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  const fieldContent = key === null ? value : own;
  if (fieldContent === undefined || fieldContent === null || field === undefined) return '';
  switch (kindOf(field, key)) {
    case 'integer':
      return String(fieldContent);
    case 'boolean':
      return fieldContent === true ? '1' : '0';
    case 'scalar':
      return escapeText(writeScalar(fieldContent), options);
    case 'layouts':
      return isJsonArray(fieldContent) && fieldContent.length === 0 ? '' : JSON.stringify(fieldContent);
    case 'members':
      if (isJsonArray(fieldContent) && !fieldContent.every((entry) => typeof entry === 'string'))
        return JSON.stringify(fieldContent);
      return listCell(fieldContent, field, options);
    case 'list':
    case 'set':
      return listCell(fieldContent, field, options);
    case 'text':
      return escapeText(String(fieldContent), options);
  }
}

function listCell(content: JsonValue, { hasEmpty }: FileField, options: FileOptions): string {
  const entries = isJsonArray(content) ? content.map(String) : [];
  if (entries.length === 0 && hasEmpty !== true) return '';
  return escapeText(writeList(entries, options.listSeparator), options);
}

function writeCell(
  value: JsonValue,
  { type, part }: Extract<ColumnTarget, { kind: 'cell' }>,
  options: FileOptions,
): string {
  if (value === null) return '';
  switch (type) {
    case 'boolean':
      // Files for people have words.
      return typeof value === 'string' ? value : value === true ? '1' : '0';
    case 'number':
      return writeDecimal(String(value), options);
    case 'date':
      return writeDateCell(String(value), options.dateFormat);
    case 'datetime':
      return String(value);
    case 'measurement': {
      if (!isJsonObject(value)) return '';
      return part === 'unit' ? String(value.unit) : writeDecimal(String(value.amount), options);
    }
    case 'price': {
      const currency = typeof part === 'object' ? part.currency : null;
      const price = isJsonArray(value)
        ? value.find((one) => isJsonObject(one) && one.currency === currency)
        : undefined;
      return isJsonObject(price) ? writeDecimal(String(price.amount), options) : '';
    }
    case 'multi_select':
    case 'media_list':
    case 'entity_list':
      return isJsonArray(value)
        ? escapeText(writeList(value.map(String), options.listSeparator), options)
        : '';
    default:
      return escapeText(String(value), options);
  }
}

function writeLinks(
  { links }: FileItem,
  { type, to, part }: Extract<ColumnTarget, { kind: 'links' }>,
  options: FileOptions,
): string {
  const set = links.find((one) => one.type === type && one.to === to)?.set ?? [];
  if (set.length === 0) return '';
  if (part === 'quantities') return set.map(({ quantity }) => quantity ?? 1).join('|');
  return escapeText(
    writeList(
      set.map(({ ref }) => ref),
      options.listSeparator,
    ),
    options,
  );
}
