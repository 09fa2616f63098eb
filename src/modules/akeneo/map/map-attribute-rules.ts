import type { JsonObject } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { ATTRIBUTE_TYPES, type AttributeType, type Validation } from '../../attribute/index.ts';
import type { CsvRow } from '../read/csv-file.ts';
import { booleanOf, integerOf, listOf } from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { IMAGE_TYPE } from './attribute-type-names.ts';

/** Akeneo limits files in megabytes. */
const BYTES_PER_MEGABYTE = 1024 * 1024;

/** The columns that rules of values come from. */
export const RULE_COLUMNS: readonly string[] = [
  'allowed_extensions',
  'max_file_size',
  'decimals_allowed',
  'negative_allowed',
  'max_characters',
  'number_min',
  'number_max',
  'date_min',
  'date_max',
  'validation_rule',
  'validation_regexp',
];

/**
 * Returns the rules for an attribute's values; a cell that cannot be read, or says nothing for the type, is reported.
 */
export function mapAttributeRules(
  row: CsvRow,
  type: AttributeType,
  file: string,
  notes: ImportNote[],
): JsonObject {
  const validationRules: [keyof Validation, JsonObject[string], string][] = [];
  const add = (key: keyof Validation, column: string, value: JsonObject[string]) => {
    if (value !== undefined) validationRules.push([key, value, column]);
  };
  const text = (column: string) => row.get(column) || undefined;
  const extensions = listOf(row.get('allowed_extensions'));
  add('extensions', 'allowed_extensions', extensions.length > 0 ? extensions : undefined);
  add('maxSize', 'max_file_size', maxSizeOf(row, file, notes));
  add(
    'decimalPlaces',
    'decimals_allowed',
    booleanOf(row, 'decimals_allowed', file, notes) === false ? 0 : undefined,
  );
  // Akeneo writes `negative_allowed` for every type that has amounts; allowed is the rule anyhow.
  add(
    'negativeAllowed',
    'negative_allowed',
    booleanOf(row, 'negative_allowed', file, notes) === false ? false : undefined,
  );
  add('maxLength', 'max_characters', integerOf(row, 'max_characters', file, notes));
  add('min', 'number_min', text('number_min'));
  add('max', 'number_max', text('number_max'));
  add('min', 'date_min', text('date_min'));
  add('max', 'date_max', text('date_max'));
  addFormat(row, file, add, notes);
  const rules: Record<string, JsonObject[string]> =
    row.get('type') === IMAGE_TYPE ? { mimeTypes: ['image/*'] } : {};
  for (const [key, value, column] of validationRules) {
    if (ATTRIBUTE_TYPES[type].validationKeys.includes(key)) rules[key] = value;
    else notes.push(notApplicableNote(row, column, file, localized('akeneo-no-such-rule', { type, column })));
  }
  return rules;
}

/** Returns the note of a cell that means nothing here. */
export function notApplicableNote(row: CsvRow, column: string, file: string, message: Message): ImportNote {
  const value = row.get(column);
  const details = { row: row.number, column, value };
  return importNote('info', file, 'not-applicable', message, details);
}

function maxSizeOf(row: CsvRow, file: string, notes: ImportNote[]): number | undefined {
  const megabytes = row.get('max_file_size');
  if (megabytes === '') return undefined;
  const bytes = Math.floor(Number(megabytes) * BYTES_PER_MEGABYTE);
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  const message = localized('akeneo-not-megabytes', { value: megabytes });
  const details = { row: row.number, column: 'max_file_size', value: megabytes };
  notes.push(importNote('warning', file, 'cell-unreadable', message, details));
  return undefined;
}

/** `email` and `url` are formats, `regexp` a pattern. */
function addFormat(
  row: CsvRow,
  file: string,
  add: (key: keyof Validation, column: string, value: string) => void,
  notes: ImportNote[],
): void {
  const rule = row.get('validation_rule');
  const expression = row.get('validation_regexp');
  if (rule === 'email' || rule === 'url') {
    add('format', 'validation_rule', rule);
  } else if (rule === 'regexp' && expression !== '') {
    add('pattern', 'validation_regexp', patternOf(expression));
  } else if (rule !== '') {
    const message = localized('akeneo-not-a-rule', { value: rule });
    const details = { row: row.number, column: 'validation_rule', value: rule };
    notes.push(importNote('warning', file, 'cell-unreadable', message, details));
  }
}

const DELIMITED = /^([/#~%|@!])([\s\S]*)\1([a-zA-Z]*)$/;

/**
 * Returns a PHP expression as a pattern that has to match the whole text. PHP's searches for a match anywhere and
 * stands between delimiters, with flags behind the second.
 */
function patternOf(expression: string): string {
  const [, , body = expression, flags = ''] = DELIMITED.exec(expression) ?? [];
  const supportedFlags = [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('');
  const prefix = supportedFlags === '' ? '' : `(?${supportedFlags})`;
  const anchored = /^\^[^|]*[^\\|]\$$/.test(body);
  return anchored ? `${prefix}${body}` : `${prefix}(?s:.*)(?:${body})(?s:.*)`;
}
