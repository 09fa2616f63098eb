// Risk: a snapshot mixes moments, lacks an object or has one twice, because others write while it is made.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../../src/kernel/ids.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { listEvents } from '../../../src/modules/event/list-events.ts';
import { createSnapshot, openExport } from '../../../src/modules/export/index.ts';
import { claimJob } from '../../../src/modules/job/index.ts';
import { createProduct, deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';

const ROWS = 1_100;
let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  exports = createExportHarness(catalogue);
  const rows = Array.from({ length: ROWS }, (_, row) => `P-${row};accessories;${row}\n`).join('');
  await createImportHarness(catalogue).run(`sku;attribute_set;stock\n${rows}`);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'maker' }]);
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    items: ['acme', 'globex'].map((code) => ({ entityType: 'maker', code })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
});
afterAll(() => catalogue.close());

const now = () => lastSequenceOf(catalogue, catalogue.owner.organizationId);
async function start(sequence?: number): Promise<string> {
  const { output } = await catalogue.runner.write(catalogue.owner, createSnapshot, {
    asOf: sequence === undefined ? null : { sequence },
  });
  return output.id;
}
async function claim(id: string) {
  const jobId = decodeIdOf('Job', id) ?? '';
  const { output } = await catalogue.runner.write(catalogue.owner, claimJob, { jobId });
  if (output === null) throw new Error('The job was not there to be taken.');
  return openExport(catalogue, { ...catalogue.owner, jobId }, output);
}
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, JsonObject>);

test('has every living product and entity with its own state, by ids', async () => {
  const ids = await seedProducts(catalogue, [
    ...productFamily('SHIRT', { colors: ['red'], sizes: ['S'] }),
    simpleProduct('BELT', {
      values: [cellWrite('name', 'Belt', { locale: 'en_US' })],
      tags: { set: ['leather'] },
    }),
  ]);
  const sequence = await now();
  const id = await start();
  await exports.work(id);
  const [head, ...lines] = linesOf(await exports.text(id));
  expect(lines.pop()).toEqual({ end: { objects: ROWS + ids.size + 2 } });
  expect(head).toEqual({
    snapshot: {
      sequence,
      epoch: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: encodeId('Organization', catalogue.owner.organizationId),
    },
  });
  const products = new Map(lines.flatMap(({ product }) => (product ? [[product.sku, product]] : [])));
  expect(products.size).toBe(ROWS + ids.size);
  expect(lines.flatMap(({ entity }) => (entity ? [entity.code] : [])).sort()).toEqual(['acme', 'globex']);
  expect(products.get('BELT')).toEqual({
    id: encodeId('Product', ids.get('BELT') ?? ''),
    version: 1,
    sku: 'BELT',
    type: 'simple',
    attribute_set: 'accessories',
    parent_id: null,
    variant_layout: null,
    status: 'draft',
    channels: null,
    categories: [],
    tags: ['leather'],
    external_refs: {},
    values: { name: [{ locale: 'en_US', value: 'Belt' }] },
    associations: {},
  });
});

test('is the catalogue right after one event, whatever is written while it is made and by whom', async () => {
  const id = await start();
  const quiet = await start(await now());
  await exports.work(quiet);
  const whole = await exports.text(quiet);
  const dead = await claim(id);
  await dead.next();
  await dead.next();
  const change = async (row: number) => {
    await catalogue.runner.write(catalogue.owner, updateProduct, {
      ref: `P-${row}`,
      patch: { values: [cellWrite('stock', row + 1)], tags: { set: ['changed'] } },
    });
    await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: `P-${row + 1}` });
    await catalogue.runner.write(catalogue.owner, createProduct, { sku: `N-${row}` });
  };
  await change(10);
  await dead.next();
  await change(1_000);
  // The worker is gone; another goes on behind its last piece.
  await catalogue.database.owner.query(
    `UPDATE public.job SET status = 'queued', lease_until = NULL WHERE id = $1`,
    [decodeIdOf('Job', id)],
  );
  await exports.work(id);
  expect(await exports.text(id)).toBe(whole);
});

