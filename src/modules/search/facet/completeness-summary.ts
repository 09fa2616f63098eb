import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { countRowsByValue } from '../count-rows.ts';
import { ANY_SCOPE, hasTerm } from '../filter/plan.ts';
import { cellTerms } from '../row/term.ts';
import type { CountedField } from '../search.store.ts';
import type { CountContext } from '../segments/query-segments.ts';
import { completenessScopes, RATIOS, type SearchScope } from '../statement/compile-plan.ts';
import type { VisiblePlan } from '../visibility.ts';
import type { FacetSearch } from './count-facets.ts';

/** Completeness of the products of a set in a channel and locale. */
export interface CompletenessSummary {
  readonly attributeSet: string;
  readonly channel: string;
  readonly locale: string;
  /** Products of the set that are sold in the channel. */
  readonly products: number;
  /** Number of products that miss nothing. */
  readonly complete: number;
  /** Mean ratio in percent, with up to two decimals. */
  readonly mean: number;
  /** Numbers of products with a ratio of 0 to 24, 25 to 49, 50 to 74, and 75 to 99. */
  readonly incomplete: readonly [number, number, number, number];
}

/** Maximum number of facts of one statement: of the completeness of a few sets in all channels and locales. */
const MAX_TERMS = 20_000;

/** Summarizes what a search finds by attribute set, channel and locale; those in which nothing is are left out. */
export async function summarizeCompleteness(
  counting: CountContext,
  { scope, conditions, cellScope, visible }: FacetSearch,
): Promise<readonly CompletenessSummary[]> {
  const { structure } = scope;
  const scopes = completenessScopes(cellScope, structure);
  const all = [...structure.sets.values()].map(({ document: { code } }) => code).sort();
  const areFew = all.length * scopes.length * RATIOS.length <= MAX_TERMS;
  const sets = areFew ? all : await setsOfMatches(counting, scope, all, visible(conditions));
  const cells = sets.flatMap((attributeSet) => {
    const ofSet = {
      on: null,
      condition: null,
      cellScope: ANY_SCOPE,
      plan: hasTerm(['set', attributeSet]),
    };
    const plan = visible([...conditions, ofSet]);
    return scopes.map((at) => ({ attributeSet, ...at, plan }));
  });
  const summaries: CompletenessSummary[] = [];
  const size = Math.max(1, Math.floor(MAX_TERMS / RATIOS.length));
  for (let from = 0; from < cells.length; from += size) {
    await yieldToEventLoop();
    const batch = cells.slice(from, from + size);
    const counts = await countRatios(counting, scope, batch);
    for (const [index, { attributeSet, channel, locale }] of batch.entries()) {
      const ratios = counts.get(index) ?? [];
      if (ratios.length > 0) summaries.push({ attributeSet, channel, locale, ...summaryOf(ratios) });
    }
  }
  return summaries;
}

/** Returns the sets of the matches of a search. */
async function setsOfMatches(
  counting: CountContext,
  scope: SearchScope,
  sets: readonly string[],
  plan: VisiblePlan,
): Promise<readonly string[]> {
  const values = sets.map((value) => ({ value, facts: [['set', value]] }));
  const [counts = []] = await countRowsByValue(counting, scope, [{ plan, values }]);
  const isFound = new Set(counts.map(({ value }) => value));
  return sets.filter((set) => isFound.has(set));
}

/** Counts the products by ratio in each cell, by its index; the cells of a set are counted together. */
async function countRatios(
  counting: CountContext,
  scope: SearchScope,
  cells: readonly { readonly plan: VisiblePlan; readonly channel: string; readonly locale: string }[],
): Promise<ReadonlyMap<number, readonly RatioCount[]>> {
  const byPlan = Map.groupBy([...cells.entries()], ([, { plan }]) => plan);
  const fields = [...byPlan].map(([plan, ofSet]): CountedField => {
    const values = ofSet.flatMap(([index, { channel, locale }]) =>
      RATIOS.map((ratio) => ({
        value: `${index} ${ratio}`,
        facts: [cellTerms.complete(channel, locale, ratio)],
      })),
    );
    return { plan, values };
  });
  const counts = new Map<number, RatioCount[]>();
  for (const { value, count } of (await countRowsByValue(counting, scope, fields)).flat()) {
    const [index = 0, ratio = 0] = value.split(' ').map(Number);
    counts.set(index, [...(counts.get(index) ?? []), { ratio, count }]);
  }
  return counts;
}

interface RatioCount {
  readonly ratio: number;
  readonly count: number;
}

function summaryOf(ratios: readonly RatioCount[]) {
  const among = (from: number, to: number) =>
    ratios.reduce((sum, { ratio, count }) => (ratio >= from && ratio <= to ? sum + count : sum), 0);
  const products = among(0, 100);
  const sum = ratios.reduce((total, { ratio, count }) => total + ratio * count, 0);
  return {
    products,
    complete: among(100, 100),
    mean: Math.round((sum / products) * 100) / 100,
    incomplete: [among(0, 24), among(25, 49), among(50, 74), among(75, 99)] as const,
  };
}
