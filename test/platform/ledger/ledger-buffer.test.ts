// Risk: readers of one ledger get a row twice, never or late from what they share, or a slow one fills the memory.
import { expect, test } from 'vitest';
import { createLedgerBuffer } from '../../../src/platform/ledger/ledger-buffer.ts';
import type { SizedLedgerRow } from '../../../src/platform/ledger/read-ledger.ts';

const rowsFrom = (first: number, last: number, sizeBytes = 1_000) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ sequence: first + n, sizeBytes }) as SizedLedgerRow);
const sequences = (rows: readonly { readonly sequence: number }[] | null) =>
  rows?.map(({ sequence }) => sequence) ?? null;

/** A ledger of which up to 100 rows are read at once; `reads` says after which number it was asked each time. */
function ledgerOf(details: { last: number; sizeBytes?: number }) {
  const reads: number[] = [];
  const read = async (after: number) => {
    reads.push(after);
    return rowsFrom(after + 1, Math.min(details.last, after + 100), details.sizeBytes);
  };
  return { read, reads, details };
}

test('reads each row once for all who wait, and gives all of them the same', async () => {
  const { read, reads } = ledgerOf({ last: 12 });
  const tail = createLedgerBuffer(10, read);
  const readers = [tail.addReader(10), tail.addReader(10), tail.addReader(10)];
  const waiting = Promise.all(readers.map((reader) => tail.hasMore(reader)));
  tail.extendTo(12);
  tail.extendTo(12);
  expect(await waiting).toEqual([true, true, true]);
  expect(readers.map((reader) => sequences(tail.take(reader, 25)))).toEqual([
    [11, 12],
    [11, 12],
    [11, 12],
  ]);
  expect(reads).toEqual([10]);
});

test('reads on until it has all that was announced, also what is announced while it reads', async () => {
  const { read, reads, details } = ledgerOf({ last: 150 });
  const tail = createLedgerBuffer(0, read);
  const reader = tail.addReader(0);
  tail.extendTo(150);
  details.last = 260;
  tail.extendTo(260);
  const seen: number[] = [];
  while (seen.length < 260) {
    await tail.hasMore(reader);
    seen.push(...(sequences(tail.take(reader, 25)) ?? []));
  }
  expect(seen).toEqual(sequences(rowsFrom(1, 260)));
  expect(reads).toEqual([0, 100, 200]);
});

test('a row that was announced but cannot be read comes with the next announcement', async () => {
  const { read, details } = ledgerOf({ last: 5 });
  const tail = createLedgerBuffer(5, read);
  const reader = tail.addReader(5);
  tail.extendTo(6);
  await Promise.resolve();
  details.last = 6;
  const more = tail.hasMore(reader);
  tail.extendTo(6);
  expect(await more).toBe(true);
  expect(sequences(tail.take(reader, 25))).toEqual([6]);
});

test('keeps 500 rows for who lags behind, and has them read for themselves beyond that', async () => {
  const tail = createLedgerBuffer(0, ledgerOf({ last: 700 }).read);
  const [slow, fast] = [tail.addReader(0), tail.addReader(0)];
  tail.extendTo(700);
  while (fast.sequence < 700) {
    await tail.hasMore(fast);
    // As many as are read at once, so that it never lags behind itself.
    expect(tail.take(fast, 100)).not.toBeNull();
  }
  expect(tail.take(slow, 25)).toBeNull();
  expect(sequences(tail.take(tail.addReader(200), 2))).toEqual([201, 202]);
  expect(tail.take(tail.addReader(199), 2)).toBeNull();
});

test('keeps no more than a megabyte', async () => {
  const tail = createLedgerBuffer(0, ledgerOf({ last: 100, sizeBytes: 60_000 }).read);
  const reader = tail.addReader(0);
  tail.extendTo(100);
  await tail.hasMore(reader);
  expect(tail.take(reader, 25)).toBeNull();
  expect(tail.take(tail.addReader(83), 25)).toBeNull();
  expect(sequences(tail.take(tail.addReader(84), 25))).toEqual(sequences(rowsFrom(85, 100)));
});

test('forgets what all have taken', async () => {
  const { read, details } = ledgerOf({ last: 50 });
  const tail = createLedgerBuffer(0, read);
  const reader = tail.addReader(0);
  tail.extendTo(50);
  await tail.hasMore(reader);
  tail.take(reader, 100);
  details.last = 51;
  tail.extendTo(51);
  await tail.hasMore(reader);
  expect(tail.take(tail.addReader(49), 25)).toBeNull();
  expect(sequences(tail.take(reader, 25))).toEqual([51]);
});

test('lets who leaves stop waiting, and reads nothing for nobody', async () => {
  const { read, reads } = ledgerOf({ last: 9 });
  const tail = createLedgerBuffer(3, read);
  const reader = tail.addReader(3);
  const waiting = tail.hasMore(reader);
  tail.removeReader(reader);
  expect([await waiting, tail.isEmpty()]).toEqual([false, true]);
  tail.extendTo(9);
  expect(reads).toEqual([]);
});
