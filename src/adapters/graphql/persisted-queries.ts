import { createHash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { RequestError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { localized, verbatim } from '../../kernel/problems/messages/message.ts';

/** Most bytes of documents that a process keeps; the one that was requested longest ago goes first. */
const STORE_BYTES = 16_000_000;

/**
 * Automatic persisted queries, as Apollo Client and urql send them: a document is named by its SHA-256 in
 * `extensions.persistedQuery`, and sent with its text once. A hash tells nothing to whoever does not have the text, so
 * one store serves all organizations; who may read what is decided when the document runs.
 */
export function persistedQueries(): Plugin {
  const documents = new LRUCache<string, string>({
    maxSize: STORE_BYTES,
    sizeCalculation: (text, hash) => Buffer.byteLength(text) + hash.length,
  });
  return {
    onParams({ params, setParams }) {
      const hash = hashIn(params.extensions?.persistedQuery);
      if (hash === null) return;
      const { query } = params;
      if (typeof query !== 'string' || query === '') {
        const documentText = documents.get(hash);
        // Clients look for this very message, and send the document then.
        if (documentText === undefined)
          throw new RequestError('persisted-query-not-found', verbatim('PersistedQueryNotFound'));
        setParams({ ...params, query: documentText });
      } else if (createHash('sha256').update(query).digest('hex') === hash) {
        documents.set(hash, query);
      } else {
        throw new RequestError('invalid-parameter', localized('persisted-query-hash'), {
          parameter: 'extensions.persistedQuery.sha256Hash',
        });
      }
    },
  };
}

/** @returns null when the request names no document by its hash */
function hashIn(persistedQuery: JsonValue | undefined): string | null {
  if (persistedQuery === undefined || persistedQuery === null) return null;
  const { version, sha256Hash } = isJsonObject(persistedQuery) ? persistedQuery : {};
  if (version === 1 && typeof sha256Hash === 'string') return sha256Hash.toLowerCase();
  throw new RequestError('invalid-parameter', localized('persisted-query-form'), {
    parameter: 'extensions.persistedQuery',
  });
}
