import { type CsvError, type Parser, parse } from 'csv-parse';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';

/** One record; each cell holds one character per byte, so that invalid bytes can still be found. */
export interface RawRecord {
  readonly number: number;
  readonly cells: readonly string[];
  /** The byte after it. */
  readonly end: number;
}

/** A record whose quotes make no sense. */
export interface MalformedRecord {
  readonly number: number;
  /** Position of the cell at fault. */
  readonly cell: number;
  readonly message: Message;
  readonly hint: Message;
  /** The line without its line break, one character per byte. */
  readonly line: string;
  /** Offset at which reading continues. */
  readonly end: number;
  /** There were so many that the rest is not read. */
  readonly isLast: boolean;
}

/** Returns true if the quotes of a record make no sense. */
export const isMalformed = (record: RawRecord | MalformedRecord): record is MalformedRecord =>
  'message' in record;

/** Returns true if the record is an empty line or has separators alone, as spreadsheets write cleared rows. */
export const isEmptyLine = ({ cells }: RawRecord): boolean => cells.every((cell) => cell === '');

/** Opens the bytes of a file from one of them on. */
export type OpenBytes = (start: number) => AsyncIterable<Uint8Array>;

/** Position of the first record, and the syntax of the records. */
export interface CsvDialect {
  readonly delimiter: string;
  /** The quote around cells; empty: quotes are part of the cells. */
  readonly enclosure: string;
  /** The byte to begin at. */
  readonly start: number;
  /** Records and broken records before it. */
  readonly recordsBefore?: number;
  readonly brokenBefore?: number;
}

/** Longest record in bytes; a quote that is never closed would otherwise swallow the file. */
const MAXIMUM_RECORD_BYTES = 16 * 1024 * 1024;
/** A longer text without a whole line goes to the parser, which does not begin again with each piece. */
const LONG_LINE_BYTES = 128 * 1024;
/** Number of broken rows after which a file is no CSV file. */
const MAXIMUM_BROKEN_ROWS = 1000;

/**
 * Returns the records of a file from a byte on, empty lines included, as many at a time as were read at once and at
 * least one. After a broken record, reading continues with the next line, so that one stray quote costs one row and not
 * the rest of the file.
 */
export async function* readRecords(
  open: OpenBytes,
  dialect: CsvDialect,
): AsyncGenerator<readonly (RawRecord | MalformedRecord)[]> {
  let number = dialect.recordsBefore ?? 0;
  let offset = dialect.start;
  for (let broken = (dialect.brokenBefore ?? 0) + 1; ; broken += 1) {
    let fault: CsvError | undefined;
    for await (const run of readUntilMalformed(open, dialect, offset)) {
      const before = number;
      const records = run.records.map(({ cells, end }, index) => ({
        number: before + index + 1,
        cells,
        end,
      }));
      number += records.length;
      offset = records.at(-1)?.end ?? offset;
      if (records.length > 0) yield records;
      fault = run.fault;
    }
    if (fault === undefined) return;
    number += 1;
    const isLast = broken >= MAXIMUM_BROKEN_ROWS;
    const next = await lineAfter(open, offset);
    yield [{ ...brokenRecord(number, fault, next.offset, isLast), line: next.line }];
    if (next.isEnd || isLast) return;
    offset = next.offset;
  }
}

function brokenRecord(
  number: number,
  { code, index }: CsvError,
  end: number,
  isLast: boolean,
): Omit<MalformedRecord, 'line'> {
  const cell = typeof index === 'number' ? index : 0;
  const hint = localized('csv-quote-hint');
  const what =
    code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
      ? localized('csv-quote-open')
      : localized('csv-quote-not-allowed');
  const message = isLast ? localized('rows-too-many-broken', { message: what }) : what;
  return { number, cell, message, hint, end, isLast };
}

/** A record, with the byte after it. */
type RecordAt = Omit<RawRecord, 'number'>;

/** Consecutive records, and the error of the one after them. */
interface Run {
  readonly records: readonly RecordAt[];
  readonly fault?: CsvError | undefined;
}

/**
 * Returns the records from a byte on, up to the end or the first that is no CSV. Where no quote is, lines are records
 * and delimiters part them, which is soon done; the parser gets what begins with a line that has one.
 */
