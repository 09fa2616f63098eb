// Risk: an event says less, more or something else than its documented form, so that receivers act on what is not so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/kernel/event.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { createEntity, deleteEntity } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { EVENT_TYPES, type EventBody, eventBody } from '../../../src/modules/event/index.ts';
import { updateOrganization } from '../../../src/modules/organization/index.ts';
import {
  deleteProduct,
  restoreProduct,
  setProductStatus,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { appendEvents } from '../../../src/platform/ledger/append-events.ts';
import { type LedgerRow, readLedger } from '../../../src/platform/ledger/read-ledger.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { eventSchemaErrors } from '../../support/event-schema.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'goes_with' }]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'brand' }]);
});
afterAll(() => catalogue.close());

const read = async (after: number): Promise<readonly LedgerRow[]> => {
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  return readLedger(transaction, { organizationId, after, since: new Date(0), limit: 1_000 });
};
const bodyOf = (row: LedgerRow) => eventBody(row, catalogue.owner.organizationId);

/** The events of what is done, in their order. */
async function eventsOf(act: () => Promise<unknown>): Promise<readonly EventBody[]> {
  const before = (await read(0)).at(-1)?.sequence ?? 0;
  await act();
  return (await read(before)).map(bodyOf);
}
const write = <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  eventsOf(() => catalogue.runner.write(catalogue.owner, operation, input));

test('an update says what was changed, by whom and what it meant', async () => {
  const ids = await seedProducts(catalogue, [
    simpleProduct('TR-001', {
      values: [cellWrite('name', 'Shoe', { locale: 'en_US' }), cellWrite('stock', 3)],
    }),
  ]);
  const id = `prd_${ids.get('TR-001')?.replaceAll('-', '')}`;
  const [event] = await write(updateProduct, {
    ref: 'TR-001',
    patch: {
      rename: 'TR-002',
      status: 'in_review',
      values: [cellWrite('name', 'Trail shoe', { locale: 'en_US' }), cellWrite('stock', null)],
    },
  });
  const { organizationId } = catalogue.owner;
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'product.updated',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    api_version: 'v1',
    sequence: (await read(0)).length,
    organization_id: `org_${organizationId.replaceAll('-', '')}`,
    actor: { type: 'user', id: 'usr_test', name: 'Test' },
    origin: 'graphql',
    job_id: null,
    data: {
      id,
      sku: 'TR-002',
      version: 2,
      status: 'in_review',
      attribute_set: 'accessories',
      previous_sku: 'TR-001',
      transitions: [{ type: 'status_changed', from: 'draft', to: 'in_review' }],
      changes: [
        { path: 'sku', channel: null, locale: null, old: 'TR-001', new: 'TR-002' },
        { path: 'status', channel: null, locale: null, old: 'draft', new: 'in_review' },
        { path: 'values.name', channel: null, locale: 'en_US', old: 'Shoe', new: 'Trail shoe' },
        { path: 'values.stock', channel: null, locale: null, old: 3, new: null },
      ],
      changed_attributes: ['name', 'stock'],
      changes_truncated: false,
    },
  });
});

test('a product says its status and set also when it comes, goes and comes back', async () => {
  const data = ({ data: { id: _id, ...rest } }: EventBody) => rest;
  const created = await eventsOf(() =>
    seedProducts(catalogue, [simpleProduct('LAMP', { attributeSet: null })]),
  );
  const named = { sku: 'LAMP', status: 'draft', attribute_set: null };
  const none = { changes: [], changed_attributes: [], changes_truncated: false };
  expect(created.map(data)).toEqual([{ ...named, version: 1, ...none }]);
  expect((await write(deleteProduct, { ref: 'LAMP' })).map(data)).toEqual([
    { ...named, version: 2, ...none },
  ]);
  const restored = await write(restoreProduct, { ref: 'LAMP' });
  expect(restored.map(({ type, data: { version } }) => [type, version])).toEqual([['product.restored', 3]]);
});

