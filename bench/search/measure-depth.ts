import type { AppContext } from '../../src/app.ts';
import { listProducts } from '../../src/modules/product/index.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { median } from '../statistics.ts';
import type { SearchCase } from './search-cases.ts';

const PAGE = 50;
const DEEP = 2_000;
const THIN = new Set(['sku', 'status', 'updatedAt'] as const);

export interface DepthTimes {
  readonly name: string;
  /** Number of the deep page: 2,000, or the last whole one of a smaller catalogue. */
  readonly page: number;
  /** Median milliseconds of the first page and of the deep one, read in turns. */
  readonly first: number;
  readonly deep: number;
}

const WALKS: readonly { readonly name: string; readonly sort: NonNullable<SearchCase['query']['sort']> }[] = [
  { name: 'no sort', sort: [] },
  { name: 'sort by change', sort: [{ field: 'updatedAt', direction: 'desc' }] },
  { name: 'sort by SKU', sort: [{ field: 'key' }] },
];

/** Follows pages to page 2,000 as a client does, and then reads it and the first page by turns. */
export async function measureDepth(
  catalogue: AppContext,
  organizationId: string,
  runs: number,
): Promise<DepthTimes[]> {
  const session = systemSession(organizationId, { door: 'system', requestId: newId() });
  const read = (sort: SearchCase['query']['sort'], after: string | null) =>
    catalogue.runner.read(session, listProducts, { sort, first: PAGE, after, parts: THIN });
  const measured: DepthTimes[] = [];
  for (const { name, sort } of WALKS) {
    let after: string | null = null;
    let page = 1;
    while (page < DEEP) {
      const { items, cursorAt, hasNextPage } = await read(sort, after);
      if (!hasNextPage) break;
      after = cursorAt(items.length - 1);
      page += 1;
    }
    const times: { readonly first: number[]; readonly deep: number[] } = { first: [], deep: [] };
    for (let run = 0; run < runs * 5; run += 1)
      for (const kind of ['first', 'deep'] as const) {
        const began = performance.now();
        await read(sort, kind === 'first' ? null : after);
        times[kind].push(performance.now() - began);
      }
    measured.push({ name, page, first: median(times.first), deep: median(times.deep) });
  }
  return measured;
}
