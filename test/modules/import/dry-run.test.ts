// Risk: what a dry run promises is not what the real run does, or a dry run leaves something behind.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { importDryThenReal } from '../../support/import-dry-then-real.ts';
import { createImportHarnessWithCatalogue, type ImportMetadata } from '../../support/imports.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedConfiguration(bench.catalogue, upsertAssociationTypes, [
    { code: 'UPSELL' },
    { code: 'PAIR', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
});
afterAll(() => bench.close());

test('knows in later chunks what earlier ones would have created', async () => {
  const metadata = await importDryThenReal(
    bench,
    [
      'sku;type;parent;attribute_set;variant_layout;color',
      'A;model;;clothing;by_color_and_size;',
      'n;;;;;',
      'n;;;;;',
      'A-red;;A;;;red',
      'n;;;;;',
      'A-2;;A;;;red',
      'n;;;;;',
      'A-blue;;a;;;blue',
    ].join('\n'),
  );
  expect(metadata).toMatchObject({ created: 4, unchanged: 3, failed: 1 });
  expect(metadata.errors.map(({ ref, code }) => [ref, code])).toEqual([['A-2', 'axis-duplicate']]);
});

test('knows where variants were moved to, and what they left', async () => {
  const metadata = await importDryThenReal(
    bench,
    [
      'sku;type;parent;attribute_set;variant_layout;size',
      'V-1;model;;clothing;by_size;',
      'V-1-s;;V-1;;;s',
      'V-X;simple;;clothing;;m',
      'V-1-s;;V-2;;;',
      'V-1-new;;V-1;;;s',
      'V-2;model;;clothing;by_size;',
      'V-X;variant;V-2;;;',
      'V-2-s;;V-2;;;s',
      'V-2-m;;V-2;;;m',
      'V-X;;__CLEAR__;;;',
      'V-2-m2;;V-2;;;m',
    ].join('\n'),
  );
  // V-1-s waits for V-2, so it leaves its place to nobody and finds that of V-2 taken.
  expect(metadata.errors.map(({ row, ref, code }) => [row, ref, code])).toEqual([
    [5, 'V-1-s', 'axis-duplicate'],
    [6, 'V-1-new', 'axis-duplicate'],
    [10, 'V-2-m', 'axis-duplicate'],
  ]);
  const again = await importDryThenReal(
    bench,
    'sku;parent;size\nV-2-s;;l\nn;;\nV-1-s;V-2;\nn;;\nV-1-new;V-1;s\n',
  );
  expect(again).toMatchObject({ created: 1, failed: 0 });
});

test('knows unique values that were taken, and those that were let go', async () => {
  await bench.run('sku;ean\nE-1;one\nE-2;two\n');
  const metadata = await importDryThenReal(
    bench,
    'sku;ean\nE-1;three\nE-1;three\nE-3;one\nE-3;one\nE-4;two\nE-3;one\nE-5;three\nE-5;\n',
  );
  expect(metadata.errors.map(({ row, ref, code }) => [row, ref, code])).toEqual([
    [6, 'E-4', 'not-unique'],
    [8, 'E-5', 'not-unique'],
  ]);
  expect(metadata).toMatchObject({ created: 2, updated: 1, unchanged: 3, failed: 2 });
});

test('links products to each other in circles, across the file', async () => {
  const metadata = await importDryThenReal(
    bench,
    'sku;UPSELL-products;PAIR-products\nL-1;L-2,L-3;\nL-2;L-1;L-3\nL-3;L-4;\nL-5;L-1;\n',
  );
  // L-3 names what never comes, so L-1 and L-2, which name L-3, cannot be written either, nor L-5.
  expect(metadata).toMatchObject({ created: 0, failed: 4 });
  expect(metadata.errors.map(({ row, value }) => [row, value])).toEqual([
    [2, 'L-2'],
    [2, 'L-3'],
    [3, 'L-1'],
    [3, 'L-3'],
    [4, 'L-4'],
    [5, 'L-1'],
  ]);
  const mended = await importDryThenReal(
    bench,
    'sku;UPSELL-products;PAIR-products\nL-1;L-2,L-3;\nL-2;L-1;L-3\nL-3;;\nL-5;L-1;\n',
  );
  expect(mended).toMatchObject({ status: 'completed', created: 4, failed: 0 });
  expect(
    await bench.run('sku;UPSELL-products;PAIR-products\nL-1;L-2,L-3;\nL-2;L-1;L-3\nL-3;;\nL-5;L-1;\n'),
  ).toMatchObject({
    unchanged: 4,
  });
});

