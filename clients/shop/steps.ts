import { readFile } from 'node:fs/promises';
import { given, same, step } from '../walk.ts';

/** The operations of documents.ts. */
export type Operation = 'List' | 'Product' | 'Both' | 'Search';

/** A client with a normalized cache, in one context. */
export interface CachingClient {
  /** Asks the server, and keeps the answer in the cache. */
  ask(operation: Operation, variables: object): Promise<unknown>;
  /** Returns what the cache has; null where something is missing. */
  cached(operation: Operation, variables: object): unknown;
}

/** What prepare.ts wrote. */
export const kit = async <Content>(name: string): Promise<Content> =>
  JSON.parse(await readFile(new URL(`kit/${name}`, import.meta.url), 'utf8')) as Content;

interface Product {
  readonly id: string;
  readonly sku: string;
  readonly label: string;
  readonly slug: string;
  readonly price: { readonly amount: string; readonly currency: string } | null;
  readonly image: { readonly url: string } | null;
  readonly family: Product | null;
}
interface Edge {
  readonly node: Product;
  readonly variant: Product;
}
interface Page {
  readonly totalCount: number;
  readonly notice: string | null;
  readonly edges: readonly Edge[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly facets: readonly {
    readonly code: string;
    readonly values?: readonly {
      readonly code: string;
      readonly count: number;
      readonly selected: boolean;
      readonly refine: readonly object[];
    }[];
  }[];
}

const byLabel = (page: Page, label: string): Edge =>
  given(page.edges.find(({ node }) => node.label === label));
/** Without what caches add, in one order. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !name.startsWith('__'));
  return Object.fromEntries(
    fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, plain(inner)]),
  );
};

const ALL = { show: 'FAMILY', refine: null, sort: null, first: 24, after: null };
const HERON = 'Heron floor lamp';

/** Walks through a shop of the demo catalogue. What was read once must be the same in the cache after each step. */
export async function walkShop(connect: (url: string) => CachingClient): Promise<void> {
  const contexts = await kit<{ locale: string; currency: string; url: string }[]>('contexts.json');
  const clientOf = (locale: string, currency: string) =>
    connect(given(contexts.find((one) => one.locale === locale && one.currency === currency)).url);
  const client = clientOf('en_US', 'EUR');
  const pageOf = async (variables: object, of = client) =>
    given((await of.ask('List', variables)) as { readonly products: Page } | null).products;
  const read: { operation: Operation; variables: object; answer: unknown }[] = [];
  const remember = (operation: Operation, variables: object, answer: unknown) =>
    read.push({ operation, variables, answer });
  const listed = async (variables: object) => {
    const products = await pageOf(variables);
    remember('List', variables, { products });
    return products;
  };
  const unchanged = () => {
    for (const { operation, variables, answer } of read)
      same(plain(client.cached(operation, variables)), plain(answer));
  };

  const all = await step('families, each with the variant that was found', async () => {
    const page = await listed(ALL);
    const { node, variant } = byLabel(page, HERON);
    same(
      [node.price?.amount, variant.price?.currency, page.totalCount],
      ['239.00', 'EUR', page.edges.length],
    );
    return page;
  });
  const heron = byLabel(all, HERON);
  const walnut = { ...ALL, refine: [{ facet: 'finish', values: ['smoked_walnut'] }] };
  await step('refined: another variant, the same family', async () => {
    const edge = byLabel(await listed(walnut), HERON);
    same(plain(edge.node), plain(heron.node));
    same(edge.variant.sku.startsWith('LO-HERON-WALNUT'), true);
    unchanged();
  });
  const dearest = { ...ALL, sort: { price: 'DESC' } };
  await step('sorted by price: the dearest variant, the same family', async () => {
    const edge = byLabel(await listed(dearest), HERON);
    same(plain(edge.node), plain(heron.node));
    same(edge.variant.price?.amount, '329.00');
    unchanged();
  });
  await step('an item for each finish: nodes of their own', async () => {
    const page = await listed({ ...ALL, show: 'FIRST_AXIS' });
    const herons = page.edges.filter(({ node }) => node.label.startsWith(HERON));
    same([herons.length, new Set(herons.map(({ node }) => node.id)).size], [2, 2]);
    same(
      herons.some(({ node }) => node.id === heron.node.id),
      false,
    );
    unchanged();
  });
  await step('an item for each variant: itself', async () => {
    const page = await listed({ ...ALL, show: 'VARIANT' });
    same(
      page.edges.every(({ node, variant }) => node.id === variant.id),
      true,
    );
    unchanged();
  });
  await step('the page of a variant, and its family as on the card', async () => {
    const variables = { slug: heron.variant.slug };
    const answer = (await client.ask('Product', variables)) as { readonly product: Product };
    remember('Product', variables, answer);
    const { family } = answer.product;
    same([answer.product.id, family?.id, family?.price?.amount], [heron.variant.id, heron.node.id, '239.00']);
    unchanged();
  });
  await step('the page of the family, as on the card', async () => {
    const variables = { slug: heron.node.slug };
    const answer = (await client.ask('Product', variables)) as { readonly product: Product };
    remember('Product', variables, answer);
    const { id, label, price } = answer.product;
    same(
      plain({ id, label, price }),
      plain({ id: heron.node.id, label: heron.node.label, price: heron.node.price }),
    );
    unchanged();
  });
  await step('two lists in one document', async () => {
    const variables = { refine: walnut.refine };
    const answer = (await client.ask('Both', variables)) as {
      readonly families: Page;
      readonly refined: Page;
    };
    remember('Both', variables, answer);
    same(plain(byLabel(answer.families, HERON).node), plain(byLabel(answer.refined, HERON).node));
    same(byLabel(answer.refined, HERON).variant.sku.startsWith('LO-HERON-WALNUT'), true);
    unchanged();
  });
  await step('two pages, without an item twice', async () => {
    const first = await listed({ ...ALL, first: 3 });
    const second = await listed({ ...ALL, first: 3, after: first.pageInfo.endCursor });
    const ids = [...first.edges, ...second.edges].map(({ node }) => node.id);
    same([ids.length, new Set(ids).size, first.pageInfo.hasNextPage], [6, 6, true]);
    same(
      ids,
      all.edges.slice(0, 6).map(({ node }) => node.id),
    );
    unchanged();
  });
  await step('a refinement is sent back as the cache holds it', async () => {
    const { products } = client.cached('List', ALL) as { readonly products: Page };
    const value = given(
      products.facets
        .find(({ code }) => code === 'finish')
        ?.values?.find(({ code }) => code === 'smoked_walnut'),
    );
    const page = await listed({ ...ALL, first: 23, refine: value.refine });
    same(page.totalCount, value.count);
    unchanged();
  });
  await step('facets of two lists do not mix', async () => {
    const selected = (variables: object) => {
      const { products } = client.cached('List', variables) as { readonly products: Page };
      return products.facets
        .find(({ code }) => code === 'finish')
        ?.values?.filter((value) => value.selected)
        .map(({ code }) => code);
    };
    same([selected(ALL), selected(walnut)], [[], ['smoked_walnut']]);
    unchanged();
  });
  await step('another language has a client of its own', async () => {
    const page = await pageOf(ALL, clientOf('de_DE', 'EUR'));
    const edge = given(page.edges.find(({ node }) => node.id === heron.node.id));
    same([edge.node.label, edge.node.slug], ['Stehleuchte Heron', 'stehleuchte-heron']);
    unchanged();
  });
  await step('another currency too', async () => {
    const page = await pageOf(ALL, clientOf('en_US', 'USD'));
    const edge = given(page.edges.find(({ node }) => node.id === heron.node.id));
    same([edge.node.label, edge.node.price?.currency], [HERON, 'USD']);
    unchanged();
  });
  await step('a search for * is empty, with a notice', async () => {
    const { search } = (await client.ask('Search', { q: '*' })) as { readonly search: Page };
    same([search.totalCount, search.edges.length, search.notice === null], [0, 0, false]);
    unchanged();
  });
}
