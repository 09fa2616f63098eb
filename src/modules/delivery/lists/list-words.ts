/** What lists show that no attribute has a label for. */
interface ListWords {
  readonly relevance: string;
  readonly newest: string;
  readonly categories: string;
}

const ENGLISH: ListWords = { relevance: 'Relevance', newest: 'Newest', categories: 'Categories' };

/** By language. */
const WORDS: Readonly<Record<string, ListWords>> = {
  de: { relevance: 'Relevanz', newest: 'Neueste', categories: 'Kategorien' },
  en: ENGLISH,
  es: { relevance: 'Relevancia', newest: 'Más recientes', categories: 'Categorías' },
  fr: { relevance: 'Pertinence', newest: 'Nouveautés', categories: 'Catégories' },
  it: { relevance: 'Rilevanza', newest: 'Più recenti', categories: 'Categorie' },
  nl: { relevance: 'Relevantie', newest: 'Nieuwste', categories: 'Categorieën' },
};

/** @param locales the wanted one, then those that stand in; English where none is known */
export function listWords(locales: readonly string[]): ListWords {
  const known = locales.map((locale) => WORDS[locale.split('_')[0]?.toLowerCase() ?? '']);
  return known.find((words) => words !== undefined) ?? ENGLISH;
}
