// Walks with urql and Graphcache: node walk-urql.ts
import { Client, createRequest, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import type { IntrospectionQuery } from 'graphql';
import { BothDocument, ListDocument, ProductDocument, SearchDocument } from './documents.ts';
import { type CachingClient, kit, walkShop } from './steps.ts';

const schema = await kit<IntrospectionQuery>('introspection.json');
const embeddedTypes = await kit<string[]>('embedded-types.json');
const documents = {
  List: ListDocument,
  Product: ProductDocument,
  Both: BothDocument,
  Search: SearchDocument,
};

function connect(url: string): CachingClient {
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        schema,
        keys: Object.fromEntries(embeddedTypes.map((type) => [type, () => null])),
      }),
      fetchExchange,
    ],
  });
  return {
    async ask(operation, variables) {
      const { data, error } = await client
        .query(documents[operation], variables, { requestPolicy: 'network-only' })
        .toPromise();
      if (error !== undefined) throw error;
      return data;
    },
    cached: (operation, variables) =>
      client.readQuery(createRequest(documents[operation], variables).query, variables)?.data ?? null,
  };
}

await walkShop(connect);
