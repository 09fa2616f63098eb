// Risk: a view, an export or a page of a shop is empty one day, because somebody deleted what it names without a word.
import { afterAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertImportExportProfiles } from '../../../src/modules/profile/index.ts';
import { createSavedView } from '../../../src/modules/saved-view/index.ts';
import { upsertStorefronts } from '../../../src/modules/storefront/index.ts';
import { createTestOrganization, sessionOf } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const catalogue = await createTestOrganization();
afterAll(() => catalogue.close());
await seedClothingCatalogue(catalogue);
await seedConfiguration(catalogue, upsertAttributes, [
  { code: 'teaser', type: 'text', localizable: true },
  { code: 'column', type: 'text' },
]);
await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'lamps', attributes: ['name', 'brand'] }]);
await seedConfiguration(catalogue, upsertStorefronts, [
  { code: 'shop', channel: 'web', attributes: ['name', 'brand', 'washable'] },
  { code: 'other', channel: 'web', attributes: ['name'] },
]);
await seedConfiguration(catalogue, upsertImportExportProfiles, [
  {
    code: 'supplier',
    direction: 'import',
    resource: 'products',
    format: 'csv',
    mapping: [{ column: 'column', target: 'teaser-de_DE' }],
  },
  { code: 'feed', direction: 'export', resource: 'products', format: 'csv', columns: ['sku', 'teaser'] },
]);
const saveView = (name: string, shared: boolean, content: object) =>
  catalogue.runner.write(catalogue.owner, createSavedView, {
    name,
    shared,
    resource: 'products',
    ...content,
  } as never);
await saveView('No teaser', true, { filter: { attributes: { teaser: { empty: true } } } });
await saveView('Teasers', true, { columns: [{ attribute: 'teaser' }] });
await saveView('Mine', false, { columns: [{ attribute: 'teaser' }] });
await saveView('Lamps', true, { filter: { attribute_set: { in: ['lamps'] } } });

const { errors } = await catalogue.execute(
  `mutation { createWebhook(input: { url: "https://shop.example/hook", events: ["*"], changedAttributes: ["teaser"] }) { __typename } }`,
);
expect(errors).toBeUndefined();

async function effectsOf(input: object, session = catalogue.owner) {
  const { data, errors: faults } = await catalogue.execute(
    `mutation ($input: ApplyModelInput!) { applyModel(input: $input, dryRun: true) { __typename
      ... on ApplyModelPayload { effects { storefronts { storefront fields } references { object type count names } } } } }`,
    { input },
    session,
  );
  expect(faults).toBeUndefined();
  return (data as { applyModel: { effects: object } }).applyModel.effects;
}

test('the views, profiles and webhooks that name what is deleted are listed, private views and others are not', async () => {
  expect(await effectsOf({ delete: [{ kind: 'ATTRIBUTE', code: 'TEASER' }] })).toEqual({
    storefronts: [],
    references: [
      { object: 'teaser', type: 'ImportExportProfile', count: 2, names: ['feed', 'supplier'] },
      { object: 'teaser', type: 'SavedView', count: 2, names: ['No teaser', 'Teasers'] },
      { object: 'teaser', type: 'WebhookEndpoint', count: 1, names: ['https://shop.example/hook'] },
    ],
  });
  expect(await effectsOf({ delete: [{ kind: 'ATTRIBUTE', code: 'column' }] })).toEqual({
    storefronts: [],
    references: [],
  });
});

test('a caller learns the names of objects only that may be read', async () => {
  const session = sessionOf(catalogue.owner.organizationId, 'owner', [
    'attributes:read',
    'attributes:write',
    'import-export:read',
    'products:read',
  ]);
  expect(await effectsOf({ delete: [{ kind: 'ATTRIBUTE', code: 'teaser' }] }, session)).toMatchObject({
    references: [
      { type: 'ImportExportProfile', names: ['feed', 'supplier'] },
      { type: 'SavedView', names: ['No teaser', 'Teasers'] },
      { type: 'WebhookEndpoint', count: 1, names: [] },
    ],
  });
});

test('a change of the model lists the fields that leave the schemas of storefronts', async () => {
  expect(await effectsOf({ delete: [{ kind: 'ATTRIBUTE_SET', code: 'lamps' }] })).toEqual({
    storefronts: [
      { storefront: 'other', fields: ['Lamps'] },
      { storefront: 'shop', fields: ['Lamps'] },
    ],
    references: [{ object: 'lamps', type: 'SavedView', count: 1, names: ['Lamps'] }],
  });
  expect(await effectsOf({ attributeSets: [{ code: 'lamps', attributes: [{ code: 'name' }] }] })).toEqual({
    storefronts: [{ storefront: 'shop', fields: ['Lamps.brand'] }],
    references: [],
  });
});

test('the dry run of an undo has the effects of what it takes back; the undo itself has none', async () => {
  const session = { ...catalogue.owner, requestId: 'undone-request' };
  await catalogue.execute(
    `mutation { applyModel(input: { attributes: [{ code: "subtitle", type: TEXT }]
      attributeSets: [{ code: "lamps", attributes: [{ code: "name" }, { code: "brand" }, { code: "washable" }, { code: "subtitle" }] }] }) {
      __typename } }`,
    {},
    session,
  );
  const undo = async (dryRun: boolean) => {
    const { data, errors: faults } = await catalogue.execute(
      `mutation ($dryRun: Boolean!) { revertChanges(input: { selection: { requestId: "undone-request" }, dryRun: $dryRun }) {
        ... on RevertChangesPayload { report { deleted updated } effects { storefronts { storefront fields } } } } }`,
      { dryRun },
    );
    expect(faults).toBeUndefined();
    return (data as { revertChanges: object }).revertChanges;
  };
  const report = { deleted: 1, updated: 1 };
  expect(await undo(true)).toEqual({
    report,
    effects: { storefronts: [{ storefront: 'shop', fields: ['Lamps.washable'] }] },
  });
  expect(await undo(false)).toEqual({ report, effects: null });
});
