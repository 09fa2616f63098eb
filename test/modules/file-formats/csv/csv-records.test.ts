// Risk: what is read from a file depends on where its bytes happened to be cut, or on quotes in the lines around.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type MalformedRecord,
  type RawRecord,
  readRecords,
} from '../../../../src/modules/file-formats/csv/csv-records.ts';

/** How many files are read in each test of random files; `CSV_CASES=20000` for a long run. */
const CASES = Number(process.env.CSV_CASES ?? 150);
const PIECES = ['a', 'bc', ' ', 'é', ';', ';', '\n', '\n', '\r\n', '\r'];
const QUOTED = ['"x"', '";"', '"two\nlines"', '"a ""b"""', '""'];
const BROKEN = ['"', '"\n', 'a"', '"x"y'];

const textOf = (...pieces: readonly (readonly string[])[]) =>
  fc
    .array(fc.oneof(...pieces.map((some) => fc.constantFrom(...some))), { maxLength: 200 })
    .map((all) => all.join(''));

/** Lengths of the pieces that a file comes in; those behind the last come as one. */
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });

async function read(text: string, lengths: readonly number[] = [], from = 0) {
  const bytes = Buffer.from(text);
  const records: (RawRecord | MalformedRecord)[] = [];
  const open = async function* (start: number) {
    let at = start;
    for (const length of [...lengths, bytes.length]) {
      if (at >= bytes.length) return;
      yield new Uint8Array(bytes.subarray(at, at + length));
      at += length;
    }
  };
  for await (const some of readRecords(open, { delimiter: ';', enclosure: '"', start: from }))
    records.push(...some);
  return records;
}

const latin1 = (text: string) => Buffer.from(text).toString('latin1');

test('lines are read as the parser of the whole file reads them, wherever it is cut', async () => {
  const row = fc
    .array(fc.constantFrom('a', 'bc', '', ' é ', 'a\rb', '"x"', '";"', '"two\r\nlines"', '"a ""b"""'))
    .map((cells) => cells.join(';'));
  const file = fc
    .tuple(fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n'))), row)
    .map(([rows, last]) => `${rows.map((ended) => ended.join('')).join('')}${last}`);
  await fc.assert(
    fc.asyncProperty(file, cuts, async (text, lengths) => {
      const records = await read(text, lengths);
      const cells: string[][] = parse(latin1(text), {
        delimiter: ';',
        record_delimiter: ['\r\n', '\n'],
        relax_column_count: true,
      });
      expect(records.map((record) => ('cells' in record ? record.cells : record.message))).toEqual(cells);
      expect(records.at(-1)?.end ?? 0).toBe(Buffer.byteLength(text));
    }),
    { numRuns: CASES },
  );
});

test('whatever a file holds, where it is cut and where reading begins again change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(textOf(PIECES, QUOTED, BROKEN), cuts, async (text, lengths) => {
      const whole = await read(text);
      expect(await read(text, lengths)).toEqual(whole);
      const middle = whole[Math.floor(whole.length / 2)];
      if (middle === undefined) return;
      const behind = (await read(text, lengths, middle.end)).map(({ number, ...record }) => record);
      expect(behind).toEqual(whole.slice(middle.number).map(({ number, ...record }) => record));
    }),
    { numRuns: CASES },
  );
});

test('a quoted cell may be longer than any piece, and lines behind it are lines again', async () => {
  const long = 'line;\n'.repeat(20_000);
  const records = await read(`1;plain\n2;"${long}"\n3;plain\n4;"x"\n`, Array(200).fill(1_000));
  expect(records.map((record) => ('cells' in record ? record.cells : record.message))).toEqual([
    ['1', 'plain'],
    ['2', long],
    ['3', 'plain'],
    ['4', 'x'],
  ]);
});

test('a line that never ends is not kept: it is told, and only so much of it is held', async () => {
  const records = await read(`1;x\n${'a'.repeat(17 * 1024 * 1024)}\n3;y\n`, Array(300).fill(64 * 1024));
  expect(records.map((record) => ('cells' in record ? record.cells : record.line.length))).toEqual([
    ['1', 'x'],
    64 * 1024,
    ['3', 'y'],
  ]);
});

test('a cell that is remembered does not keep the piece of the file that it stood in', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const open = async function* () {
    for (let piece = 0; piece < 600; piece += 1) yield Buffer.from('a cell of a file;x\n'.repeat(3_000));
  };
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const remembered: string[] = [];
  for await (const records of readRecords(open, { delimiter: ';', enclosure: '"', start: 0 })) {
    for (const record of records)
      if (record.number % 3_000 === 1 && 'cells' in record) remembered.push(record.cells[0] ?? '');
  }
  collectGarbage();
  expect(remembered).toHaveLength(600);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
});
