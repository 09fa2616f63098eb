// Risk: a template leaves labels or samples incomplete, overwrites what somebody has, or cannot be undone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { CONFIGURATION_KINDS, CONFIGURATION_RESOURCES } from '../../../src/modules/configuration/index.ts';
import { provisionOrganization } from '../../../src/modules/organization/index.ts';
import { TEMPLATE_CODES, type TemplateCode } from '../../../src/modules/template/template.ts';
import { TEMPLATES } from '../../../src/modules/template/templates.ts';
import { MODULES } from '../../../src/modules.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

/** Makes an organization as the first start does, with all locales, currencies and units and nothing else. */
async function addEmptyOrganization(): Promise<Session> {
  const clock = { now: () => new Date() };
  const person = {
    name: 'Owner',
    email: `${crypto.randomUUID()}@example.test`,
    password: 'correct horse battery',
  };
  const { organizationId } = await provisionOrganization(
    { owner: catalogue.database.owner, clock },
    { name: 'Empty', owner: person },
    MODULES,
  );
  return sessionOf(organizationId);
}

const APPLY = `mutation ($input: ApplyTemplateInput!, $dryRun: Boolean! = false) {
  applyTemplate(input: $input, dryRun: $dryRun) {
    __typename
    ... on ApplyTemplatePayload { channel created updated unchanged samples dryRun results { kind code outcome } }
    ... on Problem { code errors { code path message } }
  }
}`;

const THREE_LANGUAGES = {
  channelLabel: 'Shop',
  locales: ['en_US', 'de_DE', 'fr_FR'],
  currencies: ['USD', 'EUR'],
};

async function execute(document: string, variables: object, session: Session) {
  const { data, errors } = await catalogue.execute(document, { ...variables }, session);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data as Record<string, unknown>;
}

async function apply(template: TemplateCode, session: Session, options: object = {}, dryRun = false) {
  const input = { template: template.toUpperCase(), ...THREE_LANGUAGES, ...options };
  const { applyTemplate } = await execute(APPLY, { input, dryRun }, session);
  return applyTemplate as {
    readonly channel: string;
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly samples: readonly string[];
    readonly results: readonly { readonly kind: string; readonly code: string; readonly outcome: string }[];
    readonly errors: readonly {
      readonly code: string;
      readonly path: readonly string[];
      readonly message: string;
    }[];
  };
}

/** Returns all configuration of an organization and the SKUs of its products, in a fixed order. */
async function contentOf({ organizationId }: Session): Promise<readonly unknown[]> {
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const { rows } = await catalogue.database.owner.query(
    'SELECT sku FROM public.product WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY sku',
    [organizationId],
  );
  const content: unknown[] = [rows];
  for (const kind of CONFIGURATION_KINDS) {
    const stored = await CONFIGURATION_RESOURCES[kind].store.loadAll(transaction, organizationId);
    content.push([kind, stored.map(({ document }) => JSON.stringify(document)).sort()]);
  }
  return content;
}

async function revert(requestId: string, session: Session) {
  const input = { selection: { requestId }, dryRun: false };
  const { revertChanges } = await execute(
    `mutation ($input: RevertChangesInput!) { revertChanges(input: $input) {
      ... on RevertChangesPayload { report { deleted updated conflicts { ref code message } } }
      ... on Problem { detail }
    } }`,
    { input },
    session,
  );
  return revertChanges;
}

/** Counts of each template: the objects of its model, and its sample products. */
const SIZES: Readonly<Record<TemplateCode, { readonly created: number; readonly samples: number }>> = {
  fashion: { created: 118, samples: 12 },
  furniture: { created: 79, samples: 11 },
  electronics: { created: 89, samples: 11 },
  general: { created: 12, samples: 0 },
};

/** The sample product of each template that shows what is to be done. */
const INCOMPLETE_SAMPLES: Readonly<Partial<Record<TemplateCode, string>>> = {
  fashion: 'SAMPLE-SCARF',
  furniture: 'SAMPLE-SHELF',
  electronics: 'SAMPLE-CHARGER',
};

/** Attributes that a complete product of any set needs, besides its axes. */
const ALWAYS_REQUIRED = ['name', 'price', 'long_description'];

