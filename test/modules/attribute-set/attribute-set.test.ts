// Risk: a set names what it does not have, or takes away what tells stored variants apart.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'Technical' }, { code: 'marketing' }]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'Title', type: 'text', group: 'marketing' },
    { code: 'picture', type: 'media' },
    { code: 'dimmable', type: 'boolean', group: 'technical' },
    { code: 'socket', type: 'select', optionSet: 'sizes' },
    { code: 'shade', type: 'select', optionSet: 'colors', scopable: true },
    { code: 'note', type: 'textarea', localizable: true },
  ]);
});
afterAll(() => catalogue.close());

const SET = `code label labels { locale text } description version productsCount
  attributes { attribute { code } group { code } sortOrder requiredIn }
  attributeAsLabel { code } attributeAsImage { code }
  requiredAttributes { channel attributes }
  variantLayouts { code label(locale: "en_US") labels { locale text } levels { axes { code } attributes { code } } }`;
const UPDATE = `mutation ($code: String!, $input: UpdateAttributeSetInput!, $dryRun: Boolean! = false) {
  updateAttributeSet(code: $code, input: $input, dryRun: $dryRun) {
    __typename
    ... on AttributeSetPayload { outcome attributeSet { ${SET} } }
    ... on ValidationFailed { errors { code path message suggestions } }
    ... on Conflict { code detail usedBy { type code } errors { code path } }
  }
}`;

const update = async (code: string, input: object, dryRun = false) => {
  const { data, errors } = await catalogue.execute(UPDATE, { code, input, dryRun });
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.updateAttributeSet as { errors?: { code: string; path: string[] }[] };
};
/** What is wrong with a change, as `code path`. */
const problemsOf = async (code: string, input: object) =>
  (await update(code, input)).errors?.map((problem) => `${problem.code} ${problem.path.join('.')}`);

const LAMPS = {
  code: 'lamps',
  description: 'Things that shine.',
  labels: [{ locale: 'en_US', text: 'Lamps' }],
  attributes: [
    { code: 'title' },
    { code: 'PICTURE', group: 'technical' },
    { code: 'dimmable' },
    { code: 'socket' },
    { code: 'note', sortOrder: -1 },
  ],
  attributeAsLabel: 'TITLE',
  attributeAsImage: 'picture',
  requiredAttributes: [
    { channel: 'WEB', attributes: ['socket', 'TITLE'] },
    { channel: '*', attributes: ['title'] },
    { channel: 'print', attributes: [] },
  ],
  variantLayouts: [
    {
      code: 'by_socket',
      labels: [{ locale: 'en_US', text: 'By socket' }],
      levels: [{ axes: ['SOCKET'], attributes: ['socket', 'Picture'] }],
    },
  ],
};

test('creates a set with everything in stored case and in its order', async () => {
  const created = await catalogue.execute(
    `mutation ($input: CreateAttributeSetInput!) { createAttributeSet(input: $input) {
      ... on AttributeSetPayload { outcome attributeSet { ${SET} } }
      ... on ValidationFailed { errors { code path message } }
    } }`,
    { input: LAMPS },
  );
  const member = (code: string, sortOrder: number, group: string | null, requiredIn: string[] = []) => ({
    attribute: { code },
    group: group === null ? null : { code: group },
    sortOrder,
    requiredIn,
  });
  expect(created.data?.createAttributeSet).toEqual({
    outcome: 'CREATED',
    attributeSet: {
      code: 'lamps',
      label: 'Lamps',
      labels: [{ locale: 'en_US', text: 'Lamps' }],
      description: 'Things that shine.',
      version: 1,
      productsCount: 0,
      attributes: [
        member('note', -1, null),
        member('Title', 0, 'marketing', ['*', 'web']),
        member('picture', 1, 'Technical'),
        member('dimmable', 2, 'Technical'),
        member('socket', 3, null, ['web']),
      ],
      attributeAsLabel: { code: 'Title' },
      attributeAsImage: { code: 'picture' },
      requiredAttributes: [
        { channel: '*', attributes: ['Title'] },
        { channel: 'web', attributes: ['Title', 'socket'] },
      ],
      variantLayouts: [
        {
          code: 'by_socket',
          label: 'By socket',
          labels: [{ locale: 'en_US', text: 'By socket' }],
          levels: [{ axes: [{ code: 'socket' }], attributes: [{ code: 'picture' }] }],
        },
      ],
    },
  });
  const sets = await catalogue.execute('{ attribute(code: "title") { attributeSets { code } } }');
  expect(sets.data).toEqual({ attribute: { attributeSets: [{ code: 'lamps' }] } });
});

