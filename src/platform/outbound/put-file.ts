import { Agent, request } from 'undici';
import { errorInWords } from './error-in-words.ts';
import { type FenceSettings, fencedConnector } from './fenced-connector.ts';
import { judgeUrl, type OutboundPolicy } from './judge-url.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';

/** How long a server may take to answer once it has the file. */
const SILENT_FOR_MS = 30_000;

/** A file could not be sent; the message is a sentence for the person who named the address. */
export class PutError extends Error {}

export interface SentFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly mimeType: string;
}

/**
 * Puts a file to an address that a tenant named. Private addresses are refused by the socket itself, redirects are not
 * followed.
 *
 * @throws PutError
 */
export async function putFile(
  url: string,
  { body, sizeBytes, mimeType }: SentFile,
  policy: OutboundPolicy,
  fence: Partial<FenceSettings> = {},
): Promise<void> {
  const fault = judgeUrl(url, policy);
  if (fault !== null) throw new PutError(`The address cannot be used: ${fault}`);
  const refused = policy.allowPrivateAddresses ? null : PRIVATE_ADDRESSES;
  const agent = new Agent({
    connect: fencedConnector({ refused, ...fence }),
    ...{ headersTimeout: SILENT_FOR_MS, bodyTimeout: SILENT_FOR_MS },
  });
  try {
    const answer = await request(url, {
      method: 'PUT',
      headers: { 'content-type': mimeType, 'content-length': String(sizeBytes) },
      body: body as never,
      dispatcher: agent,
    }).catch((error: unknown) => {
      throw new PutError(`The file could not be sent: ${errorInWords(error)}.`, { cause: error });
    });
    answer.body.on('error', () => undefined).destroy();
    const { statusCode } = answer;
    if (statusCode < 200 || statusCode > 299)
      throw new PutError(`The address answered ${statusCode} to the file.`);
  } finally {
    await agent.destroy();
  }
}
