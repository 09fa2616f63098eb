// Walks with Apollo Client 4: node walk-apollo.ts
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { BothDocument, ListDocument, ProductDocument, SearchDocument } from './documents.ts';
import { type CachingClient, kit, walkShop } from './steps.ts';

const possibleTypes = await kit<Record<string, string[]>>('possible-types.json');
const embeddedTypes = await kit<string[]>('embedded-types.json');
const documents = {
  List: gql(ListDocument),
  Product: gql(ProductDocument),
  Both: gql(BothDocument),
  Search: gql(SearchDocument),
};

function connect(uri: string): CachingClient {
  const client = new ApolloClient({
    link: new HttpLink({ uri }),
    cache: new InMemoryCache({
      possibleTypes,
      // Documents select different fields of a price: what one has read stays for the other.
      typePolicies: Object.fromEntries(
        embeddedTypes.map((type) => [type, { keyFields: false as const, merge: true }]),
      ),
    }),
  });
  return {
    async ask(operation, variables) {
      const { data, error } = await client.query({
        query: documents[operation],
        variables,
        fetchPolicy: 'network-only',
      });
      if (error !== undefined) throw error;
      return data;
    },
    cached: (operation, variables) => client.readQuery({ query: documents[operation], variables }),
  };
}

await walkShop(connect);
