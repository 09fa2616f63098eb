// Risk: the history of an entity differs from what it was.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteEntity,
  entityStatesAt,
  restoreEntity,
  upsertEntities,
} from '../../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../../src/modules/entity-type/index.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { cellWrite } from '../../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { lastSequenceOf } from '../../../support/last-sequence.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'maker', hierarchical: true, attributes: ['name'] },
  ]);
});
afterAll(() => catalogue.close());

test('an entity is what it was after each of its changes', async () => {
  const { runner, owner } = catalogue;
  const { organizationId } = owner;
  const now = () => lastSequenceOf(catalogue, catalogue.owner.organizationId);
  const write = async (patch: object) => {
    const items = [{ entityType: 'maker', code: 'acme', ...patch }];
    const input = { items, mode: 'upsert', errorPolicy: 'reject_all' } as const;
    const { output } = await runner.write(owner, upsertEntities, input);
    return output.results[0]?.id ?? '';
  };
  const ref = { entityType: 'maker', code: 'acme' };
  const before = await now();
  const id = await write({
    labels: { en_US: 'Acme' },
    values: [cellWrite('name', 'Acme', { locale: 'en_US' })],
  });
  const created = await now();
  await write({ labels: { en_US: null, de_DE: 'Akme' }, active: false });
  const renamed = await now();
  await write({ values: [cellWrite('name', null, { locale: 'en_US' })] });
  await runner.write(owner, deleteEntity, ref);
  const deleted = await now();
  await runner.write(owner, restoreEntity, ref);

  const stateAt = async (sequence: number) => {
    const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
    return (await entityStatesAt(transaction, organizationId, [id], sequence)).get(id);
  };
  const stamps = { createdAt: expect.any(String), createdBy: owner.actor };
  const state = { ...ref, ...stamps, id, isDeleted: false, parentId: null };
  const values = { name: [{ locale: 'en_US', value: 'Acme' }] };
  expect(await stateAt(before)).toBeUndefined();
  expect(await stateAt(created)).toEqual({
    ...state,
    version: 1,
    labels: { en_US: 'Acme' },
    active: true,
    values,
  });
  const later = { ...state, labels: { de_DE: 'Akme' }, active: false };
  expect(await stateAt(renamed)).toEqual({ ...later, version: 2, values });
  expect(await stateAt(deleted)).toEqual({ ...later, version: 4, isDeleted: true, values: {} });
  expect(await stateAt(await now())).toEqual({ ...later, version: 5, values: {} });
});
