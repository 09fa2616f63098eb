// Risk: a revert whose workers die leaves changes, takes some back twice, or loses what was written since.
// REVERT_ROWS=20000 for a longer one.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import type { Session } from '../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import { updateProduct, upsertProducts } from '../../src/modules/product/index.ts';
import { revertChanges } from '../../src/modules/revert/index.ts';
import { readCellWrites } from '../../src/modules/values/index.ts';
import { seedClothingCatalogue, seedConfiguration } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { killWorkerAtSku } from '../support/kill-worker.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';
import { createTestFolder } from '../support/test-folder.ts';

/** Some chunks. */
const ROWS = Number(process.env.REVERT_ROWS ?? 800);
const KILLS = 2;

let bench: JobHarness;
let imports: ReturnType<typeof createImportHarness>;
let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0]);
  await seedClothingCatalogue(bench.catalogue);
  await seedConfiguration(bench.catalogue, upsertAssociationTypes, [
    { code: 'UPSELL' },
    { code: 'PAIR', twoWay: true },
  ]);
  imports = createImportHarness(bench.catalogue);
  folder = await createTestFolder();
}, 60_000);
afterAll(async () => {
  await bench?.close();
  await folder?.remove();
});

function fileOf(rows: number, first: number, color: string): string {
  const lines = ['sku;attribute_set;name-en_US;color;stock;categories;UPSELL-products;PAIR-products\n'];
  for (let row = first; row < first + rows; row += 1) {
    const upsell = row % 100 === 50 ? `P-${row - 1}` : '';
    const pair = row % 100 === 60 ? `P-${row - 2}` : '';
    const category = color === 'red' ? 'clothes' : 'sale';
    lines.push(
      `P-${row};accessories;Cap ${row} ${color};${color};${row + (color === 'red' ? 0 : 1)};${category};${upsell};${pair}\n`,
    );
  }
  return lines.join('');
}

const query = async (sql: string, parameters: readonly unknown[] = []) =>
  (await bench.catalogue.database.owner.query(sql, [...parameters])).rows;

async function start(jobId: string, settings: object = {}): Promise<string> {
  const { runner, owner } = bench.catalogue;
  const { output } = await runner.write(owner, revertChanges, {
    selection: { jobId: encodeId('Job', jobId) },
    onConflict: 'skip',
    webhooks: 'summary',
    dryRun: false,
    asJob: true,
    ...settings,
  });
  if (output.jobId === null) throw new Error('It became no job.');
  return decodeIdOf('Job', output.jobId) ?? '';
}

