// Risk: a worker that dies in the middle of a bulk edit leaves products out, or changes some twice.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { openBulkEdit, startBulkEdit } from '../../src/modules/bulk-edit/index.ts';
import { claimJob } from '../../src/modules/job/index.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';

const PRODUCTS = 700;

let bench: JobHarness;
beforeAll(async () => {
  bench = await createJobHarness(QUEUE_SERVERS[0]);
  await seedClothingCatalogue(bench.catalogue);
  const rows = Array.from({ length: PRODUCTS }, (_, index) => `P-${index};accessories\n`);
  await bench.withoutNudges(async () => {
    const imported = await createImportHarness(bench.catalogue).run(`sku;attribute_set\n${rows.join('')}`);
    expect(imported).toMatchObject({ created: PRODUCTS, failed: 0 });
  });
});
afterAll(() => bench?.close());

test('a bulk edit goes on behind the last chunk when its worker dies, and changes each product once', async () => {
  const { runner, owner, database } = bench.catalogue;
  let jobId = '';
  await bench.withoutNudges(async () => {
    const { output } = await runner.write(owner, startBulkEdit, {
      filter: { attributes: [{ attribute: 'stock', empty: true }] },
      patch: {
        values: [
          { attribute: 'stock', channel: null, locale: null, value: '3', path: [] },
          { attribute: 'name', channel: null, locale: 'en_US', value: 'Wren', path: [] },
        ],
      },
      expectedCount: PRODUCTS,
      dryRun: false,
    });
    jobId = decodeIdOf('Job', output.id) ?? '';
  });
  const claim = async () => {
    const { output } = await runner.write(owner, claimJob, { jobId });
    if (output === null) throw new Error('The job was not there to be taken.');
    return openBulkEdit(bench.catalogue, { ...owner, jobId }, output);
  };
  const details = async () => {
    const { rows } = await database.owner.query(
      'SELECT status, total, processed, updated FROM public.job WHERE id = $1',
      [jobId],
    );
    return rows[0];
  };
  const dead = await claim();
  // Two that write down which products there are, one that changes some.
  for (let step = 0; step < 3; step += 1) await dead.next();
  expect(await details()).toEqual({ status: 'running', total: PRODUCTS, processed: 500, updated: 500 });
  bench.advance(61);
  await bench.sweep();
  const next = await claim();
  await expect(dead.next()).rejects.toThrow('Attempt 1 no longer has the job');
  while (!(await next.next()).isDone);
  expect(await details()).toEqual({
    status: 'completed',
    total: PRODUCTS,
    processed: PRODUCTS,
    updated: PRODUCTS,
  });
  const { rows } = await database.owner.query(
    `SELECT count(*)::int AS products, count(*) FILTER (WHERE version = 2)::int AS once,
            (SELECT count(*)::int FROM ledger.event WHERE resource = 'product' AND verb = 'updated') AS events
     FROM public.product`,
  );
  expect(rows).toEqual([{ products: PRODUCTS, once: PRODUCTS, events: PRODUCTS }]);
  // Nothing is left in the storage.
  const left: string[] = [];
  for await (const { key } of bench.catalogue.storage.list('exports')) left.push(key);
  expect(left).toEqual([]);
});

test('a number is raised and a text appended once, when the worker dies and when the request is repeated', async () => {
  const { runner, owner, database } = bench.catalogue;
  let jobId = '';
  await bench.withoutNudges(async () => {
    const request = {
      filter: { attributes: [{ attribute: 'stock', eq: '3' }] },
      patch: {
        adjust: [
          { attribute: 'stock', amount: '2' },
          { attribute: 'name', locale: 'en_US', append: '!' },
        ],
      },
      expectedCount: PRODUCTS,
      dryRun: false,
    };
    const send = () => runner.write(owner, startBulkEdit, request, { idempotencyKey: 'stock-2' });
    const { output } = await send();
    expect(await send()).toMatchObject({ output, replayed: true });
    jobId = decodeIdOf('Job', output.id) ?? '';
  });
  const claim = async () => {
    const { output } = await runner.write(owner, claimJob, { jobId });
    if (output === null) throw new Error('The job was not there to be taken.');
    return openBulkEdit(bench.catalogue, { ...owner, jobId }, output);
  };
  const dead = await claim();
  for (let step = 0; step < 3; step += 1) await dead.next();
  bench.advance(61);
  await bench.sweep();
  const next = await claim();
  // The step that it was at when it died is not committed.
  await expect(dead.next()).rejects.toThrow('Attempt 1 no longer has the job');
  while (!(await next.next()).isDone);
  const { rows } = await database.owner.query(
    `SELECT values->'stock'->0->>'value' AS stock, values->'name'->0->>'value' AS name, version,
            count(*)::int AS products
     FROM public.product GROUP BY 1, 2, 3`,
  );
  expect(rows).toEqual([{ stock: '5', name: 'Wren!', version: 3, products: PRODUCTS }]);
});
