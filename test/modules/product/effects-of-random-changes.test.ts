// Risk: the numbers or lists that are shown before a change of the model is saved are not what happens.
import { expect, test } from 'vitest';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { setProductStatuses } from '../../../src/modules/product/index.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const CHANGES = Number(process.env.EFFECT_CHANGES ?? 30);
const LOCALES = ['en_US', 'de_DE', 'fr_FR'];
const ATTRIBUTES = ['name', 'description', 'brand', 'color', 'size', 'price', 'ean', 'washable'];

const catalogue = await createTestOrganization();
await seedClothingCatalogue(catalogue);
await seedConfiguration(catalogue, upsertCurrencies, [{ code: 'CHF', enabled: true }]);

interface ProductRead {
  readonly sku: string;
  readonly attributeSet: { readonly code: string } | null;
  readonly live: readonly { readonly channel: string; readonly locale: string }[];
  readonly completeness: readonly {
    readonly channel: { readonly code: string };
    readonly locale: { readonly code: string };
    readonly ratio: number;
  }[];
  readonly slugs: readonly {
    readonly channel: { readonly code: string };
    readonly locale: { readonly code: string };
    readonly slug: string;
  }[];
  readonly values: readonly { readonly attribute: { readonly code: string } }[];
  readonly [label: string]: unknown;
}

const LABELS = ['web', 'print'].flatMap((channel) =>
  LOCALES.map((locale) => `${channel}_${locale}: label(channel: "${channel}", locale: "${locale}")`),
);
const STATE = `{ channels { nodes { code locales { code } } } products(first: 100) { nodes { sku attributeSet { code } live { channel { code } locale { code } }
  completeness { channel { code } locale { code } ratio } slugs { channel { code } locale { code } slug }
  ${LABELS.join(' ')} } } }`;

async function execute<Data>(document: string, variables: object = {}): Promise<Data> {
  const { data, errors } = await catalogue.execute(document, variables as never);
  expect(errors).toBeUndefined();
  return data as Data;
}

interface State {
  /** Channels and their locales, as the labels are called. */
  readonly scopes: readonly string[];
  readonly products: ReadonlyMap<string, ProductRead>;
}

async function readState(): Promise<State> {
  type Channel = { readonly code: string; readonly locales: readonly { readonly code: string }[] };
  const { products, channels } = await execute<{
    products: { nodes: readonly ProductRead[] };
    channels: { nodes: readonly Channel[] };
  }>(STATE);
  return {
    scopes: channels.nodes.flatMap(({ code, locales }) => locales.map((locale) => `${code}_${locale.code}`)),
    products: new Map(products.nodes.map((node) => [node.sku, node])),
  };
}

type Scoped = { readonly channel: { readonly code: string }; readonly locale: { readonly code: string } };
const scopeOf = ({ channel, locale }: Scoped) => `${channel.code}/${locale.code}`;

/** Compares two states, and returns what became of products: lines of effect, scope and SKUs. */
function whatHappened({ scopes, products: before }: State, { products: after }: State): string[] {
  const skus = new Map<string, string[]>();
  const add = (effect: string, sku: string) => skus.set(effect, [...(skus.get(effect) ?? []), sku]);
  for (const [sku, old] of before) {
    const fresh = after.get(sku);
    if (fresh === undefined) throw new Error(`${sku} is gone.`);
    const [past, next] = [old, fresh].map(({ live }) => (live as unknown as Scoped[]).map(scopeOf));
    for (const scope of past ?? []) if (next?.includes(scope) === false) add(`LEAVES_LIVE ${scope}`, sku);
    for (const scope of next ?? []) if (past?.includes(scope) === false) add(`BECOMES_LIVE ${scope}`, sku);
    for (const entry of fresh.completeness) {
      const earlier = old.completeness.find((one) => scopeOf(one) === scopeOf(entry));
      if (earlier === undefined || (earlier.ratio === 100) === (entry.ratio === 100)) continue;
      add(`${entry.ratio === 100 ? 'COMPLETE' : 'INCOMPLETE'} ${scopeOf(entry)}`, sku);
    }
    const label = (product: ProductRead) => scopes.map((scope) => product[scope]).join('\n');
    if (label(old) !== label(fresh)) add('LABEL_CHANGES', sku);
    const slugs = ({ slugs: list }: ProductRead) => new Map(list.map((one) => [scopeOf(one), one.slug]));
    const renamed = slugs(fresh);
    if ([...slugs(old)].some(([scope, slug]) => renamed.has(scope) && renamed.get(scope) !== slug))
      add('URL_CHANGES', sku);
  }
  return [...skus].map(([effect, list]) => `${effect} ${list.toSorted().join()}`).sort();
}

interface Effect {
  readonly kind: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly count: number;
  readonly filter: object | null;
}

const EFFECTS = 'effects { complete products { kind channel locale count filter } }';
const COMPARED = ['LEAVES_LIVE', 'BECOMES_LIVE', 'INCOMPLETE', 'COMPLETE', 'LABEL_CHANGES', 'URL_CHANGES'];