/** Runs a revert to its end; its workers are killed first. */
async function run(id: string, kills = 0) {
  for (let kill = 1; kill <= kills; kill += 1) {
    // Newest first.
    const row = ROWS - Math.floor((kill * ROWS) / (kills + 1));
    await killWorkerAtSku(bench.catalogue, folder.path, `P-${row}`);
    const { processed, status } = await imports.details(id);
    expect({ status, isBegun: processed > 0 }).toEqual({ status: 'running', isBegun: true });
    await query(`UPDATE public.job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
    await bench.sweep();
  }
  const worker = await bench.startWorker();
  await bench.drained(600_000);
  await worker.close();
  return imports.details(id);
}

test(`takes an import of ${ROWS} rows back through ${KILLS} kills, but for what was changed since, and the revert too`, async () => {
  const { runner, owner } = bench.catalogue;
  const half = ROWS / 2;
  await bench.withoutNudges(() => imports.run(fileOf(half, 0, 'red')));
  const before = await imports.productHash();
  // Half of the rows change products, half create them.
  const jobId = await imports.start(fileOf(ROWS, 0, 'blue'), {});
  await imports.work(jobId);
  expect(await imports.details(jobId)).toMatchObject({ created: half, updated: half, failed: 0 });
  const imported = await imports.productHash();

  const tried = await run(await start(jobId, { dryRun: true }));
  expect(tried).toMatchObject({ status: 'completed', deleted: half, updated: half, failed: 0, errors: [] });
  expect(await imports.productHash()).toBe(imported);

  const reverted = await run(await start(jobId), KILLS);
  expect(reverted).toMatchObject({
    status: 'completed',
    processed: ROWS,
    deleted: half,
    updated: half,
    errors: [],
  });
  expect(await imports.productHash()).toBe(before);
  const summaries = await query(
    `SELECT ref, to_webhooks AS sent FROM ledger.event WHERE job_id = $1 AND to_webhooks`,
    [reverted.id],
  );
  expect(summaries).toEqual([{ ref: encodeId('Job', jobId), sent: true }]);

  const again = await run(await start(reverted.id));
  expect(again).toMatchObject({ status: 'completed', processed: ROWS, updated: ROWS, errors: [] });
  expect(await imports.productHash()).toBe(imported);

  // What others write meanwhile stays: a cell of a changed product, and a created product as a whole.
  const ada: Session = { ...owner, actor: { type: 'user', id: 'usr_ada', name: 'Ada' } };
  for (const row of [3, half + 3]) {
    const values = readCellWrites({ stock: { value: '99' } }).writes;
    await runner.write(ada, updateProduct, { ref: `P-${row}`, patch: { values } });
  }
  const last = await run(await start(jobId));
  expect(last).toMatchObject({
    status: 'completed_with_errors',
    deleted: half - 1,
    updated: half,
    skipped: 1,
  });
  expect(last.errors.map(({ ref, column, code }) => ({ ref, column, code })).sort(byRef)).toEqual([
    { ref: 'P-3', column: 'values.stock', code: 'changed-since' },
    { ref: `P-${half + 3}`, column: null, code: 'changed-since' },
  ]);
}, 1_200_000);

const byRef = (a: { readonly ref: string | null }, b: { readonly ref: string | null }) =>
  (a.ref ?? '').length - (b.ref ?? '').length;

test('takes families apart although their models changed last, and tries what was refused again', async () => {
  const { runner, owner } = bench.catalogue;
  const session: Session = { ...owner, requestId: 'families' };
  const ean = (sku: string, value: string) => ({ sku, values: readCellWrites({ ean: { value } }).writes });
  const upsert = (items: readonly object[], by: Session = session) =>
    runner.write(by, upsertProducts, { items: items as never, mode: 'upsert', errorPolicy: 'reject_all' });
  const models = Array.from({ length: 80 }, (_, index) => `F-${index}`);
  await upsert(
    [
      { ...ean('E-1', '1'), attributeSet: 'clothing' },
      { sku: 'E-2', attributeSet: 'clothing' },
    ],
    owner,
  );
  const before = await imports.productHash();

  await upsert([ean('E-1', '2')]);
  await upsert([ean('E-2', '1')]);
  await upsert(
    models.map((sku) => ({ sku, type: 'model', attributeSet: 'clothing', variantLayout: 'by_size' })),
  );
  const sizes = ['s', 'm', 'l'];
  await upsert(
    models.flatMap((parent) =>
      sizes.map((size) => ({
        sku: `${parent}-${size}`,
        parent,
        values: readCellWrites({ size: { value: size } }).writes,
      })),
    ),
  );
  await upsert([...models.map((sku) => ({ sku, tags: { add: ['last'] } })), ean('E-1', '3')]);

  const revert = async (dryRun: boolean) => {
    const { output } = await runner.write(owner, revertChanges, {
      selection: { requestId: 'families' },
      onConflict: 'skip',
      webhooks: 'none',
      dryRun,
      asJob: true,
    });
    return run(decodeIdOf('Job', output.jobId ?? '') ?? '');
  };
  // Each chunk of a dry run is checked by itself: that another product gives the unique value free is not seen.
  expect(await revert(true)).toMatchObject({
    deleted: 320,
    updated: 2,
    errors: [{ ref: 'E-1', code: 'not-unique' }],
  });
  expect(await revert(false)).toMatchObject({ status: 'completed', deleted: 320, updated: 2, errors: [] });
  expect(await imports.productHash()).toBe(before);
}, 120_000);

test('knows of each job whether it is reverted, however often reverts are reverted', async () => {
  await imports.run(fileOf(2, 0, 'red'));
  const { id } = await imports.run(fileOf(2, 0, 'blue'));
  const byJob = async (job: string) => {
    const [row] = await query(`SELECT reverted ->> 'jobId' AS by FROM public.job WHERE id = $1`, [job]);
    return row?.by ?? null;
  };
  const undo = await start(id);
  expect(await byJob(id)).toBeNull();
  await run(undo);
  expect(await byJob(id)).toBe(undo);

  const redo = await start(undo);
  await run(redo);
  expect([await byJob(id), await byJob(undo)]).toEqual([null, redo]);

  const undoOfRedo = await start(redo);
  await run(undoOfRedo);
  expect([await byJob(id), await byJob(undo), await byJob(redo)]).toEqual([undo, null, undoOfRedo]);
  const [{ reverted }] = await query(`SELECT reverted FROM public.job WHERE id = $1`, [id]);
  expect(reverted).toMatchObject({ objects: 2, conflictCount: 0, requestId: null });
});
