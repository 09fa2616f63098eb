import { labelOf } from '../../../kernel/labels.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { searchForm } from '../../search/index.ts';
import { deliverCategories } from '../delivered-category.ts';
import type { DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { labelOfProduct } from '../read/product-parts.ts';
import { loadTree } from './category-tree.ts';
import { searchedPage } from './searched-page.ts';

/** What somebody who types may mean. */
export interface Suggestions {
  readonly products: readonly DeliveredProduct[];
  readonly categories: readonly Category[];
  readonly terms: readonly string[];
}

const NOTHING: Suggestions = { products: [], categories: [], terms: [] };
/** Products whose names are looked at for terms. */
const MOST_NAMES = 50;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Products, categories and words for a query whose last word may be a beginning. Terms are words of names of visible
 * products that the query finds.
 */
export async function suggestFor(q: string, first: number, context: DeliveryContext): Promise<Suggestions> {
  const words = q.match(WORD) ?? [];
  const size = Math.min(Math.max(first, 0), MOST_NAMES);
  // One letter alone finds most of a catalogue.
  if (size === 0 || (words.length === 1 && [...(words[0] ?? '')].length < 2) || words.length === 0)
    return NOTHING;
  const page = await searchedPage({ set: null, q, first: MOST_NAMES }, context);
  const names = await Promise.all(page.items.map((product) => labelOfProduct(product, context)));
  return {
    products: page.items.slice(0, size),
    categories: await categoriesNamed(words, size, context),
    terms: termsOf(words, names, context.locale).slice(0, size),
  };
}

async function categoriesNamed(
  words: readonly string[],
  size: number,
  context: DeliveryContext,
): Promise<readonly Category[]> {
  const { all } = await loadTree(context);
  const wanted = words.map(searchForm);
  const found = all.filter(({ labels, code }) => {
    const named = (labelOf(labels, code, context.locales).match(WORD) ?? []).map(searchForm);
    return wanted.every((word) => named.some((one) => one.startsWith(word)));
  });
  return deliverCategories(
    found.slice(0, size).map(({ code }) => code),
    context,
  );
}

/** The query with its last word completed by names, the commonest first. */
function termsOf(words: readonly string[], names: readonly string[], locale: string): readonly string[] {
  const beginning = searchForm(words.at(-1) ?? '');
  const language = locale.replaceAll('_', '-');
  const head = words.slice(0, -1).map((word) => word.toLocaleLowerCase(language));
  const counts = new Map<string, { readonly word: string; count: number }>();
  for (const name of names) {
    const own = new Map((name.match(WORD) ?? []).map((word) => [searchForm(word), word]));
    for (const [key, word] of own) {
      if (!key.startsWith(beginning)) continue;
      const known = counts.get(key) ?? { word: word.toLocaleLowerCase(language), count: 0 };
      known.count += 1;
      counts.set(key, known);
    }
  }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .map(({ word }) => [...head, word].join(' '));
}
