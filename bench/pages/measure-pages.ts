import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { decodeIdOf } from '../../src/kernel/ids.ts';
import { median } from '../statistics.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const COMPETITORS_DIR = path('../competitors');

interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One way to request one kind of page. */
export interface BenchVariant {
  readonly name: string;
  /** Kind of way; those of one kind return the same data and are compared with each other. */
  readonly kind: string;
  readonly origin: string;
  readonly shots: readonly SampleRequest[];
  /** Number of connections; 64 when left out. */
  readonly connections?: number;
}

export interface Throughput {
  readonly way: BenchVariant;
  readonly perSecond: number;
  readonly bytes: number;
}

interface Report {
  readonly requests: { readonly average: number; readonly total: number };
  readonly throughput: { readonly total: number };
  readonly non2xx: number;
  readonly errors: number;
}
type Autocannon = (options: object) => Promise<Report>;

const CONNECTIONS = 64;
const PAGE = 50;

const FIELDS = {
  full: 'id sku type status version createdAt updatedAt data(form: CELLS)',
  thin: 'id sku status updatedAt',
  typed: `sku values { attribute { code } channel locale source ... on TextValue { text } ... on NumberValue { number }
    ... on BooleanValue { boolean } ... on SelectValue { option { code } } }`,
} as const;

const KEYS = {
  full: 'id,sku,type,status,version,created_at,updated_at,values',
  thin: 'id,sku,status,updated_at',
};

const document = (fields: string) =>
  `query ($after: String) { products(first: ${PAGE}, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;

const competitorDocument = (fields: string, organizationId: string) =>
  `query ($after: Cursor) { allProducts(first: ${PAGE}, after: $after, orderBy: [PRIMARY_KEY_ASC],
    condition: { organizationId: "${organizationId}" }) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;

const RIVAL_FIELDS = {
  full: 'id sku type status version createdAt updatedAt values',
  thin: 'id sku status updatedAt',
} as const;

/** Follows a list from its first page; returns the cursors at which `count` of its pages begin, and the ids on them. */
async function walk(
  count: number,
  ask: (after: string | null) => Promise<{ readonly cursor: string | null; readonly ids: readonly string[] }>,
): Promise<{ readonly cursors: readonly (string | null)[]; readonly ids: readonly string[] }> {
  const cursors: (string | null)[] = [null];
  const ids: string[] = [];
  while (cursors.length < count) {
    const page = await ask(cursors.at(-1) ?? null);
    if (page.cursor === null || page.ids.length < PAGE) break;
    cursors.push(page.cursor);
    ids.push(page.ids.at(-1) ?? '');
  }
  return { cursors, ids };
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly data?: unknown; readonly errors?: unknown };
  if (answer.errors !== undefined || answer.data == null)
    throw new Error(JSON.stringify(answer).slice(0, 2_000));
  return answer.data;
}

interface Connection {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Lists the ways of our APIs, the floor and the rival, over the same pages. */
export async function benchVariants(settings: {
  readonly ours: string;
  readonly floor: string;
  readonly rival: string | null;
  readonly token: string;
  readonly organizationId: string;
  readonly pages: number;
}): Promise<BenchVariant[]> {
  const { ours, floor, rival, token, organizationId, pages } = settings;
  const headers = { authorization: `Bearer ${token}` };
  const json = { 'content-type': 'application/json', ...headers };
  const toPage = ({ nodes, pageInfo }: Connection) => ({
    cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    ids: nodes.map(({ id }) => id),
  });
  const own = await walk(pages, async (after) => {
    const data = (await post(
      `${ours}/graphql`,
      { query: document('id'), variables: { after } },
      headers,
    )) as {
      readonly products: Connection;
    };
    return toPage(data.products);
  });
  const graphql = (kind: keyof typeof FIELDS): BenchVariant => ({
    name: 'GraphQL',
    kind,
    origin: ours,
    shots: own.cursors.map((after) => ({
      method: 'POST',
      path: '/graphql',
      headers: json,
      body: JSON.stringify({ query: document(FIELDS[kind]), variables: { after } }),
    })),
  });
  const rest = (kind: keyof typeof KEYS): BenchVariant => ({
    name: 'REST',
    kind,
    origin: ours,
    shots: own.cursors.map((after) => ({
      method: 'GET',
      headers,
      path: `/api/v1/products?limit=${PAGE}&fields=${KEYS[kind]}${after === null ? '' : `&search_after=${after}`}`,
    })),
  });
  // Its responses end at 25 kB, so its pages of all values are shorter than those of the others.
  const mcp = (kind: 'full' | 'thin'): BenchVariant => ({
    // Each response counts all matches, which would keep the database busy into the next way's turn.
    name: 'MCP',
    kind,
    origin: ours,
    connections: 2,
    shots: own.cursors.map((after) => ({
      method: 'POST',
      path: '/_mcp',
      headers: { ...json, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'search_products',
          arguments: { limit: PAGE, search_after: after, ...(kind === 'thin' ? { attributes: [] } : {}) },
        },
      }),
    })),
  });
  const after = ['00000000-0000-0000-0000-000000000000', ...own.ids.map((id) => decodeIdOf('Product', id))];
  const bare = (kind: 'full' | 'thin'): BenchVariant => ({
    name: 'floor',
    kind,
    origin: floor,
    shots: after.map((id) => ({ method: 'GET', path: `/${kind}?after=${id}`, headers: {} })),
  });
  const ways = [
    bare('full'),
    graphql('full'),
    rest('full'),
    mcp('full'),
    bare('thin'),
    graphql('thin'),
    rest('thin'),
    mcp('thin'),
    graphql('typed'),
  ];
  if (rival === null) return ways;
  const theirs = await walk(pages, async (cursor) => {
    const query = competitorDocument('id', organizationId);
    const data = (await post(`${rival}/graphql`, { query, variables: { after: cursor } }, {})) as {
      readonly allProducts: Connection;
    };
    return toPage(data.allProducts);
  });
  const postgraphile = (kind: keyof typeof RIVAL_FIELDS): BenchVariant => ({
    name: 'PostGraphile',
    kind,
    origin: rival,
    shots: theirs.cursors.map((cursor) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: competitorDocument(RIVAL_FIELDS[kind], organizationId),
        variables: { after: cursor },
      }),
    })),
  });
  return [...ways, postgraphile('full'), postgraphile('thin')];
}

/**
 * Measures the requests a second of each way: medians of rounds in which every way has its turn, after one that does
 * not count.
 */
export async function measurePages(
  ways: readonly BenchVariant[],
  settings: { readonly rounds: number; readonly seconds: number },
): Promise<Throughput[]> {
  const autocannon = createRequire(`${COMPETITORS_DIR}/`)('autocannon') as Autocannon;
  const taken = ways.map((way) => ({ way, rates: [] as number[], bytes: 0 }));
  for (let round = 0; round <= settings.rounds; round += 1) {
    const first = round % taken.length;
    for (const one of [...taken.slice(first), ...taken.slice(0, first)]) {
      const { origin, shots, name, kind, connections = CONNECTIONS } = one.way;
      const report = await autocannon({
        url: origin,
        connections,
        duration: settings.seconds,
        requests: shots,
      });
      if (report.non2xx > 0 || report.errors > 0)
        throw new Error(`${name} (${kind}) answered ${report.non2xx} refusals and ${report.errors} errors.`);
      if (round > 0) one.rates.push(report.requests.average);
      one.bytes = report.throughput.total / Math.max(report.requests.total, 1);
    }
  }
  return taken.map(({ way, rates, bytes }) => ({ way, perSecond: median(rates), bytes }));
}
