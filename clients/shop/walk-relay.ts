// Walks with Relay's store, by the artifacts of its compiler: relay-compiler && node walk-relay.ts
import relay, { type ConcreteRequest, type GraphQLResponse } from 'relay-runtime';
import { type CachingClient, type Operation, walkShop } from './steps.ts';

const { createOperationDescriptor, Environment, fetchQuery, Network, RecordSource, Store } = relay;

const artifact = async (operation: Operation) => {
  const path = new URL(`kit/relay/documents${operation}Query.graphql.ts`, import.meta.url);
  return ((await import(path.href)) as { readonly default: ConcreteRequest }).default;
};
const documents = {
  List: await artifact('List'),
  Product: await artifact('Product'),
  Both: await artifact('Both'),
  Search: await artifact('Search'),
};

function connect(url: string): CachingClient {
  const network = Network.create(async ({ text }, variables) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: text, variables });
    const response = await fetch(url, { method: 'POST', headers, body });
    return (await response.json()) as GraphQLResponse;
  });
  const environment = new Environment({
    network,
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 1_000 }),
  });
  return {
    async ask(operation, variables) {
      const descriptor = createOperationDescriptor(documents[operation], { ...variables });
      environment.retain(descriptor);
      return fetchQuery(
        environment,
        documents[operation],
        { ...variables },
        { fetchPolicy: 'network-only' },
      ).toPromise();
    },
    cached(operation, variables) {
      const descriptor = createOperationDescriptor(documents[operation], { ...variables });
      const { data, isMissingData } = environment.lookup(descriptor.fragment);
      return isMissingData ? null : data;
    },
  };
}

// Relay warns by the console where an answer contradicts what its store has.
Object.assign(globalThis.console, {
  error(...words: unknown[]) {
    process.stderr.write(`${words.join(' ')}\n`);
    process.exitCode = 1;
  },
});
await walkShop(connect);
