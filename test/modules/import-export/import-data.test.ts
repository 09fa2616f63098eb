// Risk: an import that does not exist passes for one that worked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCatalogue, sessionOf, type TestCatalogue } from '../../support/catalogue.ts';

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
});
afterAll(() => catalogue.close());

const IMPORT = `mutation ($dryRun: Boolean! = false) { importData(input: { resource: "products", rows: [{ sku: "CAP" }] }, dryRun: $dryRun) {
  __typename ... on Problem { code type status errors { code } } } }`;

test('says that imports are not available yet, also when it is tried', async () => {
  const refusal = {
    __typename: 'Conflict',
    code: 'not-available-yet',
    type: 'http://catalograph.test/problems/not-available-yet',
    status: 409,
    errors: [],
  };
  expect(await catalogue.execute(IMPORT)).toEqual({ data: { importData: refusal } });
  expect(await catalogue.execute(IMPORT, { dryRun: true })).toEqual({ data: { importData: refusal } });
});

test('is refused to who may not import at all', async () => {
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:write']);
  const { errors } = await catalogue.execute(IMPORT, {}, reader);
  expect(errors?.[0]?.message).toContain('import-export:write');
});
