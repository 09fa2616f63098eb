import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { csvLine, type FileType } from '../../file-formats/index.ts';

/** Maximum number of rows that a request may bring itself. */
export const MAX_INLINE_ROWS = 500;

/** Rows that came with a request, as the file that they could have been. */
export interface InlineFile {
  readonly format: Exclude<FileType, 'xlsx'>;
  readonly text: string;
  /** Delimiter of a table. */
  readonly delimiter: string;
}

/**
 * Returns rows of a request as a file: objects of cells by column as a table, items as the batch routes take them as
 * lines of JSON.
 *
 * @throws ValidationFailed for what is neither
 */
export function inlineFile(rows: readonly JsonValue[]): InlineFile {
  if (rows.length === 0 || rows.length > MAX_INLINE_ROWS) {
    const message = localized('inline-row-count', { max: MAX_INLINE_ROWS, count: rows.length });
    throw ValidationFailed.of([
      fieldProblem(rows.length === 0 ? 'too-few-items' : 'too-many-items', ['rows'], message, {
        value: rows.length,
      }),
    ]);
  }
  const objects = rows.map((row, index) => {
    if (isJsonObject(row)) return row;
    const message = localized('inline-row-form');
    throw ValidationFailed.of([fieldProblem('wrong-type', ['rows', String(index)], message, { value: row })]);
  });
  const isTable = objects.every((row) => Object.values(row).every(isCell));
  const text = isTable ? tableOf(objects) : `${objects.map((row) => JSON.stringify(row)).join('\n')}\n`;
  return { format: isTable ? 'csv' : 'jsonl', text, delimiter: ';' };
}

const isCell = (value: JsonValue | undefined) => !isJsonObject(value) && !isJsonArray(value);

function tableOf(rows: readonly JsonObject[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => textOf(row[column])));
  return [columns, ...lines].map((cells) => csvLine(cells, ';', '"')).join('');
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}