test('goes back to an earlier event, and to none that is still to come', async () => {
  const id = await start(0);
  await exports.work(id);
  expect(linesOf(await exports.text(id))).toEqual([expect.anything(), { end: { objects: 0 } }]);
  const document = `mutation ($asOf: Moment) { createSnapshot(asOf: $asOf) {
    ... on JobPayload { job { type subject } } } }`;
  const ask = async (asOf: string) => {
    const { data, errors } = await catalogue.execute(document, { asOf }, catalogue.owner);
    return data?.createSnapshot ?? errors?.map(({ message }) => message);
  };
  const last = await now();
  expect(await ask('0')).toEqual({ job: { type: 'EXPORT', subject: 'snapshot' } });
  expect(await ask(new Date().toISOString())).toEqual({ job: { type: 'EXPORT', subject: 'snapshot' } });
  expect(await ask('999999')).toEqual([`999999 is in the future: the newest event has ${last}.`]);
  await catalogue.database.owner.query('UPDATE ledger.counter SET history_complete_from = 4');
  expect(await ask('2')).toEqual(['States before sequence 3 are not known. Ask for a later moment.']);
  expect(await ask('3')).toEqual({ job: { type: 'EXPORT', subject: 'snapshot' } });
  await catalogue.database.owner.query('UPDATE ledger.counter SET history_complete_from = 1');
  expect(await ask('v1')).toEqual([
    'v1 is a version, which belongs to one object. Send a time or a sequence.',
  ]);
});

test('the events that are no longer kept are named with the newest snapshot that the feed continues', async () => {
  const id = await start();
  await exports.work(id);
  const sequence = (linesOf(await exports.text(id))[0] as never as { snapshot: { sequence: number } })
    .snapshot.sequence;
  await catalogue.database.owner.query('DELETE FROM ledger.event WHERE sequence <= 5');
  await catalogue.database.owner.query('UPDATE ledger.counter SET history_complete_from = 6');
  const expired = catalogue.runner.read(catalogue.owner, listEvents, { afterSequence: '3' });
  await expect(expired).rejects.toMatchObject({
    code: 'events-expired',
    parameters: { oldest_sequence: 6, snapshot: { job_id: id, sequence } },
  });
  const feed = async (after: number) => {
    const document = `{ events(afterSequence: "${after}", first: 1) { nodes { type state } } }`;
    const { data, errors } = await catalogue.execute(document, {}, catalogue.owner);
    return errors?.map(({ message }) => message) ?? data;
  };
  expect(await feed(5)).toMatchObject({ events: { nodes: [{ type: 'category.created' }] } });
  // Kept, but from before states could be rebuilt.
  await catalogue.database.owner.query('UPDATE ledger.counter SET history_complete_from = 1000');
  expect(await feed(900)).toEqual(['States before sequence 999 are not known. Ask for a later moment.']);
  const early = catalogue.runner.write(catalogue.owner, createSnapshot, { asOf: { sequence: 7 } });
  await expect(early).rejects.toMatchObject({ code: 'history-incomplete' });
});

test('the feed says the own state of each object at the end of the page, once', async () => {
  const before = String(await now());
  const ids = await seedProducts(catalogue, [
    simpleProduct('HAT', { tags: { set: ['new'] } }),
    simpleProduct('CAP'),
  ]);
  await catalogue.runner.write(catalogue.owner, updateProduct, { ref: 'HAT', patch: { tags: null } });
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'CAP' });
  await catalogue.runner.write(catalogue.owner, updateProduct, { ref: 'HAT', patch: { rename: 'HAT-2' } });
  const document = `query ($after: BigInt, $first: Int) { events(afterSequence: $after, first: $first) {
    nodes { type data state } } }`;
  const read = async (first: number) => {
    const variables = { after: before, first };
    const { data } = await catalogue.execute(document, variables, catalogue.owner);
    const events = data?.events as { nodes: { type: string; state: JsonObject | null }[] } | undefined;
    return events?.nodes.map(({ type, state }) => [
      type,
      state && [state.id, state.sku, state.version, state.tags],
    ]);
  };
  const id = encodeId('Product', ids.get('HAT') ?? '');
  expect(await read(1)).toEqual([['product.created', [id, 'HAT', 1, ['new']]]]);
  expect(await read(5)).toEqual([
    ['product.created', null],
    ['product.created', null],
    ['product.updated', null],
    ['product.deleted', null],
    ['product.updated', [id, 'HAT-2', 3, []]],
  ]);
});