async function* readUntilMalformed(open: OpenBytes, dialect: CsvDialect, start: number): AsyncGenerator<Run> {
  /** Text from byte `at` on that belongs to no record yet. */
  let rest = '';
  let at = start;
  let quoted: QuotedRecords | null = null;
  const goOn = (end: number) => {
    rest = rest.slice(end - at);
    at = end;
  };
  for await (const chunk of open(start)) {
    /** Text that the parser has not received yet. */
    let ahead = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    rest += ahead;
    for (;;) {
      if (quoted === null) {
        const length = plainLength(rest, dialect);
        if (length > 0) yield { records: plainRecords(rest.slice(0, length), dialect, at) };
        goOn(at + length);
        const isQuoted = dialect.enclosure !== '' && rest.includes(dialect.enclosure);
        if (!isQuoted && rest.length <= LONG_LINE_BYTES) break;
        quoted = new QuotedRecords(dialect, at);
        ahead = rest;
      }
      const { records, fault } = await quoted.take(ahead);
      const last = records.at(-1);
      if (last !== undefined || fault !== undefined) yield { records, fault };
      if (fault !== undefined) return;
      if (last === undefined) break;
      goOn(last.end);
      quoted = null;
    }
  }
  if (rest === '') return;
  if (quoted === null) {
    quoted = new QuotedRecords(dialect, at);
    await quoted.take(rest);
  }
  yield quoted.takeLast();
}

/** Returns the length of the whole lines without a quote at the start of a text. */
function plainLength(text: string, { enclosure }: CsvDialect): number {
  const quote = enclosure === '' ? -1 : text.indexOf(enclosure);
  if (quote === 0) return 0;
  return text.lastIndexOf('\n', quote === -1 ? text.length : quote) + 1;
}

/** Returns the records of whole lines without a quote that begin at a byte. */
function plainRecords(lines: string, { delimiter }: CsvDialect, start: number): RecordAt[] {
  let end = start;
  return lines
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      end += line.length + 1;
      const record = line.endsWith('\r') ? line.slice(0, -1) : line;
      return { cells: record.split(delimiter).map(detached), end };
    });
}

/** Shorter parts of a text are copies of their own already. */
const SHORT_PART = 13;

/**
 * Returns a copy of a text: V8 retains a whole text for as long as a part of it exists, and some cells are remembered
 * for long.
 */
const detached = (part: string) =>
  part.length < SHORT_PART ? part : Buffer.from(part, 'latin1').toString('latin1');

/** Bytes that are parsed before checking whether quotes follow. */
const PARSED_BYTES = 4 * 1024;

/** The records from an offset on; the parser gets the text in pieces. */
class QuotedRecords {
  readonly #parser: Parser;
  readonly #found: RecordAt[] = [];

  constructor({ delimiter, enclosure }: CsvDialect, start: number) {
    this.#parser = parse({
      delimiter,
      quote: enclosure === '' ? false : enclosure,
      escape: enclosure === '' ? '"' : enclosure,
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      max_record_size: MAXIMUM_RECORD_BYTES,
      on_record: (cells: string[], { bytes }) => {
        this.#found.push({ cells, end: start + bytes });
        // Nothing is handed on: what was parsed before a fault must not be lost with the stream.
        return null;
      },
    });
    // Each fault is also thrown to the call that caused it.
    this.#parser.on('error', () => undefined);
  }

  /** Takes more text, up to where records end in it: those records; or all of it, and none. */
  async take(text: string): Promise<Run> {
    for (let from = 0; from < text.length; from += PARSED_BYTES) {
      const fault = await this.#give(text.slice(from, from + PARSED_BYTES));
      if (fault !== undefined || this.#found.length > 0) return { records: this.#found, fault };
    }
    return { records: [] };
  }

  /** Returns the records that end with all that was taken. */
  async takeLast(): Promise<Run> {
    const fault = await this.#give(null);
    return { records: this.#found, fault };
  }

  /** Hands bytes, or the end, to the parser; answers their fault once it is through. */
  #give(piece: string | null): Promise<CsvError | undefined> {
    return new Promise((resolve) => {
      const done = (error?: Error | null) => resolve((error ?? undefined) as CsvError | undefined);
      if (piece === null) this.#parser.end(done);
      else this.#parser.write(Buffer.from(piece, 'latin1'), done);
    });
  }
}

const LINE_FEED = 10;

/** Bytes kept of a line that cannot be read: more than people correct by hand. */
const MAXIMUM_LINE_BYTES = 64 * 1024;

/**
 * Returns the line at a byte, and the byte after its line feed; the end of the file if there is none, or nothing
 * follows.
 */
async function lineAfter(
  open: OpenBytes,
  start: number,
): Promise<{ readonly offset: number; readonly isEnd: boolean; readonly line: string }> {
  let offset = start;
  let isLineComplete = false;
  let text = '';
  const end = (isEnd: boolean) => ({ offset, isEnd, line: text.replace(/[\r\n]+$/, '') });
  for await (const chunk of open(start)) {
    if (isLineComplete) return end(false);
    const position = chunk.indexOf(LINE_FEED);
    isLineComplete = position !== -1;
    const length = isLineComplete ? position + 1 : chunk.length;
    const retainedBytes = Math.min(length, MAXIMUM_LINE_BYTES - text.length);
    text += Buffer.from(chunk.buffer, chunk.byteOffset, retainedBytes).toString('latin1');
    offset += length;
    if (length < chunk.length) return end(false);
  }
  return end(true);
}
