import { builder } from '../../graphql/builder.ts';
import type { EnumExtensions } from '../../graphql/extensions.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import {
  type ColumnCondition,
  type ColumnMapping,
  DEFAULT_FILE_OPTIONS,
  type FileOptions,
  type Transform,
} from '../file-formats/index.ts';

type Maybe<Value> = Value | null | undefined;

export const DirectionType = builder.enumType('ImportExportDirection', {
  description: 'Direction of a profile.',
  values: {
    IMPORT: { value: 'import', description: 'In.' },
    EXPORT: { value: 'export', description: 'Out.' },
    BOTH: { value: 'both', description: 'Import and export with the same columns.' },
  } as const,
});

export const FileResourceType = builder.enumType('ImportExportResource', {
  description: 'Kind of objects in the rows of a file.',
  values: {
    PRODUCTS: { value: 'products', description: 'Products and models.' },
    ENTITIES: { value: 'entities', description: 'Records of entity types.' },
    ATTRIBUTES: { value: 'attributes', description: 'Attributes.' },
    ATTRIBUTE_SETS: { value: 'attribute_sets', description: 'Attribute sets.' },
    OPTION_SETS: { value: 'option_sets', description: 'Option sets without their options.' },
    OPTIONS: { value: 'options', description: 'Options of option sets.' },
    CATEGORIES: { value: 'categories', description: 'Categories.' },
    MEDIA: { value: 'media', description: 'Metadata of existing files.' },
  } as const,
});

export const FileTypeType = builder.enumType('ImportExportFormat', {
  description: 'File format.',
  values: {
    CSV: { value: 'csv', description: 'A table of text (RFC 4180), with other delimiters too.' },
    XLSX: {
      value: 'xlsx',
      description: 'A sheet of an Excel workbook (ECMA-376) with typed cells.',
    },
    JSONL: { value: 'jsonl', description: 'One JSON object per line, in the form of the batch routes.' },
    JSON: { value: 'json', description: 'A JSON document; imports only. `rowPath` is the path of the rows.' },
    XML: { value: 'xml', description: 'An XML document; imports only. `rowPath` is the path of the rows.' },
  } as const,
});

export const ImportModeType = builder.enumType('ImportMode', {
  description: 'What an import does with existing and missing objects.',
  values: {
    UPSERT: { value: 'upsert', description: 'Updates existing objects and creates missing ones.' },
    CREATE_ONLY: { value: 'create_only', description: 'Rows of existing objects fail.' },
    UPDATE_ONLY: { value: 'update_only', description: 'Rows of missing objects fail.' },
  } as const,
});

export const ErrorPolicyType = builder.enumType('ImportErrorPolicy', {
  description: 'What an import does with invalid rows.',
  values: {
    SKIP_ROWS: { value: 'skip_rows', description: 'Skips invalid rows and writes the others.' },
    STOP: { value: 'stop', description: 'Stops at the first invalid row. Earlier rows stay written.' },
    REJECT_ALL: {
      value: 'reject_all',
      description: 'Validates all rows first, and writes nothing if a row is invalid.',
    },
  } as const,
});

