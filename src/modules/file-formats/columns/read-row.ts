import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { CellWrite } from '../../values/index.ts';
import type { RowCells } from '../source-row.ts';
import {
  numberFault,
  readBoolean,
  readDateCell,
  readDecimalCell,
  readJson,
  readList,
  readScalar,
  readStatus,
  splitAmount,
  unescapeText,
} from './cell-text.ts';
import { checkField, checkFieldKey } from './check-field.ts';
import { type FieldKind, kindOf } from './file-format.ts';
import type { FileLink, FileLinks, ParsedItem } from './file-item.ts';
import type { FileOptions } from './file-options.ts';
import type { CellColumns, ColumnPlan, ColumnPosition, FieldColumn, LinkColumns } from './plan-columns.ts';

/**
 * Reads the filled cells of one row of a table. A cell that cannot be read is a problem and writes nothing; one that the
 * file lacks changes nothing.
 *
 * @param hasPlainDecimals for each cell, whether its number has the form of values already, whatever the file has
 */
export function readRow(
  row: RowCells,
  plan: ColumnPlan,
  options: FileOptions,
  hasPlainDecimals: readonly boolean[] = [],
): ParsedItem {
  const problems: FieldProblem[] = [];
  const warnings: FieldProblem[] = [];
  const reader = new RowReader(row, options, { problems, warnings, hasPlainDecimals });
  const fields: Record<string, JsonValue> = {};
  for (const column of plan.fields) readField(reader, column, plan, fields);
  const cells: CellWrite[] = [];
  for (const columns of plan.cells) cells.push(...readCell(reader, columns));
  const links: FileLinks[] = [];
  for (const columns of plan.links) {
    const read = readLinks(reader, columns);
    if (read !== null) links.push(read);
  }
  const enabled = plan.fields.find(({ target }) => target.alias === 'enabled');
  const isStatusWished = enabled !== undefined && typeof reader.at(enabled) === 'string';
  return { item: { fields, cells, links, ...(isStatusWished && { isStatusWished }) }, problems, warnings };
}

/** The cells of one row under the options of its file. */
class RowReader {
  readonly row: RowCells;
  readonly options: FileOptions;
  readonly problems: FieldProblem[];
  readonly warnings: FieldProblem[];
  readonly hasPlainDecimals: readonly boolean[];

  constructor(
    row: RowCells,
    options: FileOptions,
    { problems, warnings, hasPlainDecimals }: Pick<RowReader, 'problems' | 'warnings' | 'hasPlainDecimals'>,
  ) {
    this.row = row;
    this.options = options;
    this.problems = problems;
    this.warnings = warnings;
    this.hasPlainDecimals = hasPlainDecimals;
  }

  /** Returns the text of a cell. Undefined: no change. Null: clears. */
  at(column: ColumnPosition | null): string | null | undefined {
    if (column === null) return undefined;
    const cell = this.row[column.position] ?? null;
    if (cell === null) return undefined;
    if (cell === '') return this.options.empty === 'clear' ? null : undefined;
    return cell === this.options.clearMarker ? null : cell;
  }

  text(cell: string): string {
    return unescapeText(cell, this.options);
  }

  /** Returns the decimal of a text in a column; undefined, reported, when it is written in another form. */
  decimal(text: string, column: ColumnPosition): string | undefined {
    if (this.hasPlainDecimals[column.position] === true) return text;
    const { decimalSeparator } = this.options;
    const decimal = readDecimalCell(text, { decimalSeparator });
    if (decimal !== null) return decimal;
    this.refuse('wrong-type', column, numberFault(text, { decimalSeparator }));
    return undefined;
  }

  list(cell: string): string[] {
    return readList(this.text(cell), this.options.listSeparator);
  }

  /** Reports a cell that is left out, while the rest of its row is written. */
  warn(code: 'required', column: ColumnPosition, message: Message): void {
    const value = this.row[column.position] ?? '';
    this.warnings.push(fieldProblem(code, ['columns', column.name], message, { value }));
  }

  refuse(
    code: 'wrong-type' | 'required',
    column: ColumnPosition,
    message: Message,
    suggestions: readonly string[] = [],
  ): void {
    const value = this.row[column.position] ?? '';
    this.problems.push(fieldProblem(code, ['columns', column.name], message, { value, suggestions }));
  }
}

const PUBLISHED: ReadonlyMap<boolean, string> = new Map([
  [true, 'published'],
  [false, 'draft'],
]);

function readField(
  reader: RowReader,
  column: FieldColumn,
  { format }: ColumnPlan,
  fields: Record<string, JsonValue>,
): void {
  const { target, field } = column;
  const cell = reader.at(column);
  if (cell === undefined) return;
  if (cell === null) {
    // A field of the key cannot be cleared, and an alias clears nothing, because the field's own column does.
    if (!format.key.includes(field.name) && target.alias === undefined) put(fields, column, null);
    return;
  }
  if (target.alias === 'enabled') {
    const status = PUBLISHED.get(readBoolean(cell) ?? false);
    if (readBoolean(cell) === undefined) reader.refuse('wrong-type', column, flagWords(column));
    else put(fields, column, status ?? null);
    return;
  }
  const value = fieldValue(reader, column, cell);
  if (value === undefined) return;
  if (target.alias === 'groups') addGroups(fields, value);
  else put(fields, column, value);
}

