// Risk: a merge whose worker dies moves some values twice or leaves some, or loses what is written meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { upsertEntities } from '../../src/modules/entity/index.ts';
import { mergeEntities, mergeOptions } from '../../src/modules/merge/index.ts';
import { revertChanges } from '../../src/modules/revert/index.ts';
import { seedBrands } from '../support/brands.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { seedConfiguration } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { killWorkerAtSku } from '../support/kill-worker.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** Three steps, and more than one request moves. */
const PRODUCTS = 560;

let bench: JobHarness;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0]);
  await seedBrands(bench.catalogue);
  folder = await createTestFolder();
}, 60_000);
afterAll(async () => {
  await bench?.close();
  await folder?.remove();
});

const query = async (sql: string, parameters: readonly unknown[] = []) =>
  (await bench.catalogue.database.owner.query(sql, [...parameters])).rows;

const colors = () =>
  query(
    `SELECT "values" -> 'color' -> 0 ->> 'value' AS color, count(*)::int AS count FROM public.product
     GROUP BY 1 ORDER BY 1`,
  );
const options = () =>
  query(`SELECT code, synonyms FROM public.option WHERE option_set = 'colors' ORDER BY code`);

async function finish(): Promise<void> {
  const worker = await bench.startWorker();
  await bench.drained(600_000);
  await worker.close();
}

test('a merge goes on behind the step of a killed worker, takes what was written meanwhile along and is undone', async () => {
  const { runner, owner } = bench.catalogue;
  const imports = createImportHarness(bench.catalogue);
  const items = Array.from({ length: PRODUCTS }, (_, index) =>
    simpleProduct(`P-${String(index).padStart(3, '0')}`, {
      values: [cellWrite('color', index % 2 === 0 ? 'blue' : 'green')],
    }),
  );
  await seedProducts(bench.catalogue, items);
  await seedProducts(bench.catalogue, [simpleProduct('KEPT', { values: [cellWrite('color', 'red')] })]);
  const [before, optionsBefore] = [await imports.productHash(), await options()];

  const request = { optionSet: 'colors', keep: 'red', merge: ['blue', 'green'] };
  const { output } = await runner.write(owner, mergeOptions, request);
  expect(output).toMatchObject({ valuesCount: PRODUCTS, productsCount: PRODUCTS, entitiesCount: 0 });
  const id = decodeIdOf('Job', output.jobId ?? '') ?? '';
  await killWorkerAtSku(bench.catalogue, folder.path, 'P-300');
  expect(await colors()).toEqual([
    { color: 'blue', count: 155 },
    { color: 'green', count: 155 },
    { color: 'red', count: 251 },
  ]);
  // The options stay until no value is left.
  expect(await options()).toEqual(optionsBefore);
  await seedProducts(bench.catalogue, [simpleProduct('P-000', { values: [cellWrite('color', 'green')] })]);
  await query(`UPDATE public.job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  await bench.sweep();
  await finish();
  expect(await imports.details(id)).toMatchObject({
    status: 'completed',
    processed: PRODUCTS + 1,
    updated: PRODUCTS + 1,
    errors: [],
  });
  expect(await colors()).toEqual([{ color: 'red', count: PRODUCTS + 1 }]);
  expect(await options()).toEqual([{ code: 'red', synonyms: ['blue (de)', 'blue', 'green (de)', 'green'] }]);

  const { output: undone } = await runner.write(owner, revertChanges, {
    selection: { jobId: output.jobId },
    onConflict: 'skip',
    webhooks: 'each',
    dryRun: false,
    asJob: true,
  });
  await finish();
  const { status, errors } = await imports.details(decodeIdOf('Job', undone.jobId ?? '') ?? '');
  // The color that was written meanwhile is another's change.
  expect({ status, errors: errors.map(({ ref, code }) => ({ ref, code })) }).toEqual({
    status: 'completed_with_errors',
    errors: [{ ref: 'P-000', code: 'changed-since' }],
  });
  expect(await options()).toEqual(optionsBefore);
  await seedProducts(bench.catalogue, [simpleProduct('P-000', { values: [cellWrite('color', 'blue')] })]);
  expect(await imports.productHash()).toBe(before);
}, 600_000);

test('a merge of entities goes on behind the step of a killed worker, changes each holder once and is undone', async () => {
  const { runner, owner } = bench.catalogue;
  const imports = createImportHarness(bench.catalogue);
  await runner.write(owner, upsertEntities, {
    entityType: 'brand',
    items: ['acme', 'acme_inc', 'akme'].map((code) => ({ code })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const item = (index: number) => ({
    sku: `E-${String(index).padStart(3, '0')}`,
    attributeSet: 'branded',
    values: [cellWrite('made_by', index % 2 === 0 ? 'acme_inc' : 'akme')],
    ...(index % 5 === 0
      ? {
          associations: [{ type: 'uses', entities: { set: [{ ref: 'brand/akme' }, { ref: 'brand/acme' }] } }],
        }
      : {}),
  });
  await seedConfiguration(bench.catalogue, upsertAssociationTypes, [{ code: 'uses' }]);
  await seedProducts(
    bench.catalogue,
    Array.from({ length: PRODUCTS }, (_, index) => item(index)),
  );
  const before = await imports.productHash();
  const brands = () =>
    query(
      `SELECT "values" -> 'made_by' -> 0 ->> 'value' AS brand, count(*)::int AS count FROM public.product
       WHERE sku LIKE 'E-%' GROUP BY 1 ORDER BY 1`,
    );
  const links = () =>
    query(
      `SELECT entity.code, count(*)::int AS count FROM public.product_entity_association AS link
       JOIN public.entity ON entity.id = link.entity_id GROUP BY 1 ORDER BY 1`,
    );
  const living = () => query(`SELECT code FROM public.entity WHERE deleted_at IS NULL ORDER BY code`);

  const request = { entityType: 'brand', keep: 'acme', merge: ['acme_inc', 'akme'], fillEmpty: true };
  const { output } = await runner.write(owner, mergeEntities, request);
  expect(output).toMatchObject({ valuesCount: PRODUCTS, productsCount: PRODUCTS, entitiesCount: 0 });
  const id = decodeIdOf('Job', output.jobId ?? '') ?? '';
  await killWorkerAtSku(bench.catalogue, folder.path, 'E-300');
  expect(await brands()).toEqual([
    { brand: 'acme', count: 250 },
    { brand: 'acme_inc', count: 155 },
    { brand: 'akme', count: 155 },
  ]);
  await query(`UPDATE public.job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  await bench.sweep();
  await finish();
  expect(await imports.details(id)).toMatchObject({
    status: 'completed',
    processed: PRODUCTS,
    updated: PRODUCTS,
    errors: [],
  });
  expect(await brands()).toEqual([{ brand: 'acme', count: PRODUCTS }]);
  expect(await links()).toEqual([{ code: 'acme', count: PRODUCTS / 5 }]);
  expect(await living()).toEqual([{ code: 'acme' }]);

  const { output: undone } = await runner.write(owner, revertChanges, {
    selection: { jobId: output.jobId },
    onConflict: 'skip',
    webhooks: 'each',
    dryRun: false,
    asJob: true,
  });
  await finish();
  expect(await imports.details(decodeIdOf('Job', undone.jobId ?? '') ?? '')).toMatchObject({
    status: 'completed',
    errors: [],
  });
  expect(await living()).toEqual([{ code: 'acme' }, { code: 'acme_inc' }, { code: 'akme' }]);
  expect(await imports.productHash()).toBe(before);
}, 600_000);