const EncodingType = builder.enumType('FileEncoding', {
  description: 'Character encoding of a file.',
  extensions: {
    synonyms: {
      UTF_8: ['utf-8', 'utf8', 'UTF-8'],
      UTF_16LE: ['utf-16le', 'utf16le', 'utf-16', 'UTF-16LE'],
      UTF_16BE: ['utf-16be', 'utf16be', 'UTF-16BE'],
      WINDOWS_1252: ['windows-1252', 'cp1252', 'Windows-1252'],
      ISO_8859_1: ['iso-8859-1', 'iso8859-1', 'latin1', 'latin-1', 'ISO-8859-1'],
      ISO_8859_15: ['iso-8859-15', 'iso8859-15', 'latin9', 'latin-9', 'ISO-8859-15'],
      MACINTOSH: ['macroman', 'MacRoman', 'mac-roman', 'x-mac-roman', 'mac'],
      WINDOWS_1250: ['windows-1250', 'cp1250', 'Windows-1250'],
      ISO_8859_2: ['iso-8859-2', 'iso8859-2', 'latin2', 'latin-2', 'ISO-8859-2'],
      WINDOWS_1251: ['windows-1251', 'cp1251', 'Windows-1251'],
      WINDOWS_1253: ['windows-1253', 'cp1253', 'Windows-1253'],
      WINDOWS_1254: ['windows-1254', 'cp1254', 'Windows-1254'],
      SHIFT_JIS: ['shift-jis', 'Shift_JIS', 'sjis', 'cp932'],
      GB18030: ['gbk', 'gb2312', 'cp936', 'GBK', 'GB2312'],
      BIG5: ['Big5', 'big-5', 'cp950'],
      EUC_KR: ['euc-kr', 'cp949', 'EUC-KR'],
    },
  } satisfies EnumExtensions,
  values: {
    UTF_8: { value: 'utf-8', description: 'UTF-8.' },
    UTF_16LE: { value: 'utf-16le', description: 'UTF-16, little-endian.' },
    UTF_16BE: { value: 'utf-16be', description: 'UTF-16, big-endian.' },
    WINDOWS_1252: { value: 'windows-1252', description: 'Western European, as Windows writes it.' },
    ISO_8859_1: { value: 'iso-8859-1', description: 'Western European (Latin-1).' },
    ISO_8859_15: { value: 'iso-8859-15', description: 'Western European with the euro sign (Latin-9).' },
    MACINTOSH: { value: 'macintosh', description: 'Western European, as old programs on the Mac write it.' },
    WINDOWS_1250: { value: 'windows-1250', description: 'Central European, as Windows writes it.' },
    ISO_8859_2: { value: 'iso-8859-2', description: 'Central European (Latin-2).' },
    WINDOWS_1251: { value: 'windows-1251', description: 'Cyrillic.' },
    WINDOWS_1253: { value: 'windows-1253', description: 'Greek.' },
    WINDOWS_1254: { value: 'windows-1254', description: 'Turkish.' },
    SHIFT_JIS: { value: 'shift_jis', description: 'Japanese.' },
    GB18030: { value: 'gb18030', description: 'Chinese, simplified; GBK and GB 2312 are parts of it.' },
    BIG5: { value: 'big5', description: 'Chinese, traditional.' },
    EUC_KR: { value: 'euc-kr', description: 'Korean.' },
  } as const,
});

const EmptyCellsType = builder.enumType('EmptyCells', {
  description: 'Meaning of an empty cell in an import.',
  values: {
    LEAVE: { value: 'leave', description: 'The value does not change.' },
    CLEAR: { value: 'clear', description: 'The value is removed.' },
  } as const,
});

const InheritedCellsType = builder.enumType('InheritedCells', {
  description:
    'What an import does with cells of variants that the variant layout places on the parent model.',
  values: {
    SKIP: { value: 'skip', description: 'Ignores them, for files that repeat them on every variant.' },
    OVERRIDE: { value: 'override', description: 'Writes them as values of the variant.' },
  } as const,
});

/** Returns the names of the options as a row holds them. */
const stored = (options: unknown, name: string): JsonValue =>
  ((options ?? {}) as Readonly<Record<string, JsonValue>>)[name] ?? null;

const ColumnConditionType = builder.objectRef<ColumnCondition>('ColumnCondition').implement({
  description: 'Condition on another cell of the row.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Name of the other column in the file.' }),
    values: t.field({
      type: ['String'],
      nullable: true,
      description: 'Texts that the cell may have, without regard to case; null if there is a pattern.',
      resolve: ({ values }) => (values ? [...values] : null),
    }),
    pattern: t.string({
      nullable: true,
      description: 'RE2 pattern that the cell contains, without regard to case; null if there are values.',
      resolve: ({ pattern }) => pattern ?? null,
    }),
  }),
});

interface ConditionShape {
  readonly column: string;
  readonly values?: Maybe<readonly string[]>;
  readonly pattern?: Maybe<string>;
}

const ColumnConditionInput = builder.inputRef<ConditionShape>('ColumnConditionInput').implement({
  description: 'Condition on another cell of the row, with `values` or `pattern`.',
  fields: (t) => ({
    column: t.string({ required: true, description: 'Name of the other column in the file.' }),
    values: t.stringList({
      description: 'Texts that the cell may have, without regard to case; an empty text is an empty cell.',
    }),
    pattern: t.string({ description: 'RE2 pattern that the cell contains, without regard to case.' }),
  }),
});

/** Returns a list of names of columns as a row holds it. */
const storedNames = (options: unknown, name: string): string[] => {
  const names = stored(options, name);
  return isJsonArray(names) ? names.map(String) : [];
};