/** Groups are categories beside those of their own column. */
function addGroups(fields: Record<string, JsonValue>, groups: JsonValue): void {
  const present = fields.categories;
  const entries = Array.isArray(groups) ? (groups as JsonValue[]) : [];
  if (Array.isArray(present)) fields.categories = [...(present as JsonValue[]), ...entries];
  else if (present === undefined) fields.categories = { add: entries };
}

function put(fields: Record<string, JsonValue>, { target, field }: FieldColumn, value: JsonValue): void {
  if (target.key === null) {
    const before = fields[field.name];
    const added = typeof before === 'object' && before !== null && 'add' in before ? before.add : undefined;
    fields[field.name] =
      Array.isArray(added) && Array.isArray(value)
        ? [...(value as JsonValue[]), ...(added as JsonValue[])]
        : value;
    return;
  }
  const valuesByKey = (fields[field.name] ?? nullPrototypeObject()) as Record<string, JsonValue>;
  valuesByKey[target.key] = value;
  fields[field.name] = valuesByKey;
}

function fieldValue(reader: RowReader, column: FieldColumn, cell: string): JsonValue | undefined {
  const word = column.field.name === 'status' ? readStatus(cell) : cell;
  const value = cellOfKind(reader, kindOf(column.field, column.target.key), word);
  const { key } = column.target;
  const fault = key === null ? checkField(value, column.field) : checkFieldKey(key, value, column.field);
  if (fault === null) return value;
  const vocabulary =
    column.field.kind === 'boolean'
      ? flagWords(column)
      : localized('field-refused', { field: column.name, fault });
  reader.refuse('wrong-type', column, vocabulary, column.field.words);
  return undefined;
}