describe.each(TEMPLATE_CODES)('the template %s', (code) => {
  test('has at most 30 attributes, and sets name only what it has', () => {
    const { attributes, attributeSets } = TEMPLATES[code];
    const codes = attributes.map((attribute) => attribute.code);
    expect(codes.length).toBeLessThanOrEqual(30);
    expect([...new Set(attributeSets.flatMap((set) => set.attributes))].sort()).toEqual(codes.sort());
  });

  test('requires more than a name, and has images at the level of a finish or color', () => {
    for (const { code: set, required, variantLayouts, attributes } of TEMPLATES[code].attributeSets) {
      const codes = [...required.everywhere, ...required.channel];
      expect([set, ...codes]).toEqual(expect.arrayContaining(ALWAYS_REQUIRED));
      expect(codes.filter((one) => !attributes.includes(one))).toEqual([]);
      for (const { levels } of variantLayouts) {
        const level = levels.find((one) => one.attributes.includes('images'));
        expect([set, level?.axes]).toEqual([set, [expect.stringMatching(/^(color|finish)$/)]]);
      }
    }
  });

  test('gives an empty organization a model with labels in three languages and samples, of which one is incomplete', async () => {
    const session = await addEmptyOrganization();
    const { created, samples, channel } = await apply(code, session);
    expect({ channel, created, samples: samples.length }).toEqual({ channel: 'webshop', ...SIZES[code] });
    expect(await unlabelledObjects(session)).toEqual([]);
    if (samples.length === 0) return;

    const { setProductStatuses } = await execute(
      `mutation ($refs: [ID!]!) { setProductStatuses(refs: $refs, status: PUBLISHED) { __typename
        ... on SetProductStatusesPayload { updated failed } ... on Problem { detail } } }`,
      { refs: samples },
      session,
    );
    expect(setProductStatuses).toMatchObject({ updated: samples.length, failed: 0 });
    const { products } = await execute(
      '{ products(first: 50) { nodes { sku completeness { locale { code } missing } publications { state isPartial } } } }',
      {},
      session,
    );
    const { nodes } = products as {
      readonly nodes: readonly {
        readonly sku: string;
        readonly completeness: readonly {
          readonly locale: { readonly code: string };
          readonly missing: readonly string[];
        }[];
        readonly publications: readonly { readonly state: string; readonly isPartial: boolean }[];
      }[];
    };
    const missing = nodes.flatMap(({ sku, completeness }) =>
      completeness.flatMap((entry) => (entry.missing.length === 0 ? [] : [{ sku, ...entry }])),
    );
    expect(missing).toEqual(
      THREE_LANGUAGES.locales.map((locale) => ({
        sku: INCOMPLETE_SAMPLES[code],
        locale: { code: locale },
        missing: ['long_description', 'price'],
      })),
    );
    expect(nodes.flatMap(({ publications }) => publications)).toEqual(
      nodes.map(() => ({ state: 'PUBLISHED', isPartial: false })),
    );
  });

  test('applied twice changes nothing, and an undo leaves what was there before', async () => {
    const session = await addEmptyOrganization();
    const before = await contentOf(session);
    const dryRun = await apply(code, session, {}, true);
    expect(dryRun).toMatchObject({ dryRun: true, created: SIZES[code].created });
    expect(await contentOf(session)).toEqual(before);

    const first = await apply(code, { ...session, requestId: 'first' });
    // Home distinguishes what a template did from what people do by hand.
    const { rows: origins } = await catalogue.database.owner.query(
      'SELECT DISTINCT door FROM ledger.event WHERE organization_id = $1 AND request_id = $2',
      [session.organizationId, 'first'],
    );
    expect(origins).toEqual([{ door: 'template' }]);
    const after = await contentOf(session);
    const second = await apply(code, session);
    expect(second).toMatchObject({ created: 0, updated: 0, unchanged: first.results.length, samples: [] });
    expect(await contentOf(session)).toEqual(after);

    expect(await revert('first', session)).toMatchObject({ report: { conflicts: [] } });
    expect(await contentOf(session)).toEqual(before);
  });
});

/** Returns the objects with labels that lack one in a locale of the channel. */
async function unlabelledObjects({ organizationId }: Session): Promise<readonly string[]> {
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const gaps: string[] = [];
  for (const kind of CONFIGURATION_KINDS) {
    if (kind === 'measurement_family' || kind === 'import_export_profile') continue;
    for (const { document } of await CONFIGURATION_RESOURCES[kind].store.loadAll(
      transaction,
      organizationId,
    )) {
      const {
        code,
        labels,
        variantLayouts = [],
      } = document as {
        readonly code: string;
        readonly labels?: object;
        readonly variantLayouts?: readonly { readonly code: string; readonly labels: object }[];
      };
      for (const [name, texts] of [
        [code, labels] as const,
        ...variantLayouts.map((layout) => [layout.code, layout.labels] as const),
      ])
        if (texts !== undefined && Object.keys(texts).sort().join() !== 'de_DE,en_US,fr_FR')
          gaps.push(`${kind} ${name}`);
    }
  }
  return gaps;
}

test('two templates share attributes, the channel and its category tree', async () => {
  const session = await addEmptyOrganization();
  await apply('fashion', session);
  const { results, samples } = await apply('electronics', session, { channelLabel: 'Other' });
  const unchanged = results.filter(({ outcome }) => outcome === 'UNCHANGED').map(({ code }) => code);
  expect(unchanged).toEqual(
    expect.arrayContaining(['webshop', 'catalogue', 'name', 'colors', 'color', 'price']),
  );
  expect(samples).toHaveLength(SIZES.electronics.samples);
  const { channel } = await execute('{ channel(code: "webshop") { label locales { code } } }', {}, session);
  expect(channel).toEqual({
    label: 'Shop',
    locales: [{ code: 'en_US' }, { code: 'de_DE' }, { code: 'fr_FR' }],
  });
});

