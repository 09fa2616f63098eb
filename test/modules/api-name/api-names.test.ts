// Risk: a write of the model is refused for a name that nobody gave, or a name changes that a front end depends on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { readStructure } from '../../../src/modules/structure/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const text = (code: string, apiName?: string) => ({ code, type: 'TEXT', ...(apiName && { apiName }) });
/** Names by code. */
async function namesOf(field: string, codes: readonly string[]) {
  const document = `{ ${field}(first: 100) { nodes { code apiName } } }`;
  const { data } = await catalogue.execute(document);
  const listed = data?.[field] as { nodes: { code: string; apiName: string }[] };
  return codes.map((code) => listed.nodes.find((node) => node.code === code)?.apiName);
}
const UPSERT = `mutation ($items: [CreateAttributeInput!]!) { upsertAttributes(items: $items) { ... on UpsertPayload {
  results { code outcome problem { ... on ValidationFailed { errors { code path message suggestions } } } } } } }`;
/** Outcomes of a batch, or what is wrong: `code path: suggestions`. */
async function upsert(items: readonly object[]) {
  const { data, errors } = await catalogue.execute(UPSERT, { items });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const answer = data?.upsertAttributes as {
    results: {
      outcome: string;
      problem: { errors: { code: string; path: string[]; suggestions: string[] }[] } | null;
    }[];
  };
  return answer.results.map(({ outcome, problem }) => {
    const [first] = problem?.errors ?? [];
    return first === undefined
      ? outcome
      : `${first.code} ${first.path.join('.')}: ${first.suggestions.join(' ')}`;
  });
}

test('what is made is named by its code, the later of two by its code itself', async () => {
  await seedConfiguration(
    catalogue,
    upsertAttributes,
    ['overall_height', 'image', 'size_cm', 'size__cm', 'accessories'].map((code) => ({ code, type: 'text' })),
  );
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'X_SELL' }, { code: 'accessories' }]);
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'desk_lamp' }, { code: 'product' }]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'Desk__Lamp' }, { code: 'designer' }]);
  expect(
    await namesOf('attributes', ['overall_height', 'image', 'size_cm', 'size__cm', 'accessories']),
  ).toEqual(['overallHeight', 'imageValue', 'sizeCm', 'size__cm', 'accessories']);
  // Association types share names with attributes, entity types with sets.
  expect(await namesOf('associationTypes', ['X_SELL', 'accessories'])).toEqual(['xSell', 'accessories_2']);
  expect(await namesOf('attributeSets', ['desk_lamp', 'product'])).toEqual(['DeskLamp', 'ProductType']);
  expect(await namesOf('entityTypes', ['Desk__Lamp', 'designer'])).toEqual(['Desk__Lamp', 'Designer']);
});

test('only an explicit change renames', async () => {
  await upsert([text('depth')]);
  const before = await catalogue.execute(
    `mutation { updateAttribute(code: "depth", input: { labels: [{ locale: "en_US", text: "Deepness" }] }) {
      ... on AttributePayload { attribute { apiName } } } }`,
  );
  expect(before.data?.updateAttribute).toEqual({ attribute: { apiName: 'depth' } });
  expect(await upsert([text('depth', 'deepness'), text('depth')])).toEqual(['UPDATED', 'UNCHANGED']);
  expect(await namesOf('attributes', ['depth'])).toEqual(['deepness']);
  const { rows } = await catalogue.database.owner.query(
    `SELECT changes FROM ledger.event WHERE resource = 'attribute' AND ref = 'depth' ORDER BY sequence DESC LIMIT 1`,
  );
  expect(rows[0].changes).toEqual([
    { path: 'api_name', channel: null, locale: null, old: 'depth', new: 'deepness' },
  ]);
  const restored = await catalogue.execute(
    `mutation { updateAttribute(code: "depth", input: { apiName: null }) {
      ... on AttributePayload { outcome attribute { apiName } } } }`,
  );
  expect(restored.data?.updateAttribute).toEqual({ outcome: 'UPDATED', attribute: { apiName: 'depth' } });
});

test.each([
  ['two words', 'pattern-mismatch apiName: twoWords'],
  ['3d', 'pattern-mismatch apiName: _3d'],
  ['__typename', 'pattern-mismatch apiName: typename'],
  ['price', 'value-not-allowed apiName: priceValue'],
  ['sizeCm', 'not-unique apiName: sizeCm_2'],
  ['xSell', 'not-unique apiName: xSell_2'],
  ['x'.repeat(121), `too-long apiName: ${'x'.repeat(100)}`],
])('a given name %s is refused with one that is free', async (apiName, problem) => {
  expect(await upsert([text('width', apiName)])).toEqual([problem]);
});

test('a batch gives names in its order, given ones first', async () => {
  expect(
    await upsert([text('net_weight'), text('gross', 'netWeight'), text('gross_2', 'netWeight')]),
  ).toEqual(['CREATED', 'CREATED', 'not-unique apiName: netWeight_2']);
  expect(await namesOf('attributes', ['net_weight', 'gross'])).toEqual(['net_weight', 'netWeight']);
  // A name may be given up and taken in one batch, and is not free before.
  expect(await upsert([text('gross', 'grossWeight'), text('net_weight', 'netWeight')])).toEqual([
    'UPDATED',
    'UPDATED',
  ]);
  expect(await upsert([text('gross', 'netWeight'), text('net_weight', 'weight')])).toEqual([
    'not-unique apiName: netWeight_2',
    'UPDATED',
  ]);
});

test('what an earlier release stored without a name has that of its code', async () => {
  await upsert([text('tint_a', 'tintB'), text('tint_b'), text('tint__b')]);
  await catalogue.database.owner.query(
    `UPDATE attribute SET api_name = NULL WHERE code IN ('tint_b', 'tint__b')`,
  );
  expect(await namesOf('attributes', ['tint_a', 'tint_b', 'tint__b'])).toEqual([
    'tintB',
    'tint_b',
    'tint__b',
  ]);
  const { database, owner } = catalogue;
  await database.owner.query(
    `UPDATE organization SET structure_revision = nextval('tenancy.structure_revision') WHERE id = $1`,
    [owner.organizationId],
  );
  const structure = await readStructure({
    ...pgTransaction(database.of(owner.organizationId).pool),
    session: owner,
  });
  expect(structure.attributes.get('tint_b')?.apiName).toBe('tint_b');
  // The next write stores it.
  expect(await upsert([text('tint_b')])).toEqual(['UPDATED']);
  const { rows } = await database.owner.query(`SELECT api_name FROM attribute WHERE code = 'tint_b'`);
  expect(rows).toEqual([{ api_name: 'tint_b' }]);
});

test('other organizations have names of their own, and updates without names read none', async () => {
  const other = await catalogue.addOrganization('Other');
  const created = await catalogue.execute(UPSERT, { items: [text('size__cm')] }, other);
  expect(created.errors).toBeUndefined();
  const { data } = await catalogue.execute(`{ attribute(code: "size__cm") { apiName } }`, {}, other);
  expect(data?.attribute).toEqual({ apiName: 'sizeCm' });
  catalogue.takeStatements();
  await upsert([{ code: 'size_cm', sortOrder: 7 }]);
  expect(catalogue.takeStatements()).not.toContain('api_name.fields');
});
