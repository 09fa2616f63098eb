import { createReadStream } from 'node:fs';
import { type CsvError, type Parser, parse } from 'csv-parse';

/** One record; each cell holds one character per byte, so that wrong bytes can still be told. */
export interface RawRecord {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A record whose quotes make no sense. */
export interface BrokenRecord {
  readonly number: number;
  /** Position of the cell at fault. */
  readonly cell: number;
  readonly message: string;
  readonly hint: string;
}

/** Longest record in bytes; a quote that is never closed would otherwise swallow the file. */
const MAXIMUM_RECORD_BYTES = 16 * 1024 * 1024;
/** After so many broken rows a file is no CSV file. */
const MAXIMUM_BROKEN_ROWS = 1000;

/**
 * The records of a file from a byte on, counted from 1, empty lines included. After a broken record reading goes on
 * with the next line, so that one stray quote costs one row and not the rest of the file.
 */
export async function* readRecords(path: string, start: number): AsyncGenerator<RawRecord | BrokenRecord> {
  let number = 0;
  let offset = start;
  for (let broken = 1; ; broken += 1) {
    let fault: CsvError | undefined;
    for await (const piece of readUntilFault(path, offset)) {
      if ('error' in piece) {
        fault = piece.error;
      } else {
        number += 1;
        offset = piece.end;
        yield { number, cells: piece.cells };
      }
    }
    if (fault === undefined) return;
    number += 1;
    yield brokenRecord(number, fault, broken === MAXIMUM_BROKEN_ROWS);
    const next = await lineAfter(path, offset);
    if (next === null || broken === MAXIMUM_BROKEN_ROWS) return;
    offset = next;
  }
}

function brokenRecord(number: number, { code, index }: CsvError, last: boolean): BrokenRecord {
  const end = last ? ' Too many rows are broken; the rest of the file was not read.' : '';
  const cell = typeof index === 'number' ? index : 0;
  const hint = 'Put the cell in quotes and double each quote inside it.';
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return { number, cell, message: `A quote that opens a cell is never closed.${end}`, hint };
    default:
      return { number, cell, message: `A quote stands where none may be.${end}`, hint };
  }
}

type Piece = { readonly cells: readonly string[]; readonly end: number } | { readonly error: CsvError };

/** Parses from a byte on until the end or the first record that is no CSV; `end` is the byte after a record. */
async function* readUntilFault(path: string, start: number): AsyncGenerator<Piece> {
  const found: Piece[] = [];
  const parser = parse({
    delimiter: ';',
    quote: '"',
    escape: '"',
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
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    const error = await give(parser, chunk);
    yield* found.splice(0);
    if (error !== null) return yield { error };
  }
  const error = await give(parser, null);
  yield* found.splice(0);
  if (error !== null) yield { error };
}

/** Hands a chunk, or the end, to the parser; its fault or null once it is through. */
function give(parser: Parser, chunk: Buffer | null): Promise<CsvError | null> {
  return new Promise((resolve) => {
    const done = (error?: Error | null) => resolve((error ?? null) as CsvError | null);
    if (chunk === null) parser.end(done);
    else parser.write(chunk, done);
  });
}

/** The byte after the next line feed, or null when there is none or nothing behind it. */
async function lineAfter(path: string, start: number): Promise<number | null> {
  let offset = start;
  let found = false;
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    if (found) return offset;
    const position = chunk.indexOf('\n');
    found = position !== -1;
    offset += found ? position + 1 : chunk.length;
    if (found && position + 1 < chunk.length) return offset;
  }
  return null;
}
