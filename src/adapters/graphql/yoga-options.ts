import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Characters of the documents that a process keeps parsed. */
const MOST_CHARACTERS = 500_000;

/**
 * Creates a cache of results by the text of their documents; the least recently used one is removed first. The length
 * of the texts limits it, not their number, because a parsed document takes 70 to 200 times the memory of its text.
 */
export const createDocumentCache = <Kept extends object>(): LRUCache<string, Kept> =>
  new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: (_, document) => document.length + 1 });

/** Returns the options that all engines share. What they switch off is done before them, or by their plugins. */
export const yogaOptions = () => ({
  // Every API's body is limited before it (limitBodies), at less than half the cost.
  maxRequestBodySize: false as const,
  cors: false as const,
  multipart: false,
  batching: false,
  graphiql: false,
  landingPage: false,
  // Errors are masked and logged by toPublicError, which knows the request.
  maskedErrors: false,
  logging: false,
  parserAndValidationCache: {
    documentCache: createDocumentCache<DocumentNode>(),
    errorCache: createDocumentCache<object>(),
  },
});