/** Rows of one object twice, so that what follows them is looked at in a later step. */
const LATER = ['n', 'n'];
const file = (...lines: readonly string[]) => {
  const [header = '', ...rows] = lines;
  const width = header.split(';').length - 1;
  return [header, ...rows.map((row) => (row === 'n' ? `n${';'.repeat(width)}` : row))].join('\n');
};
const outcomes = ({ created, updated, unchanged, deleted, failed }: ImportMetadata) =>
  Object.fromEntries(
    Object.entries({ created, updated, unchanged, deleted, failed }).filter(([, count]) => count > 0),
  );

test.each([
  ['made', 'T-1', { updated: 2 }],
  ['undone', '__CLEAR__', { updated: 1, unchanged: 1 }],
])('knows that an earlier row has %s a two-way link from its other end', async (_what, cell, expected) => {
  await bench.run(
    file('sku;PAIR-products', 'n', 'T-1;__CLEAR__', `T-2;${cell === 'T-1' ? '__CLEAR__' : 'T-1'}`),
  );
  const metadata = await importDryThenReal(
    bench,
    file('sku;PAIR-products', `T-2;${cell}`, ...LATER, 'T-1;__CLEAR__'),
  );
  expect(outcomes(metadata)).toEqual({ ...expected, unchanged: 2 + ('unchanged' in expected ? 1 : 0) });
});

test('knows a link that went with the product at its other end', async () => {
  await bench.run(file('sku;UPSELL-products', 'n', 'G-1;', 'G-2;G-1'));
  const metadata = await importDryThenReal(
    bench,
    file('sku;_delete;UPSELL-products', 'G-1;1;', ...LATER, 'G-2;;__CLEAR__'),
  );
  expect(outcomes(metadata)).toEqual({ deleted: 1, unchanged: 3 });
});

test('knows products whose own links were refused after all', async () => {
  const metadata = await importDryThenReal(
    bench,
    file('sku;UPSELL-products', 'K-1;K-2', 'K-2;K-2', 'K-1;__CLEAR__'),
  );
  expect(outcomes(metadata)).toEqual({ created: 1, updated: 1, failed: 1 });
});

test('writes the rows of one object in their order, also when the links of the first come later', async () => {
  const metadata = await importDryThenReal(
    bench,
    file('sku;brand;UPSELL-products', 'O-1;a;O-2', 'O-2;;O-1', 'O-1;x;', 'O-1;;__CLEAR__', 'O-1;x;'),
  );
  expect(outcomes(metadata)).toEqual({ created: 2, updated: 2, unchanged: 1 });
  const again = await importDryThenReal(
    bench,
    file('sku;brand;UPSELL-products', 'O-1;x;__CLEAR__', 'O-2;;O-1'),
  );
  expect(outcomes(again)).toEqual({ unchanged: 2 });
});

test('knows products that rows name by their ids', async () => {
  await bench.run(file('sku;UPSELL-products', 'n', 'I-1;', 'I-2;'));
  const { rows } = await bench.catalogue.database.owner.query<{ id: string }>(
    "SELECT id::text FROM public.product WHERE sku = 'I-1' AND deleted_at IS NULL",
  );
  const id = `prd_${rows[0]?.id.replaceAll('-', '')}`;
  const named = await importDryThenReal(bench, file('sku;brand', `${id};x`, ...LATER, 'I-1;x'));
  expect(outcomes(named)).toEqual({ updated: 1, unchanged: 3 });
  const metadata = await importDryThenReal(
    bench,
    file('sku;_delete;UPSELL-products', 'I-1;1;', ...LATER, `I-2;;${id}`),
  );
  expect(metadata.errors.map(({ row, code }) => [row, code])).toEqual([[5, 'product-not-found']]);
});

