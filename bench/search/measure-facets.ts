import { percentile } from '../statistics.ts';

const PAGE = 50;
const FIELDS = ['status', 'attribute_set', 'categories', 'type'];
/** As many facets as one request may have. */
const MAXIMUM = 20;
const WARM_UP = 10;

export interface FacetTimes {
  readonly facets: number;
  readonly p50: number;
  readonly p95: number;
}

/**
 * Measures a page of 50 products by REST, in milliseconds, one request after the other: without facets, with six, and with
 * as many as a request may have. The attributes are those that most products have a value of.
 */
export async function measureFacets(settings: {
  readonly origin: string;
  readonly token: string;
  readonly runs: number;
}): Promise<FacetTimes[]> {
  const { origin, token, runs } = settings;
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${origin}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text.slice(0, 1_000));
    return JSON.parse(text);
  };
  const { items: attributes } = await get<{
    items: readonly { readonly code: string; readonly type: string }[];
  }>('attributes?limit=100&sort=code');
  const countable = attributes.filter(({ type }) => ['select', 'multi_select', 'boolean'].includes(type));
  const fields = [...FIELDS, ...countable.map(({ code }) => code)];
  const times: FacetTimes[] = [];
  for (const facets of [0, 6, MAXIMUM]) {
    const on = fields.slice(0, facets);
    const all: number[] = [];
    for (let run = -WARM_UP; run < runs; run += 1) {
      const began = performance.now();
      await get(`products?limit=${PAGE}&fields=sku${on.length === 0 ? '' : `&facets=${on.join()}`}`);
      if (run >= 0) all.push(performance.now() - began);
    }
    times.push({ facets: on.length, p50: percentile(all, 0.5), p95: percentile(all, 0.95) });
  }
  return times;
}
