import { LRUCache } from 'lru-cache';

/** Characters of the documents that a process keeps parsed. */
const MOST_CHARACTERS = 500_000;

/**
 * Creates a cache of results by the text of their documents; the least recently used one is removed first. The length
 * of the texts limits it, not their number, because a parsed document takes 70 to 200 times the memory of its text.
 */
export const parsedDocuments = <Kept extends object>(): LRUCache<string, Kept> =>
  new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: (_, document) => document.length + 1 });
