// Risk: a worker that dies, or comes back too late, makes an exported file lose rows, have them twice, or fall apart.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../src/kernel/ids.ts';
import { openExport } from '../../src/modules/export/index.ts';
import { cancelJob, claimJob, retryJob } from '../../src/modules/job/index.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { createExportHarness } from '../support/exports.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';

const ROWS = 1_200;
const skuOf = (index: number) => `P-${String(index).padStart(4, '0')}`;
const indexes = Array.from({ length: ROWS }, (_, index) => index);
const FILE = `sku;attribute_set;stock\n${indexes.map((index) => `${skuOf(index)};accessories;${index}\n`).join('')}`;
const WRITTEN = `sku;stock\r\n${indexes.map((index) => `${skuOf(index)};${index}\r\n`).join('')}`;
const COLUMNS = { columns: ['sku', 'stock'] };

describe.each(QUEUE_SERVERS)('an export with its queue on %s', (kind) => {
  let bench: JobHarness;
  let exports: ReturnType<typeof createExportHarness>;
  beforeAll(async () => {
    bench = await createJobHarness(kind);
    await seedClothingCatalogue(bench.catalogue);
    exports = createExportHarness(bench.catalogue);
    await bench.withoutNudges(async () => {
      const imports = createImportHarness(bench.catalogue);
      expect(await imports.run(FILE)).toMatchObject({ created: ROWS, failed: 0 });
    });
  });
  afterAll(() => bench?.close());

  /** A job whose nudge gets lost. */
  async function givenExport(overrides: Parameters<typeof exports.start>[1]): Promise<string> {
    let id = '';
    await bench.withoutNudges(async () => {
      id = await exports.start('products', overrides);
    });
    return id;
  }
  async function claim(id: string) {
    const jobId = decodeIdOf('Job', id) ?? '';
    const { output } = await bench.catalogue.runner.write(bench.catalogue.owner, claimJob, { jobId });
    if (output === null) throw new Error('The job was not there to be taken.');
    return openExport(bench.catalogue, { ...bench.catalogue.owner, jobId }, output);
  }
  async function details(id: string) {
    const { rows } = await bench.catalogue.database.owner.query(
      'SELECT status, total, processed, unchanged FROM public.job WHERE id = $1',
      [decodeIdOf('Job', id)],
    );
    return rows[0];
  }
  const DONE = { status: 'completed', total: ROWS, processed: ROWS, unchanged: ROWS };

  test('is done by a worker, and everybody is told', async () => {
    const worker = await bench.startWorker();
    const id = await exports.start('products', COLUMNS);
    await bench.drained();
    await worker.close();
    expect(await details(id)).toEqual(DONE);
    expect(await exports.text(id)).toBe(WRITTEN);
    const { rows } = await bench.catalogue.database.owner.query(
      `SELECT verb, ref FROM ledger.event WHERE resource = 'export' AND object_id = $1`,
      [decodeIdOf('Job', id)],
    );
    expect(rows).toEqual([{ verb: 'completed', ref: 'export_products' }]);
  });

  // What follows is the same whatever the queue: no job of it goes through one.
  if (kind !== QUEUE_SERVERS[0]) return;

  test.each([
    ['with chosen columns', COLUMNS],
    ['whose columns are found while it goes', {}],
    ['of lines', { format: 'jsonl' } as const],
  ])(
    '%s goes on behind the last piece when its worker dies, which later can do no harm',
    async (_what, overrides) => {
      const whole = await exports.run('products', overrides);
      const id = await givenExport(overrides);
      const dead = await claim(id);
      for (let step = 0; step < 3; step += 1) await dead.next();
      expect(await details(id)).toMatchObject({ status: 'running', processed: 1_000, total: ROWS });
      // It says nothing any more; the sweeper gives the job to another.
      bench.advance(61);
      await bench.sweep();
      const next = await claim(id);
      // The dead one was only slow: its piece is written beside that of the other, and nobody counts it.
      await expect(dead.next()).rejects.toThrow('Attempt 1 no longer has the job');
      while (!(await next.next()).isDone);
      expect(await details(id)).toEqual(DONE);
      expect(await exports.text(id)).toBe(whole);
      expect(whole.split('\n')).toHaveLength(ROWS + ('format' in overrides ? 1 : 2));
    },
  );

  test('that was cancelled has no file until it was tried again', async () => {
    const id = await givenExport(COLUMNS);
    const steps = await claim(id);
    for (let step = 0; step < 2; step += 1) await steps.next();
    const { runner, owner } = bench.catalogue;
    await runner.write(owner, cancelJob, { id });
    await expect(steps.next()).rejects.toThrow('no longer has the job');
    await expect(exports.text(id)).rejects.toThrow('The export is cancelled; it has no file.');
    await bench.withoutNudges(() => runner.write(owner, retryJob, { id }));
    await exports.work(id);
    expect(await exports.text(id)).toBe(WRITTEN);
    await expect(exports.text(encodeId('Job', bench.catalogue.owner.organizationId))).rejects.toThrow(
      'There is no',
    );
  });
});
