import { Agent, request } from 'undici';
import { type FenceSettings, fencedConnector } from './fenced-connector.ts';
import { judgeUrl, type OutboundPolicy } from './judge-url.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';

const MOST_REDIRECTS = 3;
/** Until the headers of an answer, and between two parts of a body. */
const SILENCE_MS = 30_000;

/** A transfer that came to nothing, as a sentence for whoever named the address. */
export class TransferFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TransferFailed';
  }
}

/** What an address answered. */
export interface FetchedFile {
  /** Null when it has not changed since the version that was named. */
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What is known of the version that was fetched before. */
export interface KnownVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

type Settings = OutboundPolicy & Pick<FenceSettings, 'lookup'>;

/**
 * Fetches a file from an address that a tenant named, and hands it on while it comes. Each address on the way, redirects
 * included, is judged when a socket connects to it.
 *
 * @param use takes the answer; the connection is closed after it
 * @throws TransferFailed
 */
export async function fetchFile<Result>(
  url: string,
  known: KnownVersion | null,
  settings: Settings,
  use: (file: FetchedFile) => Promise<Result>,
): Promise<Result> {
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  if (known?.etag) headers['if-none-match'] = known.etag;
  else if (known?.lastModified) headers['if-modified-since'] = known.lastModified;
  return withAgent(settings, async (agent) => {
    let address = url;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await send(address, settings, { method: 'GET', headers, dispatcher: agent });
      const { statusCode, body } = answer;
      if (isRedirect(statusCode)) {
        body.on('error', () => undefined).destroy();
        const location = headerOf(answer.headers, 'location');
        if (location === null || !URL.canParse(location, address))
          throw new TransferFailed('The address leads on to no other.');
        if (redirects === MOST_REDIRECTS)
          throw new TransferFailed(`The address leads on more than ${MOST_REDIRECTS} times.`);
        address = new URL(location, address).href;
        continue;
      }
      const version = {
        etag: headerOf(answer.headers, 'etag'),
        lastModified: headerOf(answer.headers, 'last-modified'),
      };
      if (statusCode === 304) {
        body.on('error', () => undefined).destroy();
        return use({ ...version, body: null });
      }
      if (statusCode !== 200) {
        body.on('error', () => undefined).destroy();
        throw new TransferFailed(`The address answered ${statusCode} and no file.`);
      }
      return use({ ...version, body: parts(body) });
    }
  });
}

/** Puts a file to an address that a tenant named. Redirects are not followed. @throws TransferFailed */
export async function putFile(
  url: string,
  file: {
    readonly body: AsyncIterable<Uint8Array>;
    readonly sizeBytes: number;
    readonly mimeType: string;
  },
  settings: Settings,
): Promise<void> {
  await withAgent(settings, async (agent) => {
    const { statusCode, body } = await send(url, settings, {
      method: 'PUT',
      headers: { 'content-type': file.mimeType, 'content-length': String(file.sizeBytes) },
      body: file.body as never,
      dispatcher: agent,
    });
    body.on('error', () => undefined).destroy();
    if (statusCode < 200 || statusCode > 299)
      throw new TransferFailed(`The address answered ${statusCode} to the file.`);
  });
}

async function withAgent<Result>(
  { allowPrivateAddresses, lookup }: Settings,
  use: (agent: Agent) => Promise<Result>,
): Promise<Result> {
  const fence = { refused: allowPrivateAddresses ? null : PRIVATE_ADDRESSES, ...(lookup ? { lookup } : {}) };
  const agent = new Agent({
    connect: fencedConnector(fence),
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });
  try {
    return await use(agent);
  } finally {
    await agent.destroy();
  }
}

type Options = NonNullable<Parameters<typeof request>[1]>;

async function send(url: string, policy: OutboundPolicy, options: Options) {
  const fault = judgeUrl(url, policy);
  if (fault !== null) throw new TransferFailed(`The address cannot be used: ${fault}`);
  try {
    return await request(url, options);
  } catch (error) {
    throw failed(error);
  }
}

async function* parts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw failed(error);
  }
}

function failed(error: unknown): TransferFailed {
  const codes = codesOf(error);
  if (codes.includes('ERR_IP_BLOCKED'))
    return new TransferFailed('The address cannot be used: it is not of the public internet.');
  return new TransferFailed(`The address could not be reached (${codes[0] ?? 'unknown'}).`);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...inner.flatMap(codesOf), ...codesOf(error.cause)];
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | null {
  const [value = null] = [headers[name] ?? []].flat();
  return value !== null && value.length <= 1_000 ? value : null;
}
