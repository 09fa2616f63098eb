import { LRUCache } from 'lru-cache';

/** Characters of the documents that a process keeps parsed. */
const MOST_CHARACTERS = 500_000;

/**
 * What was made of documents, by their text; the one that was asked for longest ago goes first. Bounded by the length of the
 * texts, not by their number, because a parsed document takes 70 to 200 times the memory of its text.
 */
export const parsedDocuments = <Kept extends object>(): LRUCache<string, Kept> =>
  new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: (_, document) => document.length + 1 });
