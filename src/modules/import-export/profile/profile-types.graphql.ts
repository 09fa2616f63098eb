import { builder } from '../../../graphql/builder.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { DEFAULT_FILE_OPTIONS, type FileOptions } from '../columns/file-options.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import type { Transform } from '../columns/transform.ts';

type Maybe<Value> = Value | null | undefined;

export const DirectionType = builder.enumType('ImportExportDirection', {
  description: 'Which way the files of a profile go.',
  values: {
    IMPORT: { value: 'import', description: 'In.' },
    EXPORT: { value: 'export', description: 'Out.' },
    BOTH: { value: 'both', description: 'In and out, by the same columns.' },
  } as const,
});

export const FileResourceType = builder.enumType('ImportExportResource', {
  description: 'What the rows of a file are.',
  values: {
    PRODUCTS: { value: 'products', description: 'Products and models.' },
    ENTITIES: { value: 'entities', description: 'Records of entity types.' },
    ATTRIBUTES: { value: 'attributes', description: 'Attributes.' },
    ATTRIBUTE_SETS: { value: 'attribute_sets', description: 'Attribute sets.' },
    OPTION_SETS: { value: 'option_sets', description: 'Option sets without their options.' },
    OPTIONS: { value: 'options', description: 'Options of option sets.' },
    CATEGORIES: { value: 'categories', description: 'Categories.' },
    MEDIA: { value: 'media', description: 'What is said about files that are there.' },
  } as const,
});

export const FileTypeType = builder.enumType('ImportExportFormat', {
  description: 'How a file is written.',
  values: {
    CSV: { value: 'csv', description: 'A table of text (RFC 4180), with other delimiters too.' },
    XLSX: {
      value: 'xlsx',
      description: 'A sheet of an Excel workbook (ECMA-376): cells have types of their own.',
    },
    JSONL: { value: 'jsonl', description: 'One object per line, as the batch routes take it.' },
  } as const,
});

export const ImportModeType = builder.enumType('ImportMode', {
  description: 'What an import does with objects that are there and with those that are not.',
  values: {
    UPSERT: { value: 'upsert', description: 'Changes those that are there, creates the others.' },
    CREATE_ONLY: { value: 'create_only', description: 'Rows of objects that are there fail.' },
    UPDATE_ONLY: { value: 'update_only', description: 'Rows of objects that are not there fail.' },
  } as const,
});

export const ErrorPolicyType = builder.enumType('ImportErrorPolicy', {
  description: 'What an import does about rows at fault.',
  values: {
    SKIP_ROWS: { value: 'skip_rows', description: 'Leaves them out and writes the others.' },
    STOP: { value: 'stop', description: 'Ends at the first; rows before it stay written.' },
    REJECT_ALL: {
      value: 'reject_all',
      description: 'Looks at all rows first, and writes none when one is at fault.',
    },
  } as const,
});

const EncodingType = builder.enumType('FileEncoding', {
  description: 'How the characters of a table are written as bytes.',
  values: {
    UTF_8: { value: 'utf-8', description: 'UTF-8.' },
    UTF_16LE: { value: 'utf-16le', description: 'UTF-16, little-endian.' },
    UTF_16BE: { value: 'utf-16be', description: 'UTF-16, big-endian.' },
    WINDOWS_1252: { value: 'windows-1252', description: 'Western European, as Windows writes it.' },
    ISO_8859_1: { value: 'iso-8859-1', description: 'Western European (Latin-1).' },
  } as const,
});

const EmptyCellsType = builder.enumType('EmptyCells', {
  description: 'What an empty cell of an import says.',
  values: {
    LEAVE: { value: 'leave', description: 'Nothing: what there is stays.' },
    CLEAR: { value: 'clear', description: 'That the value is to go.' },
  } as const,
});

const InheritedCellsType = builder.enumType('InheritedCells', {
  description: 'What an import does with cells of variants that their layout places on a model above.',
  values: {
    SKIP: { value: 'skip', description: 'Leaves them out, for files that repeat them on every variant.' },
    OVERRIDE: { value: 'override', description: 'Writes them as values of the variant.' },
  } as const,
});

/** The names of the options as a row holds them. */
const stored = (options: unknown, name: string): JsonValue =>
  ((options ?? {}) as Readonly<Record<string, JsonValue>>)[name] ?? null;

