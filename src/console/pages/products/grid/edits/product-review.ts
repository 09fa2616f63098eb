import { graphql } from '../../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import { toRowInput } from '../../../../catalogue/grid/edits/save-cells.ts';
import { type StagedCell, toBatches } from '../../../../catalogue/grid/edits/staged-cells.ts';
import type { RowKey, VisibilityLoss } from '../../../../catalogue/grid/grid-source.ts';
import { liveScopeLabels } from '../../../../catalogue/values/live-scopes.ts';
import { toProductInput } from './product-input.ts';

const REVIEWED_PRODUCTS = graphql(`
  query ReviewedProducts($ids: [String!], $channel: String, $locale: String) {
    products(first: 100, filter: { id: { in: $ids }, status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) {
      nodes { id label(channel: $channel, locale: $locale) }
    }
  }
`);

const LIVE_BEFORE_SAVE = graphql(`
  query LiveNow($skus: [String!]!, $words: String) {
    products(first: 100, filter: { sku: { in: $skus }, status: { eq: PUBLISHED } }) {
      nodes { sku live { channel { code label(locale: $words) } locale { code } } }
    }
  }
`);

const LIVE_AFTER_SAVE = graphql(
  `
  mutation LiveThen($items: [UpsertProductInput!]!, $words: String) {
    upsertProducts(mode: UPDATE, dryRun: true, items: $items) {
      __typename
      ... on UpsertProductsPayload { results { product { sku live { channel { code label(locale: $words) } locale { code } } } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Finds where products stop being live when cells are saved. It stores nothing. */
export async function findVisibilityLosses(cells: readonly StagedCell[]): Promise<readonly VisibilityLoss[]> {
  const leaving: VisibilityLoss[] = [];
  for (const batch of toBatches(cells)) {
    const { products } = await request(LIVE_BEFORE_SAVE, { skus: batch.map(({ code }) => code) });
    const now = new Map(products.nodes.map(({ sku, live }) => [sku, liveScopeLabels(live)]));
    const items = batch.filter(({ code }) => (now.get(code)?.size ?? 0) > 0);
    if (items.length === 0) continue;
    const { results } = unwrapPayload(
      (await request(LIVE_AFTER_SAVE, { items: items.map(toRowInput).map(toProductInput) })).upsertProducts,
    );
    for (const { product } of results) {
      if (product === null) continue;
      const then = liveScopeLabels(product.live);
      const scopeNames = [...(now.get(product.sku) ?? [])].flatMap(([place, name]) =>
        then.has(place) ? [] : [name],
      );
      if (scopeNames.length > 0) leaving.push({ code: product.sku, places: scopeNames });
    }
  }
  return leaving;
}

/** Maximum number of products of a request. */
const BATCH_SIZE = 100;

/** Returns the labels of products, by id. */
export async function loadProductLabels(
  keys: readonly RowKey[],
  page: { readonly channel: string | null; readonly locale: string | null },
): Promise<ReadonlyMap<string, string>> {
  const labels = new Map<string, string>();
  const ids = keys.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const { products } = await request(REVIEWED_PRODUCTS, {
      ids: ids.slice(from, from + BATCH_SIZE),
      ...page,
    });
    for (const { id, label } of products.nodes) labels.set(id, label);
  }
  return labels;
}
