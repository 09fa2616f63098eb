// Risk: while a search column goes from one attribute to another, sorts are refused, or pages miss products.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { updateProduct } from '../../../src/modules/product/index.ts';
import { addFieldUses } from '../../../src/modules/search/columns/field-use.store.ts';
import { reassignAllColumns, reassignColumns } from '../../../src/modules/search/columns/reassign-columns.ts';
import { type SortInput, saveFieldUses } from '../../../src/modules/search/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { cellWrite } from '../../support/builders.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createJobHarness, type JobHarness } from '../../support/jobs.ts';
import { expectedOrder, listAllSorted } from '../../support/list-sorted.ts';
import type { ListingOptions, ListingReport } from '../../support/listing-process.ts';

const PRODUCTS = 1_100;
/** Products that others write meanwhile. */
const isBusy = (index: number) => index % 10 === 0;
const skuOf = (index: number) => `accessories-${index}`;

const numberOf = (index: number, step: number) => (index % 7 === 3 ? null : (index * step) % 50);
const WORDS = ['Öl', 'oak', '電球', 'лампа', 'zinc'];
const textOf = (index: number) => (index % 6 === 2 ? null : `${WORDS[index % 5]} ${index % 9}`);

/** Two attributes with a column, and two without one. */
const VALUES: Readonly<Record<string, (index: number) => number | string | null>> = {
  size_0: (index) => numberOf(index, 17),
  size_9: (index) => numberOf(index, 29),
  note_0: textOf,
  note_9: (index) => textOf(index * 7),
};
const SORTS = Object.keys(VALUES).flatMap((attribute): SortInput[] => [
  { attribute, direction: 'asc' },
  { attribute, direction: 'desc' },
]);

let bench: JobHarness;
let expected: readonly (readonly string[])[];

beforeAll(async () => {
  bench = await createJobHarness();
  const { catalogue } = bench;
  await seedClothingCatalogue(catalogue);
  const numbers = Array.from({ length: 49 }, (_, index) => ({ code: `size_${index}`, type: 'number' }));
  const texts = Array.from({ length: 10 }, (_, index) => ({ code: `note_${index}`, type: 'text' }));
  await seedConfiguration(catalogue, upsertAttributes, [...numbers, ...texts]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: ['name', ...Object.keys(VALUES)].map((code) => ({ code })) },
  ]);
  await bench.givenManyProducts('accessories', PRODUCTS, (index) =>
    Object.fromEntries(
      Object.entries(VALUES).flatMap(([code, find]) => {
        const value = find(index);
        return value === null ? [] : [[code, [{ value }]]];
      }),
    ),
  );
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'washable', filterable: false }]);
  await rebuilt();
  const { rows } = await catalogue.database.owner.query<{ id: string; sku: string }>(
    'SELECT id, sku FROM public.product',
  );
  expected = SORTS.map(({ attribute, direction }) => {
    const products = rows.map(({ id, sku }) => ({
      id,
      sku,
      value: VALUES[attribute ?? '']?.(Number(sku.split('-')[1])) ?? null,
    }));
    const lower = products.map((one) => ({
      ...one,
      value: typeof one.value === 'string' ? one.value.replace('Ö', 'o') : one.value,
    }));
    return ofOthers(expectedOrder(lower, direction === 'desc'));
  });
});
afterAll(() => bench.close());

const ofOthers = (skus: readonly string[]) => skus.filter((sku) => !isBusy(Number(sku.split('-')[1])));

async function rebuilt(): Promise<void> {
  const workers = await bench.startWorker();
  await bench.drained();
  await workers.close();
}

/** The columns of the attributes: what is in which state. */
async function columns(): Promise<Record<string, string>> {
  const { rows } = await bench.catalogue.database.owner.query<Record<'field' | 'state', string>>(
    `SELECT split_part(field, ' ', 2) AS field,
       CASE WHEN leaving THEN 'leaving' WHEN ready THEN 'ready' ELSE 'building' END AS state
     FROM search.field_column WHERE field IS NOT NULL`,
  );
  const states = new Map(rows.map(({ field, state }) => [field, state]));
  return Object.fromEntries(Object.keys(VALUES).map((code) => [code, states.get(code) ?? 'none']));
}

/** A walk in one of the orders; between its pages another product is written. */
async function walk(index: number, between: () => Promise<unknown> = async () => null): Promise<string[]> {
  const { runner, owner } = bench.catalogue;
  const sort = SORTS[index] ?? {};
  return ofOthers(await listAllSorted(runner, owner, sort, { size: 100, between }));
}

