// Risk: two states of the configuration share a number, so one of them is read from the memory of the other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { updateOrganization } from '../../../src/modules/organization/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const structure = () => {
  const { database, owner } = catalogue;
  return readStructure({ ...pgTransaction(database.of(owner.organizationId).pool), session: owner });
};

test('the change after a change of the defaults is seen at once', async () => {
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'en_US', enabled: true }]);
  await catalogue.runner.write(catalogue.owner, updateOrganization, { patch: { defaultLocale: 'en_US' } });
  expect((await structure()).defaultLocale).toBe('en_US');
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'name', type: 'text' }]);
  expect([...(await structure()).attributes.keys()]).toEqual(['name']);
});
