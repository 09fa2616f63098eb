// Risk: the removal of an attribute's values leaves some when its worker dies, or counts them twice.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { revertChanges } from '../../src/modules/revert/index.ts';
import { clearAttribute } from '../../src/modules/value-rewrite/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../support/builders.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { killWorkerAtSku } from '../support/kill-worker.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** Three steps, and more than one request changes. */
const PRODUCTS = 560;

let bench: JobHarness;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0]);
  await seedClothingCatalogue(bench.catalogue);
  folder = await createTestFolder();
}, 60_000);
afterAll(async () => {
  await bench?.close();
  await folder?.remove();
});

async function finish(): Promise<void> {
  const worker = await bench.startWorker();
  await bench.drained(600_000);
  await worker.close();
}

test('values are removed behind the step of a killed worker, each once, and an undo restores them', async () => {
  const { runner, owner, database } = bench.catalogue;
  const imports = createImportHarness(bench.catalogue);
  const remaining = async () =>
    (
      await database.owner.query(
        `SELECT count(*)::int AS count FROM public.product WHERE "values"::jsonb ? 'stock'`,
      )
    ).rows[0].count;
  await seedProducts(
    bench.catalogue,
    Array.from({ length: PRODUCTS }, (_, index) =>
      simpleProduct(`P-${String(index).padStart(3, '0')}`, { values: [cellWrite('stock', index)] }),
    ),
  );
  await seedProducts(bench.catalogue, [simpleProduct('PLAIN', { values: [cellWrite('color', 'red')] })]);
  const before = await imports.productHash();
  const { output } = await runner.write(owner, clearAttribute, { attribute: 'stock' });
  expect(output).toMatchObject({ products: { count: PRODUCTS, isExact: true } });
  const id = decodeIdOf('Job', output.jobId ?? '') ?? '';
  await killWorkerAtSku(bench.catalogue, folder.path, 'P-300');
  await database.owner.query(
    `UPDATE public.job SET lease_until = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  await bench.sweep();
  await finish();
  expect(await imports.details(id)).toMatchObject({
    status: 'completed',
    processed: PRODUCTS,
    updated: PRODUCTS,
    errors: [],
  });
  expect(await remaining()).toBe(0);

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
  });
  expect(await imports.productHash()).toBe(before);
}, 600_000);
