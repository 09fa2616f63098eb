import { formatTag } from './t.ts';

const LIST = new Intl.ListFormat(formatTag, { type: 'conjunction' });

/** Joins parts of a sentence: `Web shop, Print and Marketplace`. */
export const inOneList = (parts: Iterable<string>): string => LIST.format(parts);
