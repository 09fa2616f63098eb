import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import {
  DEFAULT_FILE_OPTIONS,
  type FileOptions,
  type FileType,
  isDocumentType,
} from '../file-formats/index.ts';
import type { ProfileDocument } from './profile-document.ts';

/** The options that each format of exported files has. */
const WRITTEN_OPTIONS: Readonly<Record<FileType, readonly (keyof FileOptions)[]>> = {
  csv: [
    ...(['delimiter', 'enclosure', 'headerRow', 'decimalSeparator', 'dateFormat'] as const),
    ...(['listSeparator', 'withBom', 'clearMarker'] as const),
  ],
  xlsx: ['sheet', 'headerRow', 'listSeparator', 'clearMarker'],
  jsonl: [],
  json: [],
  xml: [],
};

/** Rejects options that change nothing in the exported file, unless they request what the file is anyway. */
export function checkExportOptions(format: FileType, options: Partial<FileOptions>): FieldProblem[] {
  const written = WRITTEN_OPTIONS[format];
  return Object.entries(options).flatMap(([name, value]) => {
    const option = name as keyof FileOptions;
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    const isDefault = isEmpty || value === DEFAULT_FILE_OPTIONS[option];
    if (isDefault || written.includes(option) || value === 'utf-8') return [];
    const message =
      option === 'encoding' ? localized('export-in-utf8') : unusedOption(format, name, formatsOf(option));
    const shownValue = typeof value === 'object' ? JSON.stringify(value) : value;
    return [fieldProblem('value-not-allowed', ['options', name], message, { value: shownValue })];
  });
}

/** Rejects documents, which are only imported. */
export const checkExportFormat = (format: FileType): FieldProblem[] =>
  isDocumentType(format)
    ? [
        fieldProblem('value-not-allowed', ['format'], localized('export-format-import-only', { format }), {
          value: format,
        }),
      ]
    : [];

/** Rejects transforms, conditions and patterns, which are for imports. */
export const checkExportMapping = (mapping: ProfileDocument['mapping']): FieldProblem[] =>
  mapping.flatMap(({ column, when = [], transform = [] }, index) => {
    const reject = (setting: string, message: Message) =>
      fieldProblem('value-not-allowed', ['mapping', String(index), setting], message);
    return [
      ...(column.includes('*') ? [reject('column', localized('export-without-patterns'))] : []),
      ...(when.length > 0 ? [reject('when', localized('export-without-conditions'))] : []),
      ...(transform.length > 0 ? [reject('transform', localized('export-without-transforms'))] : []),
    ];
  });

const unusedOption = (format: FileType, option: string, formats: string): Message =>
  formats === ''
    ? localized('export-option-unused', { format, option })
    : localized('export-option-of-formats', { format, option, formats });

/** Returns the formats that use an option, as text. */
function formatsOf(option: keyof FileOptions): string {
  const formats = Object.entries(WRITTEN_OPTIONS).filter(([, options]) => options.includes(option));
  return formats.map(([format]) => format).join(' or ');
}