test('leaves what is the same alone, and requirements of other channels', async () => {
  const { code: _code, ...same } = LAMPS;
  expect(await update('LAMPS', same)).toMatchObject({ outcome: 'UNCHANGED', attributeSet: { version: 1 } });
  const input = { requiredAttributes: [{ channel: 'Web', attributes: ['socket'] }] };
  const required = {
    outcome: 'UPDATED',
    attributeSet: {
      version: 2,
      requiredAttributes: [
        { channel: '*', attributes: ['Title'] },
        { channel: 'web', attributes: ['socket'] },
      ],
    },
  };
  expect(await update('lamps', input, true)).toMatchObject(required);
  expect(await update('lamps', input)).toMatchObject(required);
  const { rows } = await catalogue.database.owner.query(
    `SELECT changes FROM ledger.event WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [catalogue.owner.organizationId],
  );
  expect(rows[0].changes).toEqual([
    {
      path: 'required_attributes',
      channel: null,
      locale: null,
      old: { '*': ['Title'], web: ['Title', 'socket'] },
      new: { '*': ['Title'], web: ['socket'] },
    },
  ]);
  expect(await update('lamps', { requiredAttributes: [{ channel: 'web', attributes: null }] })).toMatchObject(
    { attributeSet: { requiredAttributes: [{ channel: '*', attributes: ['Title'] }] } },
  );
});

test('refuses members, groups and channels that do not exist, and members named twice', async () => {
  const attributes = [{ code: 'titel' }, { code: 'socket', group: 'technicl' }, { code: 'SOCKET' }];
  expect(await update('lamps', { attributes, attributeAsLabel: null })).toMatchObject({
    errors: [
      {
        code: 'reference-not-found',
        path: ['attributes', '0', 'code'],
        message: "There is no attribute 'titel'. Did you mean 'Title'?",
        suggestions: ['Title'],
      },
      { code: 'reference-not-found', path: ['attributes', '1', 'group'], suggestions: ['Technical'] },
      { code: 'duplicate-item', path: ['attributes', '2', 'code'] },
      { code: 'attribute-not-in-set', path: ['attributeAsImage'] },
    ],
  });
  expect(await update('lamps', { requiredAttributes: [{ channel: 'wep', attributes: [] }] })).toMatchObject({
    errors: [{ code: 'reference-not-found', path: ['requiredAttributes', 'wep'], suggestions: ['web'] }],
  });
});

test('refuses names, pictures and requirements that are no members of the right type', async () => {
  expect(await update('lamps', { attributeAsLabel: 'dimmable', attributeAsImage: 'brand' })).toMatchObject({
    errors: [
      {
        code: 'value-not-allowed',
        path: ['attributeAsLabel'],
        message: "'dimmable' is of type 'boolean'; its values have to be a text.",
        suggestions: ['note', 'Title'],
      },
      {
        code: 'attribute-not-in-set',
        path: ['attributeAsImage'],
        message: "'brand' is not among its attributes.",
      },
    ],
  });
  expect(
    await problemsOf('lamps', { requiredAttributes: [{ channel: '*', attributes: ['title', 'brand'] }] }),
  ).toEqual(['attribute-not-in-set requiredAttributes.*.1']);
});

test('a set has an icon of the list, or none', async () => {
  const code = 'iconic';
  await seedConfiguration(catalogue, upsertAttributeSets, [{ code, icon: 'lamp' }]);
  const iconOf = async () => (await catalogue.execute(`{ attributeSet(code: "${code}") { icon } }`)).data;
  expect(await iconOf()).toEqual({ attributeSet: { icon: 'lamp' } });
  await update(code, { description: 'Round' });
  expect(await iconOf()).toEqual({ attributeSet: { icon: 'lamp' } });
  expect(await problemsOf(code, { icon: 'dragon' })).toEqual(['value-not-allowed icon']);
  await update(code, { icon: null });
  expect(await iconOf()).toEqual({ attributeSet: { icon: null } });
});

test('names the attributes with further roles, one by one', async () => {
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'Teaser', type: 'rich_text' },
    { code: 'pictures', type: 'media_list' },
    { code: 'amount', type: 'price' },
    { code: 'path', type: 'text', localizable: true },
  ]);
  const attributes = ['title', 'note', 'teaser', 'pictures', 'amount', 'path'].map((code) => ({ code }));
  const created = await catalogue.execute(
    `mutation ($input: CreateAttributeSetInput!) { createAttributeSet(input: $input) {
      ... on AttributeSetPayload { attributeSet { roles { role attribute } } } } }`,
    {
      input: {
        code: 'posters',
        attributes,
        roles: [
          { role: 'SLUG', attribute: 'PATH' },
          { role: 'SUMMARY', attribute: 'teaser' },
          { role: 'PRICE', attribute: 'amount' },
        ],
      },
    },
  );
  expect(created.data?.createAttributeSet).toEqual({
    attributeSet: {
      roles: [
        { role: 'SUMMARY', attribute: 'Teaser' },
        { role: 'PRICE', attribute: 'amount' },
        { role: 'SLUG', attribute: 'path' },
      ],
    },
  });
  const changed = await update('posters', {
    roles: [
      { role: 'PRICE', attribute: null },
      { role: 'GALLERY', attribute: 'pictures' },
      { role: 'SEO_TITLE', attribute: 'title' },
      { role: 'SEO_DESCRIPTION', attribute: 'note' },
    ],
  });
  expect(changed).toMatchObject({ outcome: 'UPDATED' });
  const { rows } = await catalogue.database.owner.query(
    `SELECT changes FROM ledger.event WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [catalogue.owner.organizationId],
  );
  const roles = { summary: 'Teaser', gallery: 'pictures', slug: 'path', seo_title: 'Title' };
  expect(rows[0].changes).toEqual([
    {
      path: 'roles',
      channel: null,
      locale: null,
      old: { summary: 'Teaser', price: 'amount', slug: 'path' },
      new: { ...roles, seo_description: 'note' },
    },
  ]);
  // An attribute that leaves the set loses its role.
  const left = await update('posters', { attributes: attributes.filter(({ code }) => code !== 'note') });
  expect(left).toMatchObject({ attributeSet: { attributes: { length: 5 } } });
  const { data } = await catalogue.execute('{ attributeSet(code: "posters") { roles { role attribute } } }');
  expect(data?.attributeSet).toEqual({
    roles: Object.entries(roles).map(([role, attribute]) => ({ role: role.toUpperCase(), attribute })),
  });
});

