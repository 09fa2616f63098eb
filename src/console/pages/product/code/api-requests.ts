/** The page of a product as requests to the APIs. */
export interface ApiRequestContext {
  readonly sku: string;
  readonly channel: string;
  readonly locale: string;
  /** Address of the server: `https://pim.example.com`. */
  readonly origin: string;
}

export interface ApiRequest {
  readonly api: 'GraphQL' | 'REST' | 'MCP';
  /** The request to copy. */
  readonly text: string;
  /** Request that the browser sends to run it; null where a session is not accepted. */
  readonly run: { readonly path: string; readonly body: string | null } | null;
}

const QUERY = `query Product($sku: ID!, $channel: String!, $locale: String!) {
  product(ref: $sku) {
    id
    sku
    status
    version
    label(channel: $channel, locale: $locale)
    completeness(channel: $channel, locale: $locale) {
      ratio
      missing
    }
    visibility(channel: $channel, locale: $locale) {
      live
      reasons {
        code
        message
      }
    }
    data(channel: $channel, locale: $locale)
  }
}`;

/** Returns the current product as one call of each API. */
export function buildApiRequests({ sku, channel, locale, origin }: ApiRequestContext): readonly ApiRequest[] {
  const variables = { sku, channel, locale };
  const search = new URLSearchParams({
    values: 'flat',
    channel,
    locales: locale,
    expand: 'completeness,visibility',
  });
  const path = `/api/v1/products/${encodeURIComponent(sku)}?${search.toString().replaceAll('%2C', ',')}`;
  const tool = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_product', arguments: { ref: sku, channel, locale, include: ['completeness'] } },
  };
  return [
    {
      api: 'GraphQL',
      text: `# POST ${origin}/graphql\n${QUERY}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`,
      run: { path: '/graphql', body: JSON.stringify({ query: QUERY, variables }) },
    },
    {
      api: 'REST',
      text: `curl '${origin}${path}' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'`,
      run: { path, body: null },
    },
    {
      api: 'MCP',
      text: `// POST ${origin}/_mcp, Authorization: Bearer YOUR_TOKEN\n${JSON.stringify(tool, null, 2)}`,
      run: null,
    },
  ];
}
