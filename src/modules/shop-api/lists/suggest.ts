import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { normalizeText } from '../../search/index.ts';
import { labelOfProduct } from '../read/product-fields.ts';
import { loadShopCategories } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { attributeValue, type ShopProduct } from '../shop-product.ts';
import { loadShopCategoryTree } from './category-tree.ts';
import { searchPage } from './search-page.ts';

/** Suggestions for somebody who types a query. */
export interface Suggestions {
  readonly products: readonly ShopProduct[];
  readonly categories: readonly Category[];
  readonly terms: readonly string[];
}

const NOTHING: Suggestions = { products: [], categories: [], terms: [] };
/** Products whose names are looked at for terms. */
const MAX_NAMES = 50;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Returns products, categories and words for a query whose last word may be a beginning. Terms are words of the matches
 * of the query: of names of products, then of labels of categories, then of short texts of those products.
 */
export async function suggestFor(q: string, first: number, context: ShopContext): Promise<Suggestions> {
  const queryTerms = q.match(WORD) ?? [];
  const size = Math.min(Math.max(first, 0), MAX_NAMES);
  // One letter alone finds most of a catalogue.
  if (
    size === 0 ||
    (queryTerms.length === 1 && [...(queryTerms[0] ?? '')].length < 2) ||
    queryTerms.length === 0
  )
    return NOTHING;
  const { items } = await searchPage({ set: null, q, first: MAX_NAMES }, context);
  const suggestedProducts = items.map(({ product }) => product);
  const names = await Promise.all(suggestedProducts.map((product) => labelOfProduct(product, context)));
  const categories = await categoriesWithPrefix(queryTerms, context);
  const labels = categories.map(({ label }) => label);
  const texts = suggestedProducts.flatMap((product) => textsOf(product, context));
  const terms = [names, labels, texts].flatMap((source) => termsOf(queryTerms, source, context.locale));
  return {
    products: suggestedProducts.slice(0, size),
    categories: await loadShopCategories(
      categories.slice(0, size).map(({ code }) => code),
      context,
    ),
    terms: [...new Set(terms)].slice(0, size),
  };
}

/** Returns the categories whose label has words that begin so. */
async function categoriesWithPrefix(
  queryTerms: readonly string[],
  context: ShopContext,
): Promise<readonly { readonly code: string; readonly label: string }[]> {
  const { all } = await loadShopCategoryTree(context);
  const searchForms = queryTerms.map(normalizeText);
  return all
    .map(({ labels, code }) => ({ code, label: labelOf(labels, code, context.locales) }))
    .filter(({ label }) => {
      const labelForms = (label.match(WORD) ?? []).map(normalizeText);
      return searchForms.every((word) => labelForms.some((one) => one.startsWith(word)));
    });
}

/** Returns the short texts of a product that are searched. Long texts have too many words that mean nothing. */
const textsOf = (product: ShopProduct, context: ShopContext): string[] =>
  product.set.attributes.flatMap(({ code, type }) => {
    if (type !== 'text' || context.structure.attributes.get(foldKey(code))?.searchable !== true) return [];
    const value = attributeValue(product, code, context);
    return typeof value === 'string' ? [value] : [];
  });

/** Returns the query with its last word completed by words of texts, the commonest first. */
function termsOf(queryTerms: readonly string[], texts: readonly string[], locale: string): readonly string[] {
  const beginning = normalizeText(queryTerms.at(-1) ?? '');
  const language = locale.replaceAll('_', '-');
  const head = queryTerms.slice(0, -1).map((word) => word.toLocaleLowerCase(language));
  const counts = new Map<string, { readonly word: string; count: number }>();
  for (const text of texts) {
    const own = new Map((text.match(WORD) ?? []).map((word) => [normalizeText(word), word]));
    for (const [key, word] of own) {
      if (!key.startsWith(beginning)) continue;
      const wordCount = counts.get(key) ?? { word: word.toLocaleLowerCase(language), count: 0 };
      wordCount.count += 1;
      counts.set(key, wordCount);
    }
  }
  return [...counts.values()]
    .toSorted((one, other) => other.count - one.count || (one.word < other.word ? -1 : 1))
    .map(({ word }) => [...head, word].join(' '));
}
