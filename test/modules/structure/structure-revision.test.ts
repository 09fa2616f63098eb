// Risk: two states of the configuration share a number, so one of them is read from the memory of the other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { updateOrganization } from '../../../src/modules/organization/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestCatalogue, type TestCatalogue } from '../../support/catalogue.ts';
import { given } from '../../support/shop.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
});
afterAll(() => catalogue.close());

const structure = () => {
  const { database, owner } = catalogue;
  return readStructure({ ...pgTransaction(database.of(owner.organizationId).pool), session: owner });
};

test('the change after a change of the defaults is seen at once', async () => {
  await given(catalogue, upsertLocales, [{ code: 'en_US', enabled: true }]);
  await catalogue.runner.write(catalogue.owner, updateOrganization, { patch: { defaultLocale: 'en_US' } });
  expect((await structure()).defaultLocale).toBe('en_US');
  await given(catalogue, upsertAttributes, [{ code: 'name', type: 'text' }]);
  expect([...(await structure()).attributes.keys()]).toEqual(['name']);
});
