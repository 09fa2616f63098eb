import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import { liveScopeLabels } from '../../../../catalogue/values/live-scopes.ts';
import { toUpsertItem } from './save-cells.ts';
import { type StagedCell, stagedCellKey, toBatches } from './staged-cells.ts';

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

/** A product that is no longer live somewhere once its cells are saved. */
export interface VisibilityLoss {
  readonly sku: string;
  /** Labels such as `German (Web shop)`. */
  readonly places: readonly string[];
}

/** Finds where products stop being live when cells are saved. It stores nothing. */
export async function findVisibilityLosses(cells: readonly StagedCell[]): Promise<readonly VisibilityLoss[]> {
  const leaving: VisibilityLoss[] = [];
  for (const batch of toBatches(cells)) {
    const { products } = await request(LIVE_BEFORE_SAVE, { skus: batch.map(({ sku }) => sku) });
    const now = new Map(products.nodes.map(({ sku, live }) => [sku, liveScopeLabels(live)]));
    const items = batch.filter(({ sku }) => (now.get(sku)?.size ?? 0) > 0);
    if (items.length === 0) continue;
    const { results } = unwrapPayload(
      (await request(LIVE_AFTER_SAVE, { items: items.map(toUpsertItem) })).upsertProducts,
    );
    for (const { product } of results) {
      if (product === null) continue;
      const then = liveScopeLabels(product.live);
      const scopeNames = [...(now.get(product.sku) ?? [])].flatMap(([place, name]) =>
        then.has(place) ? [] : [name],
      );
      if (scopeNames.length > 0) leaving.push({ sku: product.sku, places: scopeNames });
    }
  }
  return leaving;
}

/** Returns the same for staged cells, as long as they are; only a product that loses a value can become incomplete. */
export function useVisibilityLosses(ready: readonly StagedCell[]): readonly VisibilityLoss[] {
  const emptied = new Set(ready.filter(({ text }) => text === '').map(({ sku }) => sku));
  const cells = ready.filter(({ sku }) => emptied.has(sku));
  const { data = [] } = useQuery({
    queryKey: ['leaving', cells.map((cell) => [stagedCellKey(cell.productId, cell.column), cell.text])],
    queryFn: () => findVisibilityLosses(cells),
    enabled: cells.length > 0,
  });
  return cells.length === 0 ? [] : data;
}