async function writeBusy(turn: number): Promise<void> {
  const { runner, owner } = bench.catalogue;
  const ref = skuOf((turn * 10) % PRODUCTS);
  const values = [
    cellWrite('size_0', turn % 40),
    cellWrite('size_9', turn % 30),
    cellWrite('note_9', `new ${turn}`),
  ];
  await runner.write(owner, updateProduct, { ref, patch: { values } });
}

test('columns go to what is sorted by most, while two processes walk and others write', async () => {
  const { catalogue, clock } = bench;
  const { owner, runner, database, connectionString } = catalogue;
  const { organizationId } = owner;
  expect(await columns()).toEqual({ size_0: 'ready', size_9: 'none', note_0: 'ready', note_9: 'none' });
  const ownerTransaction = pgTransaction(database.owner);
  const { rows } = await database.owner.query<{ field: string }>(
    'SELECT field FROM search.field_column WHERE field IS NOT NULL',
  );
  const rarely = rows.map(({ field }) => ({
    organizationId,
    field,
    uses: /(size|note)_0/.test(field) ? 9 : 50,
  }));
  const often = ['number size_9   ', 'text note_9   '].map((field) => ({ organizationId, field, uses: 95 }));
  await addFieldUses(ownerTransaction, [...rarely, ...often], clock.now());
  await saveFieldUses(ownerTransaction, clock.now());
  const isMoved = () =>
    runner.write(owner, reassignColumns, { from: 100 }).then(({ output }) => output.moved);
  // Not used often enough yet; each page counts.
  expect(await isMoved()).toBe(0);
  expect(await walk(2)).toEqual(expected[2]);
  expect(await walk(6)).toEqual(expected[6]);
  await saveFieldUses(ownerTransaction, clock.now());

  const options: ListingOptions = { connectionString, organizationId, sorts: SORTS };
  const script = fileURLToPath(new URL('../../support/listing-process.ts', import.meta.url));
  const other = fork(script, [JSON.stringify(options)], { execArgv: [], stdio: 'inherit' });
  const reports: ListingReport[] = [];
  other.on('message', (report) => reports.push(report as ListingReport));
  await once(other, 'message');

  // Conditions find all values, wherever they are.
  const document =
    '{ products(filter: { attributes: [{ attribute: "note_0", eq: "oak 1" }] }) { totalCount } }';
  const indexes = Array.from({ length: PRODUCTS }, (_, index) => index);
  const totalCount = indexes.filter((index) => textOf(index) === 'oak 1').length;
  const seen: Record<string, string>[] = [];
  const note = async () => {
    seen.push(await columns());
    expect((await catalogue.execute(document)).data).toEqual({ products: { totalCount } });
  };
  let turn = 0;
  const walkMeanwhile = async (index: number) => {
    const found = await walk(index, () => {
      turn += 1;
      return writeBusy(turn);
    });
    expect(found, JSON.stringify(SORTS[index])).toEqual(expected[index]);
  };
  const workers = await bench.startWorker();
  for (let round = 0; round < 2; round += 1) {
    expect((await Promise.all([isMoved(), isMoved()])).toSorted()).toEqual([0, 2]);
    await note();
    for (let index = 0; index < SORTS.length; index += 1) await walkMeanwhile(index);
    await bench.drained();
    await note();
    for (let index = 0; index < SORTS.length; index += 1) await walkMeanwhile(index);
  }
  await workers.close();
  const ended = once(other, 'exit');
  other.disconnect();
  await ended;

  const [leaving, left, building, ready] = seen;
  expect(leaving).toEqual({ size_0: 'leaving', size_9: 'none', note_0: 'leaving', note_9: 'none' });
  expect(left).toEqual({ size_0: 'none', size_9: 'none', note_0: 'none', note_9: 'none' });
  expect(building).toEqual({ size_0: 'none', size_9: 'building', note_0: 'none', note_9: 'building' });
  expect(ready).toEqual({ size_0: 'none', size_9: 'ready', note_0: 'none', note_9: 'ready' });
  expect(await isMoved()).toBe(0);
  expect(reports.length).toBeGreaterThan(SORTS.length);
  for (const { sort, skus } of reports)
    expect(typeof skus === 'string' ? skus : ofOthers(skus), JSON.stringify(SORTS[sort])).toEqual(
      expected[sort],
    );
});

test('columns of small catalogues stay', async () => {
  const { clock, catalogue } = bench;
  const owner = pgTransaction(catalogue.database.owner);
  const field = 'number size_8   ';
  const { organizationId } = catalogue.owner;
  await addFieldUses(owner, [{ organizationId, field, uses: 100_000 }], clock.now());
  expect(await reassignAllColumns({ owner, runner: catalogue.runner, now: clock.now() })).toBe(0);
});
