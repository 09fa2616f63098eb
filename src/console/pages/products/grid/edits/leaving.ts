import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../../api/graphql.ts';
import { PROBLEM, settled } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import { placesOf } from '../../../../catalogue/values/live-places.ts';
import { toInput } from './save-cells.ts';
import { keyOfCell, type StagedCell, toBatches } from './staged-cells.ts';

const LIVE_NOW = graphql(`
  query LiveNow($skus: [String!]!, $words: String) {
    products(first: 100, filter: { sku: { in: $skus }, status: { eq: PUBLISHED } }) {
      nodes { sku live { channel { code label(locale: $words) } locale { code } } }
    }
  }
`);

const LIVE_THEN = graphql(
  `
  mutation LiveThen($items: [UpsertProductInput!]!, $words: String) {
    upsertProducts(mode: UPDATE, dryRun: true, items: $items) {
      __typename
      ... on UpsertProductsPayload { results { product { sku live { channel { code label(locale: $words) } locale { code } } } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

/** A product that is no longer live somewhere once its cells are saved. */
export interface LeavingProduct {
  readonly sku: string;
  /** Labels such as `German (Web shop)`. */
  readonly places: readonly string[];
}

/** Finds where products stop being live when cells are saved. It stores nothing. */
export async function findLeaving(cells: readonly StagedCell[]): Promise<readonly LeavingProduct[]> {
  const leaving: LeavingProduct[] = [];
  for (const batch of toBatches(cells)) {
    const { products } = await request(LIVE_NOW, { skus: batch.map(({ sku }) => sku) });
    const now = new Map(products.nodes.map(({ sku, live }) => [sku, placesOf(live)]));
    const items = batch.filter(({ sku }) => (now.get(sku)?.size ?? 0) > 0);
    if (items.length === 0) continue;
    const { results } = settled((await request(LIVE_THEN, { items: items.map(toInput) })).upsertProducts);
    for (const { product } of results) {
      if (product === null) continue;
      const then = placesOf(product.live);
      const places = [...(now.get(product.sku) ?? [])].flatMap(([place, name]) =>
        then.has(place) ? [] : [name],
      );
      if (places.length > 0) leaving.push({ sku: product.sku, places });
    }
  }
  return leaving;
}

/** Returns the same for staged cells, as long as they are; only a product that loses a value can become incomplete. */
export function useLeaving(ready: readonly StagedCell[]): readonly LeavingProduct[] {
  const emptied = new Set(ready.filter(({ text }) => text === '').map(({ sku }) => sku));
  const cells = ready.filter(({ sku }) => emptied.has(sku));
  const { data = [] } = useQuery({
    queryKey: ['leaving', cells.map((cell) => [keyOfCell(cell.productId, cell.column), cell.text])],
    queryFn: () => findLeaving(cells),
    enabled: cells.length > 0,
  });
  return cells.length === 0 ? [] : data;
}