test('refuses roles for attributes of other types and of other sets', async () => {
  const roles = [
    { role: 'PRICE', attribute: 'titel' },
    { role: 'GALLERY', attribute: 'title' },
    { role: 'SLUG', attribute: 'pictures' },
  ];
  expect(await update('posters', { roles })).toMatchObject({
    errors: [
      {
        code: 'value-not-allowed',
        path: ['roles', 'gallery'],
        message: "'Title' is of type 'text'; its values have to be of type 'media_list'.",
        suggestions: ['pictures'],
      },
      {
        code: 'attribute-not-in-set',
        path: ['roles', 'price'],
        message: "'titel' is not among its attributes. Did you mean 'Title'?",
        suggestions: ['Title'],
      },
      {
        code: 'value-not-allowed',
        path: ['roles', 'slug'],
        message: "'pictures' is of type 'media_list'; its values have to be of type 'text' or 'identifier'.",
        suggestions: ['Title', 'path'],
      },
    ],
  });
});

test('refuses layouts that could not tell variants apart', async () => {
  const layout = (levels: object[], code = 'tried') => ({ variantLayouts: [{ code, levels }] });
  expect(await problemsOf('lamps', layout([]))).toEqual(['too-few-items variantLayouts.0.levels']);
  expect(
    await problemsOf('lamps', layout([{ axes: ['socket'] }, { axes: ['dimmable'] }, { axes: ['title'] }])),
  ).toEqual(['too-many-items variantLayouts.0.levels', 'value-not-allowed variantLayouts.0.levels.2.axes.0']);
  expect(await problemsOf('lamps', layout([{ axes: [] }], 'no good'))).toEqual([
    'invalid-code variantLayouts.0.code',
    'too-few-items variantLayouts.0.levels.0.axes',
  ]);
  expect(await problemsOf('lamps', layout([{ axes: ['socket', 'brand'], attributes: ['color'] }]))).toEqual([
    'attribute-not-in-set variantLayouts.0.levels.0.axes.1',
    'attribute-not-in-set variantLayouts.0.levels.0.attributes.0',
  ]);
  // An attribute belongs to one level, whether as an axis or not.
  expect(
    await problemsOf(
      'lamps',
      layout([
        { axes: ['socket'], attributes: ['note', 'dimmable'] },
        { axes: ['dimmable'], attributes: ['SOCKET'] },
      ]),
    ),
  ).toEqual([
    'duplicate-item variantLayouts.0.levels.1.axes.0',
    'duplicate-item variantLayouts.0.levels.1.attributes.0',
  ]);
  expect(
    await problemsOf('lamps', {
      attributes: [...LAMPS.attributes, { code: 'shade' }],
      ...layout([{ axes: ['shade'] }]),
    }),
  ).toEqual(['value-not-allowed variantLayouts.0.levels.0.axes.0']);
});

