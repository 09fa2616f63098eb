// Risk: a gap in one locale blocks the others, or payloads, filters and stored scopes disagree about what is live.
import { expect, test } from 'vitest';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { setProductStatus } from '../../../src/modules/product/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const catalogue = await createTestOrganization();
const { runner, owner } = catalogue;
await seedClothingCatalogue(catalogue);

const product = (sku: string, ean: string, locales: readonly string[], channels?: readonly string[]) =>
  simpleProduct(sku, {
    attributeSet: 'clothing',
    ...(channels === undefined ? {} : { channels: { set: channels } }),
    values: [
      cellWrite('price', [{ amount: 9, currency: 'EUR' }]),
      cellWrite('ean', ean),
      ...locales.map((locale) => cellWrite('name', 'Cap', { locale })),
    ],
  });

await seedProducts(catalogue, [
  product('BOTH', '1', ['en_US', 'de_DE']),
  product('ENGLISH', '2', ['en_US']),
  product('GERMAN', '3', ['de_DE']),
  product('NEITHER', '4', []),
  product('WEB-ONLY', '5', [], ['web']),
  product('NOWHERE', '6', [], []),
  product('DRAFT', '7', ['en_US', 'de_DE']),
]);

const SET = `mutation ($refs: [ID!]!) { setProductStatuses(refs: $refs, status: PUBLISHED) {
  ... on SetProductStatusesPayload { results { sku outcome problem { code }
    publication { live { channel { code } locale { code } } blocked { channel { code } locale { code } missing } } } } } }`;

interface Scope {
  readonly channel: { readonly code: string };
  readonly locale: { readonly code: string };
  readonly missing?: readonly string[];
}
interface Published {
  readonly sku: string;
  readonly outcome: string;
  readonly problem: { readonly code: string } | null;
  readonly publication: { readonly live: readonly Scope[]; readonly blocked: readonly Scope[] } | null;
}
const named = (scopes: readonly Scope[]) =>
  scopes.map(({ channel, locale, missing = [] }) => [`${channel.code}/${locale.code}`, ...missing].join(' '));

async function ask(query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await catalogue.execute(query, variables);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response.
  return data as any;
}

test('publishes what is complete somewhere, and says where it is live and where it is blocked', async () => {
  const refs = ['BOTH', 'ENGLISH', 'GERMAN', 'NEITHER', 'WEB-ONLY', 'NOWHERE'];
  const { setProductStatuses } = await ask(SET, { refs });
  const results = (setProductStatuses.results as Published[]).map(
    ({ sku, outcome, problem, publication }) => [
      sku,
      outcome,
      problem?.code ?? null,
      publication === null ? null : named(publication.live),
      publication === null ? null : named(publication.blocked),
    ],
  );
  const web = ['web/de_DE', 'web/en_US'];
  expect(results).toEqual([
    ['BOTH', 'UPDATED', null, ['print/en_US', ...web], []],
    ['ENGLISH', 'UPDATED', null, ['print/en_US', 'web/en_US'], ['web/de_DE name']],
    ['GERMAN', 'UPDATED', null, ['print/en_US', 'web/de_DE'], ['web/en_US name']],
    // The channel without a rule publishes it, whatever the other one lacks.
    ['NEITHER', 'UPDATED', null, ['print/en_US'], ['web/en_US name', 'web/de_DE name']],
    ['WEB-ONLY', 'FAILED', 'not-publishable', null, null],
    // It is sold nowhere: nothing is missing.
    ['NOWHERE', 'UPDATED', null, [], []],
  ]);
});

