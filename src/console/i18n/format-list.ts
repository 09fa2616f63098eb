import { localeTag } from './translate.ts';

const LIST = new Intl.ListFormat(localeTag, { type: 'conjunction' });

/** Joins parts of a sentence: `Web shop, Print and Marketplace`. */
export const formatList = (parts: Iterable<string>): string => LIST.format(parts);
