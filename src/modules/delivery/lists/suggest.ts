import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { searchForm } from '../../search/index.ts';
import { deliverCategories } from '../delivered-category.ts';
import { attributeValue, type DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { labelOfProduct } from '../read/product-parts.ts';
import { loadTree } from './category-tree.ts';
import { searchedPage } from './searched-page.ts';

/** Suggestions for somebody who types a query. */
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
 * Returns products, categories and words for a query whose last word may be a beginning. Terms are words of the matches
 * of the query: of names of products, then of labels of categories, then of short texts of those products.
 */
export async function suggestFor(q: string, first: number, context: DeliveryContext): Promise<Suggestions> {
  const words = q.match(WORD) ?? [];
  const size = Math.min(Math.max(first, 0), MOST_NAMES);
  // One letter alone finds most of a catalogue.
  if (size === 0 || (words.length === 1 && [...(words[0] ?? '')].length < 2) || words.length === 0)
    return NOTHING;
  const { items } = await searchedPage({ set: null, q, first: MOST_NAMES }, context);
  const found = items.map(({ product }) => product);
  const names = await Promise.all(found.map((product) => labelOfProduct(product, context)));
  const categories = await categoriesNamed(words, context);
  const labels = categories.map(({ label }) => label);
  const texts = found.flatMap((product) => textsOf(product, context));
  const terms = [names, labels, texts].flatMap((source) => termsOf(words, source, context.locale));
  return {
    products: found.slice(0, size),
    categories: await deliverCategories(
      categories.slice(0, size).map(({ code }) => code),
      context,
    ),
    terms: [...new Set(terms)].slice(0, size),
  };
}

/** Returns the categories whose label has words that begin so. */
async function categoriesNamed(
  words: readonly string[],
  context: DeliveryContext,
): Promise<readonly { readonly code: string; readonly label: string }[]> {
  const { all } = await loadTree(context);
  const wanted = words.map(searchForm);
  return all
    .map(({ labels, code }) => ({ code, label: labelOf(labels, code, context.locales) }))
    .filter(({ label }) => {
      const named = (label.match(WORD) ?? []).map(searchForm);
      return wanted.every((word) => named.some((one) => one.startsWith(word)));
    });
}

/** Returns the short texts of a product that are searched. Long texts have too many words that mean nothing. */
const textsOf = (product: DeliveredProduct, context: DeliveryContext): string[] =>
  product.set.attributes.flatMap(({ code, type }) => {
    if (type !== 'text' || context.structure.attributes.get(foldKey(code))?.searchable !== true) return [];
    const value = attributeValue(product, code, context);
    return typeof value === 'string' ? [value] : [];
  });

/** Returns the query with its last word completed by words of texts, the commonest first. */
function termsOf(words: readonly string[], texts: readonly string[], locale: string): readonly string[] {
  const beginning = searchForm(words.at(-1) ?? '');
  const language = locale.replaceAll('_', '-');
  const head = words.slice(0, -1).map((word) => word.toLocaleLowerCase(language));
  const counts = new Map<string, { readonly word: string; count: number }>();
  for (const text of texts) {
    const own = new Map((text.match(WORD) ?? []).map((word) => [searchForm(word), word]));
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
