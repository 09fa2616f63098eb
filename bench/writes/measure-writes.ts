import type { AppContext } from '../../src/app.ts';
import { median } from '../statistics.ts';

export interface WriteTimes {
  readonly name: string;
  /** Median milliseconds of one product. */
  readonly perProduct: number;
}

/**
 * Measures one value of a product written through the GraphQL API, one at a time and a hundred at once, beside a bare
 * UPDATE of the same rows that does nothing else: no rules, no revision, no event, no search row.
 */
export async function measureWrites(settings: {
  readonly catalogue: AppContext;
  readonly organizationId: string;
  readonly origin: string;
  readonly token: string;
  readonly attribute: string;
  readonly locale: string | null;
  readonly channel: string | null;
  readonly runs: number;
}): Promise<WriteTimes[]> {
  const { catalogue, organizationId, origin, token, attribute, locale, channel, runs } = settings;
  const { owner } = catalogue.database;
  const { rows } = await owner.query<{ id: string; sku: string }>(
    `SELECT id, sku FROM public.product WHERE organization_id = $1 AND type = 'simple' AND "values"::jsonb ? $2
     ORDER BY md5(id::text) LIMIT 300`,
    [organizationId, attribute],
  );
  const upsert = async (skus: readonly string[], value: string) => {
    const cell = {
      attribute,
      value,
      ...(locale === null ? {} : { locale }),
      ...(channel === null ? {} : { channel }),
    };
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: `mutation ($items: [UpsertProductInput!]!) { upsertProducts(items: $items, mode: UPDATE) {
          ... on UpsertProductsPayload { updated failed } } }`,
        variables: { items: skus.map((sku) => ({ sku, values: [cell] })) },
      }),
    });
    const text = await response.text();
    if (!text.includes(`"updated":${skus.length},"failed":0`)) throw new Error(text.slice(0, 1_000));
  };
  const bare = (id: string, version: number) =>
    owner.query(
      `UPDATE public.product SET "values" = "values", version = version + $3, updated_at = now()
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, version],
    );
  const times: Record<'bare' | 'single' | 'bulk', number[]> = { bare: [], single: [], bulk: [] };
  const timed = async (kind: keyof typeof times, count: number, context: () => Promise<unknown>) => {
    const began = performance.now();
    await context();
    times[kind].push((performance.now() - began) / count);
  };
  for (let run = 0; run < runs; run += 1) {
    const one = rows[run % rows.length];
    if (one === undefined) throw new Error('There is no product to write.');
    await timed('bare', 1, () => bare(one.id, 1));
    await timed('single', 1, () => upsert([one.sku], `Written ${run}`));
    if (run % 10 === 0) {
      const skus = rows.slice(0, 100).map(({ sku }) => sku);
      await timed('bulk', skus.length, () => upsert(skus, `Together ${run}`));
    }
  }
  return [
    { name: 'bare UPDATE of one row', perProduct: median(times.bare) },
    { name: 'upsert of one through GraphQL', perProduct: median(times.single) },
    { name: 'upsert of 100 through GraphQL, each', perProduct: median(times.bulk) },
  ];
}
