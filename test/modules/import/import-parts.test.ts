// Risk: a column that names a part of a value takes the other parts with it: prices of other currencies, a unit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { getProduct } from '../../../src/modules/product/index.ts';

import type { Values } from '../../../src/modules/values/cells/cells.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  const unit = (code: string, factor: string) => ({ code, labels: {}, symbol: null, factor, offset: '0' });
  await seedConfiguration(bench.catalogue, upsertMeasurementFamilies, [
    { code: 'mass', standardUnit: 'KILOGRAM', units: [unit('KILOGRAM', '1'), unit('GRAM', '0.001')] },
  ]);
  await seedConfiguration(bench.catalogue, upsertAttributes, [
    { code: 'weight', type: 'measurement', measurementFamily: 'mass', defaultUnit: 'KILOGRAM' },
  ]);
});
afterAll(() => bench.close());

const valuesOf = async (ref: string) => {
  const { catalogue } = bench;
  const product = await catalogue.runner.read(catalogue.owner, getProduct, { ref, query: {} });
  return (product?.values ?? {}) as unknown as Values;
};
const pricesOf = async (ref: string) => {
  const [cell] = (await valuesOf(ref)).price ?? [];
  const prices = (cell?.value ?? []) as { amount: string; currency: string }[];
  return prices.map(({ amount, currency }) => `${amount} ${currency}`);
};
const weightOf = async (ref: string) => (await valuesOf(ref)).weight?.[0]?.value;
const brief = ({ errors }: ImportMetadata) => errors.map(({ row, column, code }) => [row, column, code]);

/** Imports rows about a product of 10 EUR and 20 USD and answers its prices then. */
async function after(...lines: readonly string[]) {
  expect(brief(await bench.run('sku;price-EUR;price-USD\nP-1;10;20\n'))).toEqual([]);
  expect(brief(await bench.run(lines.join('\n')))).toEqual([]);
  return await pricesOf('P-1');
}

test('a column of one currency leaves the prices of the others', async () => {
  expect(await after('sku;price-EUR;price-USD', 'P-1;11;')).toEqual(['11 EUR', '20 USD']);
  expect(await after('sku;price-EUR', 'P-1;11')).toEqual(['11 EUR', '20 USD']);
  expect(await after('sku;price', 'P-1;11 EUR')).toEqual(['11 EUR']);
});

test('a marker clears one currency alone', async () => {
  expect(await after('sku;price-EUR;price-USD', 'P-1;;__CLEAR__')).toEqual(['10 EUR']);
  expect(await after('sku;price-EUR;price-USD', 'P-1;__CLEAR__;21')).toEqual(['21 USD']);
  expect(await after('sku;price-EUR;price-USD', 'P-1;__CLEAR__;__CLEAR__')).toEqual([]);
  expect(await after('sku;price', 'P-1;__CLEAR__')).toEqual([]);
});

test('rows of one product with a currency each are joined', async () => {
  expect(await after('sku;price-EUR;price-USD', 'P-1;11;', 'P-1;;21')).toEqual(['11 EUR', '21 USD']);
  expect(brief(await bench.run('sku;price-EUR;price-USD\nP-2;1;\nP-2;;2\n'))).toEqual([]);
  expect(await pricesOf('P-2')).toEqual(['1 EUR', '2 USD']);
});

test('each price is refused at its own column', async () => {
  const metadata = await bench.run('sku;price-EUR;price-USD\nP-3;1;cheap\nP-4;dear;__CLEAR__\n');
  expect(brief(metadata)).toEqual([
    [2, 'price-USD', 'wrong-type'],
    [3, 'price-EUR', 'wrong-type'],
  ]);
});

test('a price of a variant leaves those of other currencies that it inherits', async () => {
  const family = `sku;type;parent;attribute_set;variant_layout;size;price-EUR;price-USD
M;model;;clothing;by_size;;10;20
M-s;;M;;;s;;
M-m;;M;;;m;10;20
`;
  expect(brief(await bench.run(family))).toEqual([]);
  expect(await valuesOf('M-m')).not.toHaveProperty('price');
  const options = { inherited: 'override' } as const;
  expect(brief(await bench.run('sku;price-EUR\nM-s;11\n', { options }))).toEqual([]);
  expect(await pricesOf('M-s')).toEqual(['11 EUR', '20 USD']);
});

test('an amount without unit keeps the unit of the product, and is refused where there is none', async () => {
  expect(brief(await bench.run('sku;weight;weight-unit\nW-1;350;GRAM\n'))).toEqual([]);
  expect(brief(await bench.run('sku;weight\nW-1;400\n'))).toEqual([]);
  expect(await weightOf('W-1')).toEqual({ amount: '400', unit: 'GRAM' });
  expect(brief(await bench.run('sku;weight;weight-unit\nW-1;450;\n'))).toEqual([]);
  expect(await weightOf('W-1')).toEqual({ amount: '450', unit: 'GRAM' });
  const { errors } = await bench.run('sku;weight;weight-unit\nW-2;1;\n');
  expect(errors).toMatchObject([
    { row: 2, column: 'weight-unit', code: 'required', hint: "Did you mean 'KILOGRAM'?" },
  ]);
});
