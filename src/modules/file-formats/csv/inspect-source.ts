import { ValidationFailed } from '../../../kernel/errors.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { FileEncoding, FileOptions } from '../columns/file-options.ts';
import { foldColumn } from '../columns/find-column.ts';
import { type FileType, isDocumentType } from '../file-type.ts';
import { isMalformed, type OpenBytes, readRecords } from './csv-records.ts';
import { decodeText } from './decode-text.ts';
import { detectEncoding } from './detect-encoding.ts';

/** A file made ready to be read: UTF-8, its form known. */
export interface InspectedSource {
  /** Key of its bytes in UTF-8: its own, or that of a copy. */
  readonly key: string;
  /** The first byte after a byte order mark. */
  readonly start: number;
  /** Delimiter of a table. */
  readonly delimiter: string;
}

const DELIMITERS = [';', ',', '\t', '|'] as const;
const HEAD_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** Opens a stored object from some byte on. @throws ValidationFailed `import-file-invalid` when it is gone. */
export function openStored(storage: ObjectStorage, key: string): OpenBytes {
  return async function* open(start) {
    const stored = await storage.get(key, { first: start, last: Number.MAX_SAFE_INTEGER });
    if (stored === null) throw invalidFileError(localized('job-file-gone'));
    yield* stored.stream as AsyncIterable<Uint8Array>;
  };
}

/** Returns the rejection of a file as a whole. */
export const invalidFileError = (detail: Message) => new ValidationFailed('import-file-invalid', detail);

/**
 * Finds out how a file is written; one in another encoding than UTF-8 is copied, so that every byte has one offset from
 * here on.
 */
export async function inspectSource(
  storage: ObjectStorage,
  key: string,
  options: FileOptions,
  format: Exclude<FileType, 'xlsx'>,
): Promise<InspectedSource> {
  const head = await firstBytes(openStored(storage, key), HEAD_BYTES);
  if (head.length === 0) throw invalidFileError(localized('file-empty'));
  rejectBinary(head, format);
  const marked = encodingOfMark(head);
  const open = openStored(storage, key);
  const start = marked?.length ?? 0;
  const encoding =
    marked?.encoding ??
    options.encoding ??
    (format === 'xml' ? declaredEncoding(head) : null) ??
    (await detectEncoding(head, open(0))) ??
    'utf-8';
  rejectOtherFormat(new TextDecoder(encoding).decode(head.subarray(start)), format);
  if (encoding !== 'utf-8') {
    const copy = `${key}-from-${encoding}`;
    await storage.put(copy, withLineFeeds(inUtf8(openStored(storage, key)(start), encoding)));
    const text = await firstBytes(openStored(storage, copy), HEAD_BYTES);
    return { key: copy, ...(await tableStart(text, options)) };
  }
  if (hasBareReturns(head)) {
    const copy = `${key}-from-returns`;
    await storage.put(copy, withLineFeeds(openStored(storage, key)(start)));
    const text = await firstBytes(openStored(storage, copy), HEAD_BYTES);
    return { key: copy, ...(await tableStart(text, options)) };
  }
  const table = await tableStart(head.subarray(start), options);
  return { key, start: start + table.start, delimiter: table.delimiter };
}

interface Signature {
  readonly name: string;
  readonly format: FileType | null;
}

/** Formats of bytes by the beginning of their files, in hexadecimal. */
const BINARY_SIGNATURES: readonly (readonly [string, Signature])[] = [
  ['504b0304', { name: 'ZIP', format: 'xlsx' }],
  ['d0cf11e0', { name: 'XLS', format: null }],
  ['25504446', { name: 'PDF', format: null }],
  ['1f8b', { name: 'gzip', format: null }],
];

/**
 * Formats of texts by the beginning of their files, as far as no table begins like that: the names of its columns may be
 * in brackets, too.
 */
