import { type CsvError, type Parser, parse } from 'csv-parse';

/** One record; each cell holds one character per byte, so that wrong bytes can still be told. */
export interface RawRecord {
  readonly number: number;
  readonly cells: readonly string[];
  /** The byte after it. */
  readonly end: number;
}

/** A record whose quotes make no sense. */
export interface BrokenRecord {
  readonly number: number;
  /** Position of the cell at fault. */
  readonly cell: number;
  readonly message: string;
  readonly hint: string;
  /** The line as it stands there without its end, one character per byte. */
  readonly line: string;
  /** Where reading goes on. */
  readonly end: number;
  /** There were so many that the rest is not read. */
  readonly isLast: boolean;
}

/** Opens the bytes of a file from one of them on. */
export type OpenBytes = (start: number) => AsyncIterable<Uint8Array>;

/** Where records begin and how they are written. */
export interface CsvForm {
  readonly delimiter: string;
  readonly enclosure: string;
  /** The byte to begin at. */
  readonly start: number;
  /** Records and broken records before it. */
  readonly recordsBefore?: number;
  readonly brokenBefore?: number;
}

/** Longest record in bytes; a quote that is never closed would otherwise swallow the file. */
const MAXIMUM_RECORD_BYTES = 16 * 1024 * 1024;
/** After so many broken rows a file is no CSV file. */
const MAXIMUM_BROKEN_ROWS = 1000;

/**
 * The records of a file from a byte on, empty lines included. After a broken record reading goes on with the next line,
 * so that one stray quote costs one row and not the rest of the file.
 */
export async function* readRecords(open: OpenBytes, form: CsvForm): AsyncGenerator<RawRecord | BrokenRecord> {
  let number = form.recordsBefore ?? 0;
  let offset = form.start;
  for (let broken = (form.brokenBefore ?? 0) + 1; ; broken += 1) {
    let fault: CsvError | undefined;
    for await (const piece of readUntilFault(open, form, offset)) {
      if ('error' in piece) {
        fault = piece.error;
      } else {
        number += 1;
        offset = piece.end;
        yield { number, cells: piece.cells, end: piece.end };
      }
    }
    if (fault === undefined) return;
    number += 1;
    const isLast = broken >= MAXIMUM_BROKEN_ROWS;
    const next = await lineAfter(open, offset);
    yield { ...brokenRecord(number, fault, next.offset, isLast), line: next.line };
    if (next.isEnd || isLast) return;
    offset = next.offset;
  }
}

function brokenRecord(
  number: number,
  { code, index }: CsvError,
  end: number,
  isLast: boolean,
): Omit<BrokenRecord, 'line'> {
  const more = isLast ? ' Too many rows are broken; the rest of the file was not read.' : '';
  const cell = typeof index === 'number' ? index : 0;
  const hint = 'Put the cell in quotes and double each quote inside it.';
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      ? 'A quote that opens a cell is never closed.'
      : 'A quote stands where none may be.';
  return { number, cell, message: `${what}${more}`, hint, end, isLast };
}

type Piece = { readonly cells: readonly string[]; readonly end: number } | { readonly error: CsvError };

/** Parses from a byte on until the end or the first record that is no CSV; `end` is the byte after a record. */
async function* readUntilFault(
  open: OpenBytes,
  { delimiter, enclosure }: CsvForm,
  start: number,
): AsyncGenerator<Piece> {
  let found: Piece[] = [];
  const parser = parse({
    delimiter,
    quote: enclosure,
    escape: enclosure,
    encoding: 'latin1',
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: MAXIMUM_RECORD_BYTES,
    on_record: (cells: string[], { bytes }) => {
      found.push({ cells, end: start + bytes });
      // Nothing is handed on: what was parsed before a fault must not be lost with the stream.
      return null;
    },
  });
  // Each fault is also told to the call that met it.
  parser.on('error', () => undefined);
  for await (const chunk of open(start)) {
    const error = await give(parser, chunk);
    const pieces = found;
    found = [];
    yield* pieces;
    if (error !== null) return yield { error };
  }
  const error = await give(parser, null);
  yield* found;
  if (error !== null) yield { error };
}

/** Hands a chunk, or the end, to the parser; its fault or null once it is through. */
function give(parser: Parser, chunk: Uint8Array | null): Promise<CsvError | null> {
  return new Promise((resolve) => {
    const done = (error?: Error | null) => resolve((error ?? null) as CsvError | null);
    if (chunk === null) parser.end(done);
    else parser.write(chunk, done);
  });
}

const LINE_FEED = 10;

/** As much of a line that cannot be read is kept, in bytes: more than people mend by hand. */
const MAXIMUM_LINE_BYTES = 64 * 1024;

/** The line at a byte, and the byte after its line feed; the end of the file where there is none or nothing behind it. */
async function lineAfter(
  open: OpenBytes,
  start: number,
): Promise<{ readonly offset: number; readonly isEnd: boolean; readonly line: string }> {
  let offset = start;
  let found = false;
  let text = '';
  const end = (isEnd: boolean) => ({ offset, isEnd, line: text.replace(/[\r\n]+$/, '') });
  for await (const chunk of open(start)) {
    if (found) return end(false);
    const position = chunk.indexOf(LINE_FEED);
    found = position !== -1;
    const length = found ? position + 1 : chunk.length;
    const kept = Math.min(length, MAXIMUM_LINE_BYTES - text.length);
    text += Buffer.from(chunk.buffer, chunk.byteOffset, kept).toString('latin1');
    offset += length;
    if (length < chunk.length) return end(false);
  }
  return end(true);
}
