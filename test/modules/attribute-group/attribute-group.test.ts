// Risk: groups vanish under the attributes that are shown in them, or stand in another order than asked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

test('creates groups, lists them by place and then code, and shows their attributes page by page', async () => {
  const created = await catalogue.execute(`mutation {
    technical: createAttributeGroup(input: { code: "Technical", sortOrder: 2, labels: [{ locale: "en_US", text: "Technical data" }] }) {
      ... on AttributeGroupPayload { outcome attributeGroup { code label(locale: "en_US") labels { locale text } version } }
    }
    marketing: createAttributeGroup(input: { code: "marketing", sortOrder: 1 }) {
      ... on AttributeGroupPayload { attributeGroup { label } }
    }
    again: createAttributeGroup(input: { code: "TECHNICAL" }) { ... on Conflict { code detail } }
    other: createAttributeGroup(input: { code: "other", sortOrder: 1 }) { __typename }
  }`);
  expect(created.data).toEqual({
    technical: {
      outcome: 'CREATED',
      attributeGroup: {
        code: 'Technical',
        label: 'Technical data',
        labels: [{ locale: 'en_US', text: 'Technical data' }],
        version: 1,
      },
    },
    marketing: { attributeGroup: { label: '[marketing]' } },
    again: { code: 'duplicate-code', detail: "There is already an attribute group 'Technical'." },
    other: { __typename: 'AttributeGroupPayload' },
  });
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'voltage', type: 'number', group: 'technical', sortOrder: 2 },
    { code: 'weight', type: 'number', group: 'technical', sortOrder: 1 },
    { code: 'current', type: 'number', group: 'technical', sortOrder: 2 },
  ]);
  const page = `query ($after: String) {
    attributeGroups { nodes { code } }
    attributeGroup(code: "technical") { attributes(first: 2, after: $after) {
      totalCount nodes { code group { code } } pageInfo { hasNextPage endCursor }
    } }
  }`;
  const first = await catalogue.execute(page, {});
  const cursor = (first.data as { attributeGroup: { attributes: { pageInfo: { endCursor: string } } } })
    .attributeGroup.attributes.pageInfo.endCursor;
  const group = { code: 'Technical' };
  expect(first.data).toEqual({
    attributeGroups: { nodes: [{ code: 'marketing' }, { code: 'other' }, { code: 'Technical' }] },
    attributeGroup: {
      attributes: {
        totalCount: 3,
        nodes: [
          { code: 'weight', group },
          { code: 'current', group },
        ],
        pageInfo: { hasNextPage: true, endCursor: cursor },
      },
    },
  });
  const second = await catalogue.execute(page, { after: cursor });
  expect(second.data?.attributeGroup).toMatchObject({
    attributes: { nodes: [{ code: 'voltage', group }], pageInfo: { hasNextPage: false } },
  });
});

test('refuses labels in no locale', async () => {
  const result = await catalogue.execute(`mutation {
    updateAttributeGroup(code: "other", input: { labels: [{ locale: "english", text: "Other" }] }) {
      ... on ValidationFailed { detail errors { code path value } }
    }
  }`);
  expect(result.data?.updateAttributeGroup).toEqual({
    detail: "'english' is not a locale; one looks like en_US.",
    errors: [{ code: 'invalid-format', path: ['labels', 'english'], value: 'english' }],
  });
});

test('refuses to delete a group that attributes or sets use, and deletes an unused one', async () => {
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'lamps', attributes: [{ code: 'weight', group: 'MARKETING' }] },
  ]);
  const result = await catalogue.execute(`mutation {
    technical: deleteAttributeGroup(code: "technical") { ... on Conflict { code detail usedBy { type code } } }
    marketing: deleteAttributeGroup(code: "marketing") { ... on Conflict { usedBy { type code } } }
    other: deleteAttributeGroup(code: "OTHER", ifVersion: 1) { ... on DeletePayload { code } }
    gone: deleteAttributeGroup(code: "other") { ... on NotFound { detail } }
  }`);
  expect(result.data).toEqual({
    technical: {
      code: 'resource-in-use',
      detail:
        "The attribute group 'Technical' is used by attribute 'current', attribute 'voltage', attribute 'weight'.",
      usedBy: [
        { type: 'Attribute', code: 'current' },
        { type: 'Attribute', code: 'voltage' },
        { type: 'Attribute', code: 'weight' },
      ],
    },
    marketing: { usedBy: [{ type: 'AttributeSet', code: 'lamps' }] },
    other: { code: 'other' },
    gone: { detail: "There is no attribute group 'other'." },
  });
});

test('writes a batch in a constant number of statements', async () => {
  catalogue.takeStatements();
  const items = Array.from({ length: 300 }, (_, index) => ({ code: `g${index}`, sortOrder: index }));
  await catalogue.execute(
    'mutation ($items: [CreateAttributeGroupInput!]!) { upsertAttributeGroups(items: $items) { __typename } }',
    { items },
  );
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'attribute_group.load',
    'attribute_group.insert',
    'structure.bump',
    'ledger.append',
    'COMMIT',
  ]);
});

test('answers nothing of another organization and refuses writers without the scope', async () => {
  const stranger = await catalogue.addOrganization('Other');
  const read = '{ attributeGroup(code: "technical") { code } attributeGroups { totalCount } }';
  expect((await catalogue.execute(read, {}, stranger)).data).toEqual({
    attributeGroup: null,
    attributeGroups: { totalCount: 0 },
  });
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['attributes:read']);
  const write = 'mutation { createAttributeGroup(input: { code: "forbidden" }) { __typename } }';
  expect((await catalogue.execute(write, {}, reader)).errors?.[0]?.message).toContain('attributes:write');
});