export const FileOptionsType = builder.objectRef<JsonValue>('FileOptions').implement({
  description: 'File options.',
  fields: (t) => ({
    delimiter: t.string({
      nullable: true,
      description: 'Delimiter of cells; null detects it when reading and uses `;` when writing.',
      resolve: (options) => stored(options, 'delimiter') as string | null,
    }),
    enclosure: t.string({
      description: 'Quote character around cells; empty if quotes are part of the cells.',
      resolve: (options) => String(stored(options, 'enclosure') ?? DEFAULT_FILE_OPTIONS.enclosure),
    }),
    encoding: t.field({
      type: EncodingType,
      nullable: true,
      description:
        'Character encoding; null detects it: byte order mark, UTF-8, UTF-16, Windows-1252 and MacRoman.',
      resolve: (options) => stored(options, 'encoding') as FileOptions['encoding'],
    }),
    sheet: t.string({
      nullable: true,
      description: 'Sheet of a workbook; null for the first visible sheet.',
      resolve: (options) => stored(options, 'sheet') as string | null,
    }),
    headerRow: t.int({
      description: 'Number of the line with the names of the columns.',
      resolve: (options) => Number(stored(options, 'header_row') ?? DEFAULT_FILE_OPTIONS.headerRow),
    }),
    headerContains: t.stringList({
      description:
        'Names of columns by which the sheet and the header row are found; empty: `sheet` and `headerRow`.',
      resolve: (options) => storedNames(options, 'header_contains'),
    }),
    rowPath: t.string({
      nullable: true,
      description: 'Path of the rows in a JSON or XML document.',
      resolve: (options) => stored(options, 'row_path') as string | null,
    }),
    fillDown: t.stringList({
      description: 'Columns whose empty cells have the text above them.',
      resolve: (options) => storedNames(options, 'fill_down'),
    }),
    localeColumn: t.string({
      nullable: true,
      description: 'Column with the locale of the values of its row.',
      resolve: (options) => stored(options, 'locale_column') as string | null,
    }),
    channelColumn: t.string({
      nullable: true,
      description: 'Column with the channel of the values of its row.',
      resolve: (options) => stored(options, 'channel_column') as string | null,
    }),
    groupColumn: t.string({
      nullable: true,
      description: 'Column whose text is the same in the rows of a model and its variants.',
      resolve: (options) => stored(options, 'group_column') as string | null,
    }),
    variantColumns: t.stringList({
      description: 'Columns whose cells belong to the variants of a group.',
      resolve: (options) => storedNames(options, 'variant_columns'),
    }),
    singleWhen: t.field({
      type: ColumnConditionType,
      nullable: true,
      description: 'Condition under which the only variant of a group is a product without a model.',
      resolve: (options) => stored(options, 'single_when') as unknown as ColumnCondition | null,
    }),
    decimalSeparator: t.string({
      description: '`.` or `,`.',
      resolve: (options) =>
        String(stored(options, 'decimal_separator') ?? DEFAULT_FILE_OPTIONS.decimalSeparator),
    }),
    dateFormat: t.string({
      description: 'Date format: `YYYY`, `MM` and `DD` with separators.',
      resolve: (options) => String(stored(options, 'date_format') ?? DEFAULT_FILE_OPTIONS.dateFormat),
    }),
    listSeparator: t.string({
      description: 'Separator of list items in a cell.',
      resolve: (options) => String(stored(options, 'list_separator') ?? DEFAULT_FILE_OPTIONS.listSeparator),
    }),
    withBom: t.boolean({
      description: 'Whether an exported table begins with a byte order mark.',
      resolve: (options) => stored(options, 'with_bom') === true,
    }),
    empty: t.field({
      type: EmptyCellsType,
      description: 'Meaning of an empty cell.',
      resolve: (options) => (stored(options, 'empty') ?? DEFAULT_FILE_OPTIONS.empty) as FileOptions['empty'],
    }),
    clearMarker: t.string({
      description: 'A cell with exactly this text clears the value.',
      resolve: (options) => String(stored(options, 'clear_marker') ?? DEFAULT_FILE_OPTIONS.clearMarker),
    }),
    inherited: t.field({
      type: InheritedCellsType,
      description: 'How to treat cells that the variant layout places on the parent model.',
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
  readonly headerContains?: Maybe<readonly string[]>;
  readonly rowPath?: Maybe<string>;
  readonly fillDown?: Maybe<readonly string[]>;
  readonly localeColumn?: Maybe<string>;
  readonly channelColumn?: Maybe<string>;
  readonly groupColumn?: Maybe<string>;
  readonly variantColumns?: Maybe<readonly string[]>;
  readonly singleWhen?: Maybe<ConditionShape>;
  readonly decimalSeparator?: Maybe<string>;
  readonly dateFormat?: Maybe<string>;
  readonly listSeparator?: Maybe<string>;
  readonly withBom?: Maybe<boolean>;
  readonly empty?: Maybe<FileOptions['empty']>;
  readonly clearMarker?: Maybe<string>;
  readonly inherited?: Maybe<FileOptions['inherited']>;
}

export const FileOptionsInput = builder.inputRef<FileOptionsShape>('FileOptionsInput').implement({
  description: 'File options; null means the default.',
  fields: (t) => ({
    delimiter: t.string({ description: 'One character. Detected by default.' }),
    enclosure: t.string({
      description: '`"` or `\'`; empty if quotes are part of the cells, as in `24" monitor`. `"` by default.',
    }),
    encoding: t.field({
      type: EncodingType,
      description:
        'Detected by default: byte order mark, UTF-8, UTF-16, Windows-1252 and MacRoman; others must be stated.',
    }),
    sheet: t.string({
      description: 'Name of the sheet of a workbook. Defaults to the first visible sheet.',
    }),
    headerRow: t.int({ description: 'Number of the line with the names of the columns; 1 by default.' }),
    headerContains: t.stringList({
      description:
        'Up to 50 names of columns. The first sheet and row, of the first 100 rows, that has all of them is the header; letter case does not matter. Replaces `headerRow`, and `sheet` unless it is stated.',
    }),
    rowPath: t.string({
      description:
        'Path of the rows in a JSON or XML document, such as `data/products` or `catalog/product`. Columns are the paths of fields inside a row.',
    }),
    fillDown: t.stringList({
      description:
        'Up to 50 names of columns whose empty cells have the text above them. A new text in one of them ends those of the names after it.',
    }),
    localeColumn: t.string({
      description:
        'Column with the locale of the values of its row, by code or name in any language. Rows of one object that follow each other are one row.',
    }),
    channelColumn: t.string({
      description: 'Column with the channel of the values of its row, by code or label; like `localeColumn`.',
    }),
    groupColumn: t.string({
      description:
        'Column whose text is the same, or empty, in the rows of a model and its variants. The import makes a row of the model and one for each variant; the column `_record` has `model`, `variant` or `single`, for the conditions of the mapping.',
    }),
    variantColumns: t.stringList({
      description:
        'Up to 50 names of columns whose cells belong to the variants of a group; a row with any of them is a variant. The other cells belong to the model.',
    }),
    singleWhen: t.field({
      type: ColumnConditionInput,
      description: 'Condition under which the only variant of a group is a product without a model.',
    }),
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
  description: 'Mapping of one column of a file.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Name of the column in the file.' }),
    target: t.string({
      nullable: true,
      description:
        'Target that the column maps to: `sku`, `name-en_US`, `price-EUR`, `weight-unit` …; null ignores the column.',
      resolve: ({ column, target }) => (target === undefined ? column : target),
    }),
    when: t.field({
      type: [ColumnConditionType],
      description: 'Conditions under which the cell counts; empty: in every row.',
      resolve: ({ when }) => [...(when ?? [])],
    }),
    transform: t.field({
      type: ['JSON'],
      description: 'Transformation steps of its cells, in order.',
      resolve: ({ transform }) => [...(transform ?? [])] as unknown as JsonValue[],
    }),
  }),
});

interface MappingShape {
  readonly column: string;
  readonly target?: Maybe<string>;
  readonly when?: Maybe<readonly ConditionShape[]>;
  readonly transform?: Maybe<readonly JsonValue[]>;
}

export const MappingInput = builder.inputRef<MappingShape>('ColumnMappingInput').implement({
  description: 'Mapping of one column of a file.',
  fields: (t) => ({
    column: t.string({
      required: true,
      description:
        'Name of the column in the file. A column that is not in the file can be filled by `default` or `concat`. `*` matches a currency, unit, locale or channel, which completes the target: `Price (*)`; without a target, any text.',
    }),
    target: t.string({
      description:
        'Target that the column maps to. Defaults to the name of the column; null ignores the column.',
    }),
    when: t.field({
      type: [ColumnConditionInput],
      description:
        'Conditions of the rows in which the cell counts. Several such entries may have the same target: the first filled one counts.',
    }),
    transform: t.field({
      type: ['JSON'],
      description:
        'Steps in order: `"trim"`, `"lower"`, `"html_strip"`, `"unescape_newlines"`, or an object with one of `map`, `split`, `replace`, `number`, `date`, `unit`, `default`, `concat` and its settings. Steps after a `split` without `index` change each entry of the list. Patterns are RE2; `template` of `replace` writes their groups as `$1`.',
    }),
  }),
});

const toCondition = ({ column, values, pattern }: ConditionShape): ColumnCondition => ({
  column,
  ...(values ? { values } : {}),
  ...(typeof pattern === 'string' && { pattern }),
});

/** Returns the mapping of an input as it is stored. */
export function toMapping(mapping: Maybe<readonly MappingShape[]>): ColumnMapping[] | null | undefined {
  if (mapping === null || mapping === undefined) return mapping;
  return mapping.map(({ column, target, when, transform }) => ({
    column,
    ...(target === undefined ? {} : { target }),
    ...(when && when.length > 0 ? { when: when.map(toCondition) } : {}),
    ...(transform ? { transform: transform as unknown as Transform[] } : {}),
  }));
}
