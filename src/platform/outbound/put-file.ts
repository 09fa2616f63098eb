import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { describeNetworkError } from './describe-network-error.ts';
import { type OutboundRequestSettings, sendOutboundRequest } from './outbound-request.ts';
import { PRIVATE_ADDRESSES } from './private-addresses.ts';
import { type OutboundPolicy, validateUrl } from './validate-url.ts';

/** Time for which a server may take nothing of the file, and time that it may take to respond once it has it. */
const SILENT_FOR_MS = 30_000;
/** Time for a file of the largest size over a slow line. */
const PUT_WITHIN_MS = 3_600_000;

/** Error for a file that could not be sent; the message is a sentence for the person who named the address. */
export class PutError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(rendered(text), options);
    this.text = text;
  }
}

export interface UploadedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly mimeType: string;
}

/**
 * Puts a file to an address that a tenant named. Private addresses are rejected by the socket itself, redirects are
 * not followed.
 *
 * @throws PutError
 */
export async function putFile(
  url: string,
  { body, sizeBytes, mimeType }: UploadedFile,
  policy: OutboundPolicy,
  names: Partial<OutboundRequestSettings> = {},
): Promise<void> {
  const fault = validateUrl(url, policy);
  if (fault !== null) throw new PutError(localized('delivery-url-not-allowed', { fault }));
  const fence = { refused: policy.allowPrivateAddresses ? null : PRIVATE_ADDRESSES, ...names };
  // The bytes count before they are sent: the response may come before the stream requests more of the body.
  let sentBytes = 0;
  const watched = async function* () {
    for await (const part of body) {
      sentBytes += part.byteLength;
      yield part;
    }
  };
  const sent = {
    method: 'PUT',
    headers: { 'content-type': mimeType, 'content-length': String(sizeBytes) },
    body: watched(),
    signal: AbortSignal.timeout(PUT_WITHIN_MS),
    idleTimeoutMs: SILENT_FOR_MS,
  } as const;
  const response = await sendOutboundRequest(new URL(url), sent, fence).catch((error: unknown) => {
    const reason = describeNetworkError(error);
    throw new PutError(localized('delivery-failed', { reason }), { cause: error });
  });
  const { statusCode = 0 } = response;
  response.destroy();
  if (statusCode < 200 || statusCode > 299)
    throw new PutError(localized('delivery-status', { status: statusCode }));
  if (sentBytes < sizeBytes) throw new PutError(localized('delivery-incomplete', { status: statusCode }));
}
