import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';

/** What an answer depends on besides the document and its variables. */
export interface ShopContext {
  /** Code of a locale of the storefront: `en_US`. */
  readonly locale?: string;
  /** Token of a preview link. Products that are not live yet are then included. */
  readonly preview?: string | undefined;
}

export interface ShopAnswer<Data> {
  readonly data: Data;
  /** Headers that say how long the answer, and so the page made of it, may be cached. */
  readonly caching: Readonly<Record<string, string>>;
}

/** Runs a typed document against the Shop API. */
export type Ask = <Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  context?: ShopContext,
) => Promise<ShopAnswer<Data>>;

/** The Shop API refused a request. */
export class ShopError extends Error {
  /** Code of the first error: `invalid-value`. Null when there was no GraphQL response. */
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** A client of the Shop API: one function. Requests are GET, so that HTTP caches in between can answer them. */
export function connect(apiUrl: string, key: string): Ask {
  return async (document, variables, { locale, preview } = {}) => {
    const url = new URL(`${apiUrl}/shop/${key}/graphql`);
    url.searchParams.set('query', print(document));
    url.searchParams.set('variables', JSON.stringify(variables));
    if (locale !== undefined) url.searchParams.set('locale', locale);
    if (preview !== undefined) url.searchParams.set('preview', preview);
    const response = await fetch(url, { headers: { accept: 'application/graphql-response+json' } });
    const { data, errors } = await readBody(response);
    if (errors?.[0] !== undefined) throw new ShopError(errors[0].message, errors[0].extensions?.code ?? null);
    if (data == null) throw new ShopError(`The Shop API answered ${response.status} without data.`, null);
    return { data: data as never, caching: cachingHeaders(response.headers) };
  };
}

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

async function readBody(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Body;
  } catch {
    throw new ShopError(`The Shop API answered ${response.status}: ${text.slice(0, 200)}`, null);
  }
}

function cachingHeaders(headers: Headers): Record<string, string> {
  const names = ['cache-control', 'cdn-cache-control'];
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
}