test('a model names who shows its changes, and they have no event of their own', async () => {
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['s'] }),
    simpleProduct('SCARF'),
    { sku: 'ROBE-red-s', categories: { set: ['sale'] }, channels: { set: ['web'] } },
  ]);
  const inheritedBy = async (patch: Parameters<typeof updateProduct.handler>[1]['patch']) => {
    const events = await write(updateProduct, { ref: 'ROBE', patch });
    return events.map(({ data }) => data.inherited_by);
  };
  expect(await inheritedBy({ values: [cellWrite('brand', 'Acme')] })).toEqual([
    { count: 2, skus: ['ROBE-red', 'ROBE-red-s'] },
  ]);
  expect(await inheritedBy({ categories: { add: ['sale'] } })).toEqual([{ count: 1, skus: ['ROBE-red'] }]);
  expect(await inheritedBy({ channels: { set: ['print'] } })).toEqual([{ count: 1, skus: ['ROBE-red'] }]);
  const associations = [{ type: 'goes_with', products: { set: [{ ref: 'SCARF' }] } }];
  expect(await inheritedBy({ associations })).toEqual([{ count: 2, skus: ['ROBE-red', 'ROBE-red-s'] }]);
  expect(await inheritedBy({ status: 'in_review' })).toEqual([undefined]);
});

test('other objects are named by their code and by what it is unique in', async () => {
  const [brand] = await write(createEntity, { entityType: 'brand', code: 'acme' });
  expect(brand?.data).toMatchObject({ code: 'acme', entity_type: 'brand', changed_attributes: [] });
  await write(deleteEntity, { entityType: 'brand', code: 'acme' });
  const options = (await read(0)).map(bodyOf).filter(({ type }) => type === 'option.created');
  expect(options[0]?.data).toMatchObject({ code: 'red', option_set: 'colors' });
  expect(options[0]?.data).not.toHaveProperty('changed_attributes');
  const [organization] = await write(updateOrganization, { patch: { name: 'Shoes' } });
  expect([organization?.type, organization?.data.name]).toEqual(['organization.updated', 'Shoes']);
});

test('every event that was ever written is of a known type and as its schema says', async () => {
  await write(setProductStatus, { ref: 'TR-002', status: 'archived' });
  const events = (await read(0)).map(bodyOf);
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(12);
  expect(events.filter(({ type }) => !EVENT_TYPES.includes(type))).toEqual([]);
  expect(events.flatMap(eventSchemaErrors)).toEqual([]);
});

test('there is a schema of every type, and it refuses an event that lacks something', async () => {
  const [event] = (await read(0)).map(bodyOf);
  if (event === undefined) throw new Error('There are no events.');
  expect(EVENT_TYPES.filter((type) => eventSchemaErrors({ type })[0]?.includes('no schema'))).toEqual([]);
  const { sequence: _sequence, ...without } = event;
  expect(eventSchemaErrors(without)).toEqual([
    `${event.type} must have required property 'sequence' {"missingProperty":"sequence"}`,
  ]);
  expect(eventSchemaErrors({ ...event, more: 1 } as never)).toHaveLength(1);
});

/** Writes one event as the ledger takes it and reads it back. */
async function append(changes: NewEvent['changes'], data: JsonObject): Promise<LedgerRow> {
  const { organizationId } = catalogue.owner;
  const event = { resource: 'product', verb: 'updated', objectId: newId(), ref: 'BIG', version: 2 } as const;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const sequence = await appendEvents(transaction, catalogue.owner, new Date(), [
    { ...event, changes, data },
  ]);
  const [row] = await read((sequence ?? 0) - 1);
  if (row === undefined) throw new Error('The event is missing.');
  return row;
}
const change = (path: string, now: string) => ({ path, channel: null, locale: null, old: null, new: now });
const details = { status: 'draft', attribute_set: null };

test('a large change keeps its places, and a body above 256 KiB loses them too', async () => {
  const large = bodyOf(await append([change('values.text', 'x'.repeat(70_000))], details));
  expect(large.data).toMatchObject({
    changes: [change('values.text', 'x')].map((one) => ({ ...one, new: null })),
    changed_attributes: ['text'],
    changes_truncated: true,
  });
  const places = Array.from({ length: 2_400 }, (_, n) => change(`values.${'a'.repeat(60)}${n}`, 'x'));
  const row = await append(places, details);
  const huge = bodyOf(row);
  expect(Buffer.byteLength(JSON.stringify(huge))).toBeLessThanOrEqual(262_144);
  expect([huge.data.changes, huge.data.changes_truncated]).toEqual([[], true]);
  expect((huge.data.changed_attributes as string[]).length).toBe(2_400);
  expect([large, huge].flatMap(eventSchemaErrors)).toEqual([]);
});

test('the same event has the same bytes at every sending', async () => {
  const [first, second] = [await read(0), await read(0)].map((rows) => JSON.stringify(rows.map(bodyOf)));
  expect(first).toBe(second);
});
