// Risk: a locale that values or channels need gets disabled or deleted, or a new organization lacks one of the world's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { seedLocales, upsertLocales } from '../../../src/modules/locale/index.ts';
import { createProduct } from '../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertLocales, [
    { code: 'en_US', enabled: true },
    { code: 'sv_SE', enabled: true },
    { code: 'it_IT', enabled: true },
  ]);
});
afterAll(() => catalogue.close());

test('keeps the default locale of the organization enabled', async () => {
  await catalogue.execute(
    'mutation { updateOrganization(input: { defaultLocale: "en_US" }) { __typename } }',
  );
  const { data } = await catalogue.execute(`mutation {
    kept: updateLocale(code: "en_us", input: { enabled: false }) { ... on Conflict { detail } }
    free: updateLocale(code: "it_IT", input: { enabled: false }) { ... on LocalePayload { outcome } }
  }`);
  expect(data).toEqual({
    kept: { detail: "The locale 'en_US' cannot be disabled: it is used by organization 'Test'." },
    free: { outcome: 'UPDATED' },
  });
});

test('may be disabled while products have values in it, but not be deleted', async () => {
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'name', type: 'text', localizable: true }]);
  await catalogue.runner.write(catalogue.owner, createProduct, {
    sku: 'BED',
    values: [{ attribute: 'name', channel: null, locale: 'sv_SE', value: 'Säng', path: ['values', 'name'] }],
  });
  const { data } = await catalogue.execute(`mutation {
    disabled: updateLocale(code: "sv_SE", input: { enabled: false }) { ... on LocalePayload { locale { enabled } } }
    deleted: deleteLocale(code: "sv_SE") { ... on Conflict { code usedBy { type code } } }
  }`);
  expect(data).toEqual({
    disabled: { locale: { enabled: false } },
    deleted: { code: 'resource-in-use', usedBy: [{ type: 'Product', code: 'BED' }] },
  });
});

test('gives a new organization all locales of CLDR, disabled, and leaves alone what is there', async () => {
  const session = await catalogue.addOrganization('Seeded');
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'de_DE', enabled: true }], session);
  const { pool } = catalogue.database.of(session.organizationId);
  await seedLocales(pgTransaction(pool), session.organizationId, new Date());
  await seedLocales(pgTransaction(pool), session.organizationId, new Date());
  const { data } = await catalogue.execute(
    `{ all: locales { totalCount } enabled: locales(enabled: true) { nodes { code version } }
       script: locale(code: "zh_hans_cn") { code label } short: locale(code: "zh_CN") { enabled }
       area: locale(code: "es_419") { label } }`,
    {},
    session,
  );
  expect(data).toEqual({
    all: { totalCount: 792 },
    enabled: { nodes: [{ code: 'de_DE', version: 1 }] },
    script: { code: 'zh_Hans_CN', label: 'Chinese (Simplified, China)' },
    short: { enabled: false },
    area: { label: 'Latin American Spanish' },
  });
});