const TEXT_SIGNATURES: readonly (readonly [RegExp, Signature])[] = [
  [/^\s*<(!doctype html|html[\s>]|table[\s>])/i, { name: 'HTML', format: null }],
  [
    /^\s*<(\?xml|!--|!doctype|[a-z_][\w.:-]*(\s+[\w.:-]+\s*=|>( *[\r\n]\s*)?<))/i,
    { name: 'XML', format: 'xml' },
  ],
  [/^\s*(\[\s*)*(\{\s*["}]|\[\s*"([^"\\]|\\.)*"\s*[,\]])/, { name: 'JSON', format: 'json' }],
];

/** The first sign of a text of a format. */
const STARTS: Readonly<Partial<Record<FileType, RegExp>>> = {
  jsonl: /^\s*\{/,
  json: /^\s*[[{]/,
  xml: /^\s*</,
};

/** Rejects a workbook and other bytes that are no text. @throws ValidationFailed `import-file-invalid` */
function rejectBinary(head: Buffer, format: FileType): void {
  const digits = head.subarray(0, 4).toString('hex');
  const signature = BINARY_SIGNATURES.find(([start]) => digits.startsWith(start))?.[1];
  if (signature === undefined) return;
  if (signature.name === 'ZIP') throw invalidFileError(localized('workbook-as-text'));
  throw otherFormatError(signature, format);
}

/**
 * Rejects a text that is of another format than the profile reads, as far as its first characters show that.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export function rejectOtherFormat(text: string, format: FileType): void {
  const beginning = text.slice(0, 1024);
  if (STARTS[format]?.test(beginning) === true) return;
  const signature = TEXT_SIGNATURES.find(([pattern]) => pattern.test(beginning))?.[1];
  if (signature !== undefined) throw otherFormatError(signature, format);
  if (isDocumentType(format))
    throw invalidFileError(localized('file-is-no-document', { format: format.toUpperCase() }));
}

const otherFormatError = ({ name, format }: Signature, expected: FileType) =>
  invalidFileError(
    format === null
      ? localized('file-is-unknown', { found: name })
      : localized('file-is-other', { found: name, expected: expected.toUpperCase(), format }),
  );

/**
 * Returns the encoding that the declaration of an XML document states; null without one. A declaration of one byte per
 * character is not UTF-16, whatever it states.
 *
 * @throws ValidationFailed `import-file-invalid` for an encoding that is not known
 */
function declaredEncoding(head: Buffer): string | null {
  const [, name] =
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.subarray(0, 256).toString('latin1')) ??
    [];
  if (name === undefined) return null;
  try {
    const { encoding } = new TextDecoder(name);
    return encoding.startsWith('utf-16') ? null : encoding;
  } catch {
    throw invalidFileError(localized('xml-encoding-unknown', { encoding: name }));
  }
}

const RETURN = 13;

/** Returns true if lines end in carriage returns alone, as old programs on the Mac write them. */
export const hasBareReturns = (head: Uint8Array): boolean =>
  head.includes(RETURN) && !head.includes(LINE_FEED);

/** Returns the bytes of a text whose lines end in line feeds, where its first lines end in carriage returns alone. */
export async function* withLineFeeds(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBare: boolean | undefined;
  for await (const chunk of source) {
    isBare ??= hasBareReturns(chunk);
    yield isBare ? chunk.map((byte) => (byte === RETURN ? LINE_FEED : byte)) : chunk;
  }
}

const SEPARATOR_LINE = /^"?sep=(.)"?\r?\n/i;

/**
 * Returns the start of a table and its delimiter. Excel reads the delimiter from a first line such as `sep=;`, which is
 * no row.
 */
export async function tableStart(
  head: Buffer,
  options: FileOptions,
): Promise<{ readonly start: number; readonly delimiter: string }> {
  const [line, delimiter] = SEPARATOR_LINE.exec(head.subarray(0, 16).toString('latin1')) ?? [];
  if (line === undefined || delimiter === undefined)
    return { start: 0, delimiter: await detectDelimiter(head, options) };
  return { start: line.length, delimiter: options.delimiter ?? delimiter };
}

function encodingOfMark(head: Buffer): { readonly encoding: FileEncoding; readonly length: number } | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  return head[0] === 0xfe && head[1] === 0xff ? { encoding: 'utf-16be', length: 2 } : null;
}

async function firstBytes(open: OpenBytes, count: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of open(0)) {
    parts.push(Uint8Array.from(chunk));
    length += chunk.length;
    if (length >= count) break;
  }
  return Buffer.concat(parts).subarray(0, count);
}

/** Returns bytes of another encoding in UTF-8. @throws ValidationFailed for bytes that it does not have. */
async function* inUtf8(source: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const encoder = new TextEncoder();
  try {
    for await (const chunk of source) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield encoder.encode(text);
    }
    yield encoder.encode(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) throw invalidFileError(localized('file-encoding-invalid', { encoding }));
    throw error;
  }
}

/**
 * Returns the stated delimiter, or the one that parts a line into most columns: the first row that is a header by its
 * columns, or the stated one.
 */
async function detectDelimiter(head: Buffer, options: FileOptions): Promise<string> {
  const { delimiter, enclosure, headerRow, headerContains } = options;
  if (delimiter !== null) return delimiter;
  if (headerContains.length > 0) {
    const open: OpenBytes = async function* (start) {
      yield head.subarray(start);
    };
    const headers: { readonly delimiter: string; readonly row: number; readonly count: number }[] = [];
    for (const one of DELIMITERS) {
      const header = await findHeader(open, { start: 0, delimiter: one }, options);
      if (header !== null) headers.push({ delimiter: one, row: header.row, count: header.columns.length });
    }
    const [first] = headers.sort((one, other) => one.row - other.row || other.count - one.count);
    if (first !== undefined) return first.delimiter;
  }
  const lines = head.toString('latin1').split('\n');
  const line = lines[Math.min(headerRow, lines.length) - 1] ?? '';
  const bare = enclosure === '' ? line : line.replace(enclosure === '"' ? /"[^"]*"/g : /'[^']*'/g, '');
  const counts = DELIMITERS.map((one) => bare.split(one).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? ';' : (DELIMITERS[counts.indexOf(most)] ?? ';');
}

/** Rows among which the header is searched for by its columns. */
export const HEADER_ROWS = 100;

/** The header of a table. */
export interface TableHeader {
  readonly columns: readonly string[];
  /** The number of its row. */
  readonly row: number;
  /** The byte after it. */
  readonly end: number;
}

/**
 * Reads the names of the columns: of the stated row, or of the first row that has all names by which it is searched.
 *
 * @throws ValidationFailed `import-file-invalid` when there are none
 */
export async function readHeader(
  open: OpenBytes,
  form: Pick<InspectedSource, 'start' | 'delimiter'>,
  options: FileOptions,
): Promise<TableHeader> {
  const header = await findHeader(open, form, options);
  const { headerRow, headerContains } = options;
  if (header === null)
    throw invalidFileError(
      headerContains.length > 0
        ? localized('header-not-found', { list: headerContains, max: HEADER_ROWS })
        : localized('header-missing', { row: headerRow }),
    );
  const { columns, row, end } = header;
  if (columns.includes(null)) throw invalidFileError(localized('header-encoding-invalid'));
  const names = columns.map((name) => name ?? '');
  return { columns: checkNames(names, row), row, end };
}

/** Returns the header with the cells that can be read; null without one. @throws ValidationFailed `import-file-invalid` */
async function findHeader(
  open: OpenBytes,
  { start, delimiter }: Pick<InspectedSource, 'start' | 'delimiter'>,
  { enclosure, headerRow, headerContains }: FileOptions,
): Promise<(Omit<TableHeader, 'columns'> & { readonly columns: readonly (string | null)[] }) | null> {
  const isSearched = headerContains.length > 0;
  for await (const records of readRecords(open, { start, delimiter, enclosure })) {
    for (const record of records) {
      if (isSearched && record.number > HEADER_ROWS) return null;
      if (isSearched ? isMalformed(record) : record.number < headerRow) continue;
      if (isMalformed(record))
        throw invalidFileError(localized('header-unreadable', { message: record.message }));
      const columns = record.cells.map((cell) => decodeText(cell)?.trim() ?? null);
      if (isSearched && !hasColumns(columns, headerContains)) continue;
      return { columns, row: record.number, end: record.end };
    }
  }
  return null;
}

/** Returns true if a row has cells of all names; letter case and blanks around them do not count. */
export function hasColumns(cells: readonly (string | null)[], names: readonly string[]): boolean {
  const present = new Set(cells.map((cell) => foldColumn(cell ?? '')));
  return names.every((name) => present.has(foldColumn(name)));
}

/** Returns the names of columns, if they are good ones. @throws ValidationFailed `import-file-invalid` */
export function checkNames(names: readonly string[], headerRow: number): readonly string[] {
  const seenNames = new Set<string>();
  for (const name of names) {
    if (name !== '' && seenNames.has(name))
      throw invalidFileError(localized('column-twice', { column: name }));
    seenNames.add(name);
  }
  if (names.every((name) => name === ''))
    throw invalidFileError(localized('header-empty', { row: headerRow }));
  return names;
}

const QUOTES: Readonly<Record<string, number>> = { '"': 34, "'": 39 };

/** Returns the number of rows of a well-formed file, at the speed of the disk; for progress only. */
export async function countRows(
  open: OpenBytes,
  start: number,
  { enclosure, delimiter }: { readonly enclosure: string; readonly delimiter: string } | NotTable,
): Promise<number> {
  const quote = enclosure === null ? -1 : (QUOTES[enclosure] ?? -1);
  const separator = delimiter === null ? -1 : (Buffer.from(delimiter)[0] ?? -1);
  const tally = { rows: 0, isQuoted: false, isFilled: false };
  for await (const chunk of open(start)) countIn(chunk, { quote, separator }, tally);
  return tally.rows + (tally.isFilled ? 1 : 0);
}

interface NotTable {
  readonly enclosure: null;
  readonly delimiter: null;
}

interface Counted {
  rows: number;
  isQuoted: boolean;
  /** The line that has begun holds something. */
  isFilled: boolean;
}

/**
 * Counts by index, and apart from waiting for the next chunk: iterating over the bytes there takes several times as
 * long.
 */
function countIn(
  chunk: Uint8Array,
  { quote, separator }: { readonly quote: number; readonly separator: number },
  tally: Counted,
): void {
  let { rows, isQuoted, isFilled } = tally;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (byte === quote) isQuoted = !isQuoted;
    if (byte === 10 && !isQuoted) {
      if (isFilled) rows += 1;
      isFilled = false;
    } else if (byte !== RETURN && byte !== separator) isFilled = true;
  }
  Object.assign(tally, { rows, isQuoted, isFilled });
}