test('lists the state of each locale; a channel is published if one of its locales is', async () => {
  const { product } = await ask(`{ product(ref: "GERMAN") {
    publications { channel { code } state isPartial blockedBy locales { locale { code } state blockedBy } } } }`);
  const published = (code: string) => ({ locale: { code }, state: 'PUBLISHED', blockedBy: [] });
  expect(product.publications).toEqual([
    {
      channel: { code: 'print' },
      state: 'PUBLISHED',
      isPartial: false,
      blockedBy: [],
      locales: [published('en_US')],
    },
    {
      channel: { code: 'web' },
      state: 'PUBLISHED',
      isPartial: true,
      blockedBy: ['completeness:en_US'],
      locales: [
        { locale: { code: 'en_US' }, state: 'BLOCKED', blockedBy: ['completeness'] },
        published('de_DE'),
      ],
    },
  ]);
});

const SCOPES = [
  ['web', 'en_US'],
  ['web', 'de_DE'],
  ['print', 'en_US'],
] as const;
const STATES = ['PUBLISHED', 'BLOCKED', 'UNPUBLISHED'] as const;

interface Read {
  readonly sku: string;
  readonly live: readonly Scope[];
  readonly visibility: readonly (Scope & { readonly live: boolean })[];
  readonly publications: readonly {
    readonly channel: { readonly code: string };
    readonly state: string;
    readonly locales: readonly { readonly locale: { readonly code: string }; readonly state: string }[];
  }[];
}

test('the filter, publications, live and visibility agree on every channel, locale and state', async () => {
  const { products } =
    await ask(`{ products(first: 50) { nodes { sku live { channel { code } locale { code } }
    visibility { channel { code } locale { code } live }
    publications { channel { code } state locales { locale { code } state } } } } }`);
  const all = products.nodes as Read[];
  expect(all.length).toBe(7);
  const find = async (publication: object) => {
    const found = await ask(
      'query ($filter: ProductFilter) { products(filter: $filter, first: 50) { nodes { sku } } }',
      {
        filter: { publication },
      },
    );
    return found.products.nodes.map(({ sku }: { sku: string }) => sku).sort();
  };
  for (const [channel, locale] of SCOPES) {
    const publicationOf = ({ publications }: Read) =>
      publications.find((one) => one.channel.code === channel);
    const stateOf = (one: Read) =>
      publicationOf(one)?.locales.find((entry) => entry.locale.code === locale)?.state;
    for (const state of STATES) {
      const skus = (of: (one: Read) => string | undefined) =>
        all.filter((one) => of(one) === state).map(({ sku }) => sku);
      expect([channel, locale, state, await find({ channel, locale, state })]).toEqual([
        channel,
        locale,
        state,
        skus(stateOf).sort(),
      ]);
      expect(await find({ channel, state })).toEqual(skus((one) => publicationOf(one)?.state).sort());
    }
    for (const one of all) {
      const isLive = named(one.live).includes(`${channel}/${locale}`);
      expect([one.sku, isLive]).toEqual([one.sku, stateOf(one) === 'PUBLISHED']);
      const seen = one.visibility.find(
        (entry) => entry.channel.code === channel && entry.locale.code === locale,
      );
      expect(seen?.live).toBe(isLive);
    }
  }
  expect(await find({ channel: 'web', locale: 'fr_FR', state: 'PUBLISHED' })).toEqual([]);
});

test('a locale that a channel gains blocks that locale only', async () => {
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', locales: ['en_US', 'de_DE', 'fr_FR'] }]);
  const { status } =
    await ask(`mutation { status: setProductStatus(ref: "DRAFT", input: { status: PUBLISHED }) {
    ... on ProductPayload { product { sku status live { channel { code } locale { code } } } } } }`);
  expect([status.product.status, named(status.product.live)]).toEqual([
    'PUBLISHED',
    ['print/en_US', 'web/de_DE', 'web/en_US'],
  ]);
  const refused = runner.write(owner, setProductStatus, { ref: 'WEB-ONLY', status: 'published' });
  await expect(refused).rejects.toMatchObject({
    code: 'not-publishable',
    missing: ['en_US', 'de_DE', 'fr_FR'].map((locale) => ({ channel: 'web', locale, missing: ['name'] })),
  });
});
