import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

/** Which revisions of the protocol a client speaks. */
export type Era = '2026' | '2025';
export const ERAS: readonly Era[] = ['2026', '2025'];

/** The demo catalogue behind the whole program, asked over MCP. */
export async function serveDemo(environment: Readonly<Record<string, string>> = {}) {
  const served = await serveProgram(environment);
  await served.seedDemo();
  return served;
}

/** The official client, without a port; it checks answers against the schemas of their tools. */
export async function connect(served: ServedProgram, era: Era, token = served.token): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    era === '2026' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://catalograph.test:4000/_mcp'), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (input, init) => served.request(new URL(String(input)).pathname, init as RequestInit),
  });
  await client.connect(transport);
  return client;
}

/** What a call came to, as tests compare it. */
export interface Reported {
  /** The answer with every id, moment and signature replaced by a word. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Calls a tool by the official client. */
export async function call(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Reported> {
  const result = await client.callTool({ name, arguments: given });
  return { json: settled(answerIn(result)), isError: result.isError === true };
}

/** What a result says: refusals say it by text alone. */
export function answerIn({ content }: CallToolResult): Reported['json'] {
  const [only] = content;
  return JSON.parse(only?.type === 'text' ? only.text : '') as Reported['json'];
}

/** An answer without what differs from run to run. */
function settled(json: Reported['json']): Reported['json'] {
  const text = JSON.stringify(json)
    .replace(/\b((?:dry_)?[a-z]{3})_[0-9a-f]{32}/g, '$1')
    .replace(/"request_id":"[^"]+"/g, '"request_id":"request"')
    .replace(/"search_after":"[^"]+"/g, '"search_after":"cursor"')
    .replace(/"url":"[^"]+"/g, '"url":"link"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  return JSON.parse(text) as Reported['json'];
}