/** Returns the effects that a dry run shows, each with the SKUs that its filter finds in the stored catalogue. */
async function whatIsShown(type: string, code: string, input: object): Promise<string[]> {
  const noun = `${type[0]?.toLowerCase()}${type.slice(1)}`;
  const document = `mutation ($code: String!, $input: Update${type}Input!) { result: update${type}(code: $code, input: $input, dryRun: true) {
    ... on ${type}Payload { ${noun} { ${EFFECTS} } } } }`;
  type Shown = { readonly complete: boolean; readonly products: readonly Effect[] };
  const { result } = await execute<{ result: Record<string, { effects: Shown }> }>(document, { code, input });
  const shown = result[noun]?.effects;
  // The change is rejected.
  if (shown === undefined) return ['rejected'];
  expect(shown.complete).toBe(true);
  const lines: string[] = [];
  for (const { kind, channel, locale, count, filter } of shown.products) {
    if (count === 0 || !COMPARED.includes(kind)) continue;
    const listed = await execute<{ products: { nodes: readonly { readonly sku: string }[] } }>(
      'query ($filter: ProductFilter) { products(filter: $filter, first: 100) { nodes { sku } } }',
      { filter },
    );
    const skus = listed.products.nodes.map(({ sku }) => sku).sort();
    expect([kind, skus.length]).toEqual([kind, count]);
    lines.push([kind, ...(channel === null ? [] : [`${channel}/${locale}`]), skus.join()].join(' '));
  }
  return lines.sort();
}

test(
  'the numbers and lists that are shown before random changes are what happens',
  async () => {
    const random = seededRandom();
    const isDrawn = (share: number) => random.fraction() < share;
    const some = <Item>(items: readonly Item[]) => items.filter(() => isDrawn(0.6));
    await seedProducts(catalogue, [
      ...productFamily('SHIRT', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
      ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((sku) =>
        simpleProduct(sku, {
          attributeSet: 'clothing',
          values: [
            ...some(LOCALES).map((locale) => cellWrite('name', `${sku} ${locale}`, { locale })),
            ...some([cellWrite('brand', `Brand ${sku}`), cellWrite('ean', `ean-${sku}`)]),
            ...some([cellWrite('color', 'red'), cellWrite('washable', true)]),
            ...some([
              cellWrite(
                'price',
                some([
                  { amount: 5, currency: 'EUR' },
                  { amount: 6, currency: 'USD' },
                ]),
              ),
            ]),
          ],
        }),
      ),
      simpleProduct('BAG', { values: [cellWrite('name', 'Bag', { locale: 'de_DE' })] }),
    ]);
    const refs = [...(await readState()).products.keys()].filter(() => isDrawn(0.8));
    for (const ref of refs)
      await catalogue.runner.write(catalogue.owner, setProductStatuses, { refs: [ref], status: 'published' });
    const changes: Readonly<Record<string, () => [string, string, object]>> = {
      members: () => {
        const attributes = ATTRIBUTES.filter(
          (code) => ['color', 'size', 'ean'].includes(code) || isDrawn(0.8),
        );
        return ['AttributeSet', 'clothing', { attributes: attributes.map((code) => ({ code })) }];
      },
      requirements: () => {
        const requiredAttributes = ['web', 'print'].map((channel) => ({
          channel,
          attributes: ATTRIBUTES.filter(() => isDrawn(0.25)),
        }));
        return ['AttributeSet', 'clothing', { requiredAttributes }];
      },
      label: () => ['AttributeSet', 'clothing', { attributeAsLabel: random.pick(['name', 'brand', null]) }],
      channel: () => {
        const locales = some(LOCALES);
        return [
          'Channel',
          random.pick(['web', 'print']),
          { locales: locales.length > 0 ? locales : ['de_DE'] },
        ];
      },
      guard: () => [
        'Channel',
        random.pick(['web', 'print']),
        { publishGuard: random.pick(['NONE', 'COMPLETE']), active: isDrawn(0.8) },
      ],
      currencies: () => ['Channel', 'web', { currencies: random.pick([['EUR'], ['EUR', 'USD'], ['USD']]) }],
      slugs: () => ['Channel', random.pick(['web', 'print']), { slugsEnabled: isDrawn(0.8) }],
      attribute: () => ['Attribute', 'name', { availableLocales: random.pick([null, ['en_US', 'de_DE']]) }],
    };
    const kinds = Object.keys(changes);
    const seen = new Set<string>();
    let accepted = 0;
    for (let count = 0; count < CHANGES; count += 1) {
      const [type, code, input] = (
        changes[kinds[count % kinds.length] ?? ''] as () => [string, string, object]
      )();
      const shown = await whatIsShown(type, code, input);
      const before = await readState();
      const document = `mutation ($code: String!, $input: Update${type}Input!) {
        result: update${type}(code: $code, input: $input) { __typename } }`;
      const { result } = await execute<{ result: { __typename: string } }>(document, { code, input });
      if (result.__typename !== `${type}Payload`) {
        expect(shown).toEqual(['rejected']);
        continue;
      }
      accepted += 1;
      const happened = whatHappened(before, await readState());
      expect({ count, type, code, input, effects: shown }).toEqual({
        count,
        type,
        code,
        input,
        effects: happened,
      });
      for (const line of happened) seen.add(line.split(' ')[0] ?? '');
    }
    expect([...seen].sort()).toEqual(COMPARED.toSorted());
    expect(accepted).toBeGreaterThan(CHANGES / 2);
  },
  CHANGES * 2_000 + 60_000,
);
