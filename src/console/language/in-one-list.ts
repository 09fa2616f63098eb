import { formatTag } from './t.ts';

const LISTS = {
  conjunction: new Intl.ListFormat(formatTag, { type: 'conjunction' }),
  disjunction: new Intl.ListFormat(formatTag, { type: 'disjunction' }),
};

/** Joins parts of a sentence: `Web shop, Print and Marketplace`, or with `or`. */
export const inOneList = (parts: Iterable<string>, type: keyof typeof LISTS = 'conjunction'): string =>
  LISTS[type].format(parts);