test('labels are in the enabled locales only, and in English where templates have no other text', async () => {
  const session = await addEmptyOrganization();
  await apply('fashion', session, { locales: ['it_IT'], currencies: ['JPY'] });
  const { attribute, product } = await execute(
    `{ attribute(code: "color") { labels { locale text } }
       product(ref: "SAMPLE-TEE") { status externalRefs { system externalId } values { attribute { code }
         ... on PriceValue { prices { amount currency } } } } }`,
    {},
    session,
  );
  expect(attribute).toEqual({ labels: [{ locale: 'it_IT', text: 'Color' }] });
  expect(product).toMatchObject({
    status: 'DRAFT',
    externalRefs: [{ system: 'template', externalId: 'fashion/SAMPLE-TEE' }],
  });
  expect((product as { values: object[] }).values).toContainEqual({
    attribute: { code: 'price' },
    prices: [{ amount: '2990', currency: 'JPY' }],
  });
});

test('what somebody has is left as it is, and what the template cannot use is named', async () => {
  const session = await addEmptyOrganization();
  const model = (input: object) =>
    execute(
      'mutation ($input: ApplyModelInput!) { applyModel(input: $input) { __typename } }',
      { input },
      session,
    );
  await model({
    attributes: [{ code: 'brand', type: 'TEXT', labels: [{ locale: 'en_US', text: 'Maker' }] }],
    categories: [{ code: 'tops', labels: [{ locale: 'en_US', text: 'Shirts' }] }],
  });
  await apply('fashion', session);
  const { attribute, category } = await execute(
    '{ attribute(code: "brand") { labels { text } group { code } } category(code: "tops") { labels { text } parent { code } } }',
    {},
    session,
  );
  expect(attribute).toEqual({ labels: [{ text: 'Maker' }], group: null });
  expect(category).toEqual({ labels: [{ text: 'Shirts' }], parent: null });

  const other = await addEmptyOrganization();
  await execute(
    'mutation ($input: ApplyModelInput!) { applyModel(input: $input) { __typename } }',
    {
      input: {
        attributes: [
          { code: 'Size', type: 'NUMBER' },
          { code: 'name', type: 'TEXT' },
        ],
      },
    },
    other,
  );
  const before = await contentOf(other);
  expect((await apply('fashion', other)).errors).toEqual([
    {
      code: 'immutable-property',
      path: ['template', 'attribute', 'name'],
      message:
        "The attribute 'name' exists and differs from the template in: localizable. Delete it first, or build the model without a template.",
    },
    {
      code: 'immutable-property',
      path: ['template', 'attribute', 'size'],
      message:
        "The attribute 'size' exists and differs from the template in: type, optionSet. Delete it first, or build the model without a template.",
    },
  ]);
  expect(await contentOf(other)).toEqual(before);
});

test('a channel that exists keeps its locales, and others are rejected', async () => {
  const session = await addEmptyOrganization();
  await apply('furniture', session, { channel: 'shop', samples: false });
  const { errors } = await apply('fashion', session, { locales: ['it_IT'], currencies: ['USD', 'CHF'] });
  expect(errors.map(({ code, path }) => [code, ...path])).toEqual([
    ['locale-not-in-channel', 'locales', '0'],
    ['currency-not-enabled', 'currencies', '1'],
  ]);
});

test('an undo deletes samples in the trash for good, and leaves what other products use', async () => {
  const session = await addEmptyOrganization();
  await apply('fashion', { ...session, requestId: 'applied' });
  await execute(
    `mutation { deleteProduct(ref: "SAMPLE-TEE", force: true) { __typename }
      createProduct(input: { sku: "MINE", attributeSet: "accessories", values: [{ attribute: "color", value: "green" }] }) { __typename } }`,
    {},
    session,
  );
  const { report } = (await revert('applied', session)) as {
    readonly report: { readonly conflicts: readonly { readonly ref: string; readonly code: string }[] };
  };
  const stays = report.conflicts.map(({ ref }) => ref);
  expect(stays).toEqual(expect.arrayContaining(['accessories', 'green', 'color', 'colors', 'name']));
  expect(stays).not.toContain('clothing');
  const { products, attributeSets } = await execute(
    '{ products(first: 20) { nodes { sku } } attributeSets { nodes { code } } }',
    {},
    session,
  );
  expect({ products, attributeSets }).toEqual({
    products: { nodes: [{ sku: 'MINE' }] },
    attributeSets: { nodes: [{ code: 'accessories' }] },
  });
});

test('sample products are found and deleted by their external reference', async () => {
  const session = await addEmptyOrganization();
  await apply('electronics', session);
  const { products } = await execute(
    '{ products(filter: { externalRefs: [{ system: "template", empty: false }] }) { totalCount } }',
    {},
    session,
  );
  expect(products).toEqual({ totalCount: SIZES.electronics.samples });
});
