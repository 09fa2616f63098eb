/** Labels of lists that no attribute has a label for. */
interface ListLabels {
  readonly relevance: string;
  readonly newest: string;
  readonly categories: string;
  /** Reason why the list was not searched. */
  readonly shortQuery: string;
}

const ENGLISH: ListLabels = {
  relevance: 'Relevance',
  newest: 'Newest',
  categories: 'Categories',
  shortQuery: 'Enter a word of at least two letters or digits.',
};

/** Labels by language. */
const WORDS: Readonly<Record<string, ListLabels>> = {
  de: {
    relevance: 'Relevanz',
    newest: 'Neueste',
    categories: 'Kategorien',
    shortQuery: 'Geben Sie ein Wort mit mindestens zwei Buchstaben oder Ziffern ein.',
  },
  en: ENGLISH,
  es: {
    relevance: 'Relevancia',
    newest: 'Más recientes',
    categories: 'Categorías',
    shortQuery: 'Escriba una palabra de al menos dos letras o cifras.',
  },
  fr: {
    relevance: 'Pertinence',
    newest: 'Nouveautés',
    categories: 'Catégories',
    shortQuery: 'Saisissez un mot d’au moins deux lettres ou chiffres.',
  },
  it: {
    relevance: 'Rilevanza',
    newest: 'Più recenti',
    categories: 'Categorie',
    shortQuery: 'Inserisca una parola di almeno due lettere o cifre.',
  },
  nl: {
    relevance: 'Relevantie',
    newest: 'Nieuwste',
    categories: 'Categorieën',
    shortQuery: 'Voer een woord van minstens twee letters of cijfers in.',
  },
};

/** @param locales the wanted one, then those that stand in; English where none is known */
export function listLabels(locales: readonly string[]): ListLabels {
  const localizedLabels = locales.map((locale) => WORDS[locale.split('_')[0]?.toLowerCase() ?? '']);
  return localizedLabels.find((labels) => labels !== undefined) ?? ENGLISH;
}