test('takes an attribute that leaves the set out of requirements and layouts, unless it is an axis', async () => {
  const without = (...codes: string[]) => LAMPS.attributes.filter(({ code }) => !codes.includes(code));
  const kept = await update('lamps', {
    attributes: without('PICTURE'),
    attributeAsImage: null,
    requiredAttributes: [{ channel: '*', attributes: ['title', 'dimmable'] }],
  });
  expect(kept).toMatchObject({
    outcome: 'UPDATED',
    attributeSet: { variantLayouts: [{ levels: [{ axes: [{ code: 'socket' }], attributes: [] }] }] },
  });
  expect(await update('lamps', { attributes: without('PICTURE', 'dimmable') })).toMatchObject({
    attributeSet: { requiredAttributes: [{ channel: '*', attributes: ['Title'] }] },
  });
  expect(await problemsOf('lamps', { attributes: without('PICTURE', 'socket') })).toEqual([
    'attribute-not-in-set variantLayouts.0.levels.0.axes.0',
  ]);
});

test('keeps the layouts that products use and their axes; all else of them may change', async () => {
  const made = await catalogue.execute(`mutation {
    a: createProduct(input: { sku: "M1", type: MODEL, attributeSet: "clothing", variantLayout: "by_size" }) { __typename }
    b: createProduct(input: { sku: "M2", type: MODEL, attributeSet: "clothing", variantLayout: "by_size" }) { __typename }
    gone: deleteProduct(ref: "M2") { __typename }
  }`);
  expect(made.data?.b).toEqual({ __typename: 'ProductPayload' });
  const bySize = { code: 'BY_SIZE', levels: [{ axes: ['size'], attributes: ['brand'] }] };
  expect(await update('clothing', { variantLayouts: [] })).toEqual({
    __typename: 'Conflict',
    code: 'resource-in-use',
    detail: "The variant layout 'by_size' is used by 2 products ('M1', 'M2').",
    usedBy: [
      { type: 'Product', code: 'M1' },
      { type: 'Product', code: 'M2' },
    ],
    errors: [],
  });
  expect(
    await update('clothing', { variantLayouts: [{ ...bySize, levels: [{ axes: ['size', 'color'] }] }] }),
  ).toMatchObject({
    __typename: 'Conflict',
    code: 'immutable-property',
    detail:
      "The axes of the variant layout 'by_size' cannot be changed: it is used by 2 products ('M1', 'M2').",
    errors: [{ code: 'immutable-property', path: ['variantLayouts', '0', 'levels'] }],
  });
  expect(await update('clothing', { variantLayouts: [bySize] })).toMatchObject({
    outcome: 'UPDATED',
    attributeSet: {
      productsCount: 1,
      variantLayouts: [
        { code: 'by_size', levels: [{ axes: [{ code: 'size' }], attributes: [{ code: 'brand' }] }] },
      ],
    },
  });
});