const FAMILY = file(
  'sku;type;parent;attribute_set;variant_layout;size;name-en_US',
  'n',
  'H;model;;clothing;by_size;;Old',
  'H-s;;H;;;s;',
  'H-m;;H;;;m;',
);

test('knows what a model has become that a row does not name', async () => {
  await bench.run(FAMILY);
  const metadata = await importDryThenReal(
    bench,
    file('sku;status;channels', 'H;published;print', ...LATER, 'H-s;published;print'),
  );
  expect(outcomes(metadata)).toEqual({ updated: 2, unchanged: 2 });
});

test('knows the axis values that variants have taken whose rows do not name their model', async () => {
  await bench.run(FAMILY);
  const metadata = await importDryThenReal(bench, file('sku;size', 'H-s;l', ...LATER, 'H-m;l', 'H-m;s'));
  expect(metadata.errors.map(({ row, code }) => [row, code])).toEqual([[5, 'axis-duplicate']]);
});

test('knows the variants that keep a model in its layout', async () => {
  const layouts = ['L;model;;clothing;by_size;', ...LATER, 'L-s;;L;;;s', ...LATER];
  const header = 'sku;type;parent;attribute_set;variant_layout;size';
  const metadata = await importDryThenReal(bench, file(header, ...layouts, 'L;;;;by_color_and_size;'));
  expect(metadata.errors.map(({ row, code }) => [row, code])).toEqual([[8, 'immutable-property']]);
});

test('knows of categories and entities what stands above them', async () => {
  await seedConfiguration(bench.catalogue, upsertEntityTypes, [{ code: 'place', hierarchical: true }]);
  const columns = { categories: ['code', ''], entities: ['entity_type;code', 'place;'] } as const;
  for (const [resource, [key, type]] of Object.entries(columns)) {
    const rows = (...pairs: readonly string[]) =>
      [`${key};parent`, ...pairs.map((pair) => `${type}${pair}`)].join('\n');
    await bench.run(rows('k_a;', 'k_b;', 'k_c;k_b', 'k_n;'), { resource } as never);
    const metadata = await importDryThenReal(bench, rows('k_b;k_a', 'k_n;', 'k_n;', 'k_a;k_c'), {
      resource,
    } as never);
    expect(metadata.errors.map(({ row, code }) => [row, code])).toEqual([[5, 'cycle']]);
  }
});

test('links of a quantified type come with their numbers', async () => {
  const text = 'sku;PACK-products;PACK-products-quantity\nQ-1;Q-2,Q-3;2|5\nQ-2;Q-1;1\nQ-3;;\nQ-4;Q-3;x\n';
  const metadata = await importDryThenReal(bench, text);
  expect(metadata).toMatchObject({ created: 3, failed: 1 });
  expect(metadata.errors).toMatchObject([
    { row: 5, column: 'PACK-products-quantity', code: 'wrong-type', value: 'x' },
  ]);
});

test('says the same where one bad row keeps all others out', async () => {
  const text = 'sku;parent;stock\nR-1;;1\nR-1;;2\nR-2;;x\nR-3;R-9;\n';
  const metadata = await importDryThenReal(bench, text, { errorPolicy: 'reject_all' });
  expect(metadata).toMatchObject({ status: 'failed', created: 0, updated: 0, failed: 2, skipped: 2 });
});

test('says the same where it ends at the first bad row', async () => {
  const metadata = await importDryThenReal(bench, 'sku;stock\nS-1;1\nS-2;x\nS-3;3\n', {
    errorPolicy: 'stop',
  });
  expect(metadata).toMatchObject({ status: 'failed', created: 1, failed: 1 });
});