export const FileOptionsType = builder.objectRef<JsonValue>('FileOptions').implement({
  description: 'The details of a file.',
  fields: (t) => ({
    delimiter: t.string({
      nullable: true,
      description: 'What parts the cells of a row; null: found out by looking, and `;` when writing.',
      resolve: (options) => stored(options, 'delimiter') as string | null,
    }),
    enclosure: t.string({
      description: 'The quote around cells.',
      resolve: (options) => String(stored(options, 'enclosure') ?? DEFAULT_FILE_OPTIONS.enclosure),
    }),
    encoding: t.field({
      type: EncodingType,
      nullable: true,
      description: 'Its characters; null: what a byte order mark says, else UTF-8.',
      resolve: (options) => stored(options, 'encoding') as FileOptions['encoding'],
    }),
    sheet: t.string({
      nullable: true,
      description: 'The sheet of a workbook; null: the first that is shown.',
      resolve: (options) => stored(options, 'sheet') as string | null,
    }),
    headerRow: t.int({
      description: 'Number of the line with the names of the columns.',
      resolve: (options) => Number(stored(options, 'header_row') ?? DEFAULT_FILE_OPTIONS.headerRow),
    }),
    decimalSeparator: t.string({
      description: '`.` or `,`.',
      resolve: (options) =>
        String(stored(options, 'decimal_separator') ?? DEFAULT_FILE_OPTIONS.decimalSeparator),
    }),
    dateFormat: t.string({
      description: 'How dates are written: `YYYY`, `MM` and `DD` with signs between them.',
      resolve: (options) => String(stored(options, 'date_format') ?? DEFAULT_FILE_OPTIONS.dateFormat),
    }),
    listSeparator: t.string({
      description: 'What parts the entries of a list in one cell.',
      resolve: (options) => String(stored(options, 'list_separator') ?? DEFAULT_FILE_OPTIONS.listSeparator),
    }),
    withBom: t.boolean({
      description: 'Whether an exported table begins with a byte order mark.',
      resolve: (options) => stored(options, 'with_bom') === true,
    }),
    empty: t.field({
      type: EmptyCellsType,
      description: 'What an empty cell says.',
      resolve: (options) => (stored(options, 'empty') ?? DEFAULT_FILE_OPTIONS.empty) as FileOptions['empty'],
    }),
    clearMarker: t.string({
      description: 'A cell of exactly this text clears.',
      resolve: (options) => String(stored(options, 'clear_marker') ?? DEFAULT_FILE_OPTIONS.clearMarker),
    }),
    inherited: t.field({
      type: InheritedCellsType,
      description: 'What becomes of cells that the layout places on a model above.',
      resolve: (options) =>
        (stored(options, 'inherited') ?? DEFAULT_FILE_OPTIONS.inherited) as FileOptions['inherited'],
    }),
  }),
});

interface FileOptionsShape {
  readonly delimiter?: Maybe<string>;
  readonly enclosure?: Maybe<string>;
  readonly encoding?: Maybe<NonNullable<FileOptions['encoding']>>;
  readonly sheet?: Maybe<string>;
  readonly headerRow?: Maybe<number>;
  readonly decimalSeparator?: Maybe<string>;
  readonly dateFormat?: Maybe<string>;
  readonly listSeparator?: Maybe<string>;
  readonly withBom?: Maybe<boolean>;
  readonly empty?: Maybe<FileOptions['empty']>;
  readonly clearMarker?: Maybe<string>;
  readonly inherited?: Maybe<FileOptions['inherited']>;
}

export const FileOptionsInput = builder.inputRef<FileOptionsShape>('FileOptionsInput').implement({
  description: 'The details of a file; null is the default.',
  fields: (t) => ({
    delimiter: t.string({ description: 'One character; by default found out by looking.' }),
    enclosure: t.string({ description: '`"` or `\'`; `"` by default.' }),
    encoding: t.field({
      type: EncodingType,
      description: 'By default what a byte order mark says, else UTF-8.',
    }),
    sheet: t.string({
      description: 'Name of the sheet of a workbook; by default the first that is shown.',
    }),
    headerRow: t.int({ description: 'Number of the line with the names of the columns; 1 by default.' }),
    decimalSeparator: t.string({
      description: '`.` (default) or `,`.',
    }),
    dateFormat: t.string({ description: '`YYYY-MM-DD` by default; `DD.MM.YYYY` …' }),
    listSeparator: t.string({ description: 'Up to 5 characters; `,` by default.' }),
    withBom: t.boolean({ description: 'Begins an exported table with a byte order mark; false by default.' }),
    empty: t.field({ type: EmptyCellsType, description: 'LEAVE by default.' }),
    clearMarker: t.string({ description: 'Up to 100 characters; `__CLEAR__` by default.' }),
    inherited: t.field({ type: InheritedCellsType, description: 'SKIP by default.' }),
  }),
});

export const MappingType = builder.objectRef<ColumnMapping>('ColumnMapping').implement({
  description: 'What becomes of one column of a file.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Its name in the file.' }),
    target: t.string({
      nullable: true,
      description: 'The column it stands for: `sku`, `name-en_US`, `price-EUR`, `weight-unit` …; null: none.',
      resolve: ({ column, target }) => (target === undefined ? column : target),
    }),
    transform: t.field({
      type: ['JSON'],
      description: 'The steps that its cells go through, in order.',
      resolve: ({ transform }) => [...(transform ?? [])] as unknown as JsonValue[],
    }),
  }),
});

interface MappingShape {
  readonly column: string;
  readonly target?: Maybe<string>;
  readonly transform?: Maybe<readonly JsonValue[]>;
}

export const MappingInput = builder.inputRef<MappingShape>('ColumnMappingInput').implement({
  description: 'What becomes of one column of a file.',
  fields: (t) => ({
    column: t.string({
      required: true,
      description: 'Its name in the file; one that the file lacks can be filled by `default` or `concat`.',
    }),
    target: t.string({
      description: 'The column it stands for; left out, its own name; null ignores it.',
    }),
    transform: t.field({
      type: ['JSON'],
      description:
        'Steps in order: `"trim"`, `"lower"`, `"html_strip"`, `"unescape_newlines"`, or an object with one of `map`, `split`, `replace`, `number`, `date`, `unit`, `default`, `concat` and its settings. Patterns are RE2.',
    }),
  }),
});

/** The mapping of an input as it is stored. */
export function toMapping(mapping: Maybe<readonly MappingShape[]>): ColumnMapping[] | null | undefined {
  if (mapping === null || mapping === undefined) return mapping;
  return mapping.map(({ column, target, transform }) => ({
    column,
    ...(target === undefined ? {} : { target }),
    ...(transform ? { transform: transform as unknown as Transform[] } : {}),
  }));
}