test('refuses to delete a set that products have, and deletes an unused one', async () => {
  const result = await catalogue.execute(`mutation {
    used: deleteAttributeSet(code: "CLOTHING") { ... on Conflict { code detail usedBy { type code } } }
    free: deleteAttributeSet(code: "Lamps") { ... on DeletePayload { code } }
  }`);
  expect(result.data).toEqual({
    used: {
      code: 'resource-in-use',
      detail:
        "The attribute set 'clothing' is used by product 'M1', product 'M2'. Deleted ones count as long as they can be restored.",
      usedBy: [
        { type: 'Product', code: 'M1' },
        { type: 'Product', code: 'M2' },
      ],
    },
    free: { code: 'lamps' },
  });
});

test('writes a batch of sets in a constant number of statements', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ ...LAMPS, code: `lamps${index}` }));
  const upsert = `mutation ($items: [CreateAttributeSetInput!]!) {
    upsertAttributeSets(items: $items) { ... on UpsertPayload { created updated failed } }
  }`;
  // The first one whose label is an attribute makes that searchable.
  await catalogue.execute(upsert, { items: [{ ...LAMPS, code: 'first_lamps' }] });
  catalogue.takeStatements();
  const created = await catalogue.execute(upsert, { items });
  expect(created.data?.upsertAttributeSets).toEqual({ created: 100, updated: 0, failed: 0 });
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'attribute_set.load',
    'attribute.load',
    'attribute_group.load',
    'channel.load',
    'api_name.types',
    'attribute_set.insert',
    'structure.bump',
    // Which texts are sorted by follows from what the sets call their label.
    'structure.revision',
    'attribute.load_all',
    'association_type.load_all',
    'attribute_group.load_all',
    'attribute_set.load_all',
    'entity_type.load_all',
    'structure.completeness_revisions',
    'channel.load_all',
    'locale.load_all',
    'currency.load_all',
    'measurement_family.load_all',
    'structure.defaults',
    'structure.revision',
    'ledger.append',
    'COMMIT',
  ]);
});

test('reads a page of sets in a constant number of statements', async () => {
  catalogue.takeStatements();
  await catalogue.execute(`{ attributeSets(first: 50) { nodes {
    code label productsCount attributes { attribute { code label attributeSets { code } } group { code } }
  } } }`);
  // Loaders of one tick run side by side, in any order.
  expect(catalogue.takeStatements().sort()).toEqual([
    'SELECT attribute',
    'SELECT attribute_group',
    'SELECT attribute_set',
    'SELECT attribute_set',
    'attribute_set.count_products',
    'attribute_set.list',
    'attribute_set.of_attributes',
    'locale.fallbacks',
  ]);
});