/** Returns the cell as what it should be; what it cannot be stays a text, which is of the wrong kind then. */
function cellOfKind(reader: RowReader, kind: FieldKind, cell: string): JsonValue {
  switch (kind) {
    case 'text':
      return reader.text(cell);
    case 'list':
    case 'set':
      return reader.list(cell);
    case 'integer':
      return /^-?\d{1,9}$/.test(cell) ? Number(cell) : cell;
    case 'boolean':
      return readBoolean(cell) ?? cell;
    case 'scalar':
      return readScalar(reader.text(cell));
    case 'members':
      return /^\s*\[/.test(cell) ? (readJson(cell) ?? cell) : reader.list(cell);
    case 'layouts':
      return readJson(cell) ?? cell;
  }
}

const flagWords = ({ name }: ColumnPosition) => localized('column-boolean', { column: name });

/** Returns the writes of the columns of one value: one for each price, one for anything else together. */
function readCell(reader: RowReader, columns: CellColumns): CellWrite[] {
  const { attribute, channel, locale, type } = columns.target;
  const columnPosition = filledColumn(reader, columns);
  const value = columnPosition === null ? undefined : cellValue(reader, columns);
  const writes: CellWrite[] = [];
  if (columnPosition !== null && value !== undefined) {
    const write = { attribute, channel, locale, value, path: ['values', columnPosition.name] };
    const isPart = type === 'measurement' && isJsonObject(value) && value.unit === undefined;
    // One column of all prices has the whole value.
    writes.push(isPart || type === 'price' ? { ...write, partial: isPart } : write);
  }
  return [...writes, ...priceWrites(reader, columns)];
}

/** Returns a write for each price that has a column of its own, so that prices of other currencies stay. */
function priceWrites(reader: RowReader, { target, prices }: CellColumns): CellWrite[] {
  const { attribute, channel, locale } = target;
  const assigned: CellWrite[] = [];
  const cleared: CellWrite[] = [];
  // An export has a column for each currency: without a price in it, the product has none of its own.
  const withoutCurrencies = prices
    .filter(
      ({ position, name }) => reader.row[position] === '' && reader.at({ position, name }) === undefined,
    )
    .map(({ currency }) => currency);
  for (const { position, name, currency } of prices) {
    const cell = reader.at({ position, name });
    if (cell === undefined) continue;
    const amount = cell === null ? null : reader.decimal(cell, { position, name });
    if (amount === undefined) continue;
    const value = [{ amount, currency }];
    (amount === null ? cleared : assigned).push({
      attribute,
      channel,
      locale,
      value,
      partial: true,
      ...(withoutCurrencies.length === 0 ? {} : { withoutCurrencies }),
      path: ['values', name],
    });
  }
  // A price that a variant inherits can be cleared once the variant has prices of its own.
  return [...assigned, ...cleared];
}

/** Returns the column of a value with a filled cell, by which problems of the value are located. */
function filledColumn(reader: RowReader, { value, unit }: CellColumns): ColumnPosition | null {
  if (value !== null && reader.at(value) !== undefined) return value;
  return unit !== null && reader.at(unit) !== undefined ? unit : null;
}

function cellValue(reader: RowReader, columns: CellColumns): JsonValue | undefined {
  if (columns.target.type === 'price') return pricesOf(reader, columns);
  const column = columns.value;
  const cell = reader.at(column);
  if (columns.target.type === 'measurement') return measurementOf(reader, columns, cell);
  if (cell === undefined || cell === null || column === null) return cell;
  switch (columns.target.type) {
    case 'boolean':
      return readBoolean(cell) ?? cell;
    case 'number':
      return reader.decimal(cell, column);
    case 'date':
      return readDateCell(cell, reader.options.dateFormat);
    case 'datetime':
      return cell;
    case 'multi_select':
    case 'media_list':
    case 'entity_list':
      return reader.list(cell);
    default:
      return reader.text(cell);
  }
}

function measurementOf(
  reader: RowReader,
  { target: { attribute }, value, unit: column }: CellColumns,
  amount: string | null | undefined,
): JsonObject | null | undefined {
  const unit = reader.at(column);
  if (amount === null) return null;
  if (amount === undefined || value === null) {
    if (column !== null && typeof unit === 'string')
      reader.warn('required', column, localized('unit-without-amount', { attribute, unit }));
    return undefined;
  }
  const stated = typeof unit === 'string' ? unit : null;
  const together = stated === null ? splitAmount(amount) : null;
  const read = reader.decimal(together?.amount ?? amount, value);
  if (read === undefined) return undefined;
  const unitOf = stated ?? together?.unit;
  return unitOf === undefined ? { amount: read } : { amount: read, unit: unitOf };
}

/** `19.90 EUR`, as some files put all prices into one column. */
const AMOUNT_AND_CURRENCY = /^\s*(\S+)\s+([A-Za-z]{3})\s*$/;

function pricesOf(reader: RowReader, { target, value }: CellColumns): JsonValue | undefined {
  const cell = reader.at(value);
  if (cell === undefined || cell === null || value === null) return cell;
  const prices: JsonObject[] = [];
  for (const entry of readList(cell, reader.options.listSeparator)) {
    const [, amount, currency] = AMOUNT_AND_CURRENCY.exec(entry) ?? [];
    if (amount === undefined || currency === undefined) {
      // The comma of `91,50` separates no list.
      const rejectedText = /\p{L}/u.test(cell) ? entry : cell;
      reader.refuse(
        'required',
        value,
        localized('price-without-currency', { value: rejectedText, attribute: target.attribute }),
      );
      return undefined;
    }
    const decimal = reader.decimal(amount, value);
    if (decimal === undefined) return undefined;
    prices.push({ amount: decimal, currency: currency.toUpperCase() });
  }
  return prices;
}

function readLinks(reader: RowReader, { target, refs, quantities }: LinkColumns): FileLinks | null {
  const links: FileLink[] = [];
  let isNamed = false;
  for (const column of refs) {
    const cell = reader.at(column);
    if (cell === undefined) continue;
    isNamed = true;
    const references = cell === null ? [] : reader.list(cell);
    const quantityList = quantitiesOf(reader, quantities.find(isOf(column)), references.length);
    if (quantityList === null) return null;
    for (const [index, ref] of references.entries()) {
      const quantity = quantityList[index];
      links.push(quantity === undefined ? { ref } : { ref, quantity });
    }
  }
  if (!isNamed) return null;
  return { type: target.type, to: target.to, set: links.length > 0 ? links : null };
}

const MODELS_COLUMN = /-product_models(-quantity)?$/i;

/** Returns true if a column of quantities belongs to a column of links: links to models have a column of their own. */
const isOf =
  ({ name }: ColumnPosition) =>
  (quantities: ColumnPosition): boolean =>
    MODELS_COLUMN.test(name) === MODELS_COLUMN.test(quantities.name);

/** Returns one quantity per link, or none at all; null, reported, when they do not fit. */
function quantitiesOf(
  reader: RowReader,
  column: ColumnPosition | undefined,
  count: number,
): readonly number[] | null {
  const cell = column === undefined ? undefined : reader.at(column);
  if (column === undefined || cell === undefined || cell === null) return [];
  // Files of Akeneo part quantities by `|` and products by a comma.
  const quantityTexts = readList(cell, cell.includes('|') ? '|' : reader.options.listSeparator);
  if (quantityTexts.length === count && quantityTexts.every((word) => /^\d{1,9}$/.test(word)))
    return quantityTexts.map(Number);
  const message = localized('column-quantities', { column: column.name, count });
  reader.refuse('wrong-type', column, message);
  return null;
}
