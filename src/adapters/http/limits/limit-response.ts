import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';

/** Longest JSON response, and longest message of an event stream. Files are streamed and have no such limit. */
export const MAXIMUM_RESPONSE_BYTES = 5_000_000;

/** A character of a JavaScript string has up to three bytes in UTF-8. */
const MOST_BYTES_OF_A_CHARACTER = 3;

/**
 * Returns a response that is short enough as it is.
 *
 * @throws RequestError `query-too-complex` for a longer one
 */
export function limitResponse(text: string): string {
  if (text.length * MOST_BYTES_OF_A_CHARACTER <= MAXIMUM_RESPONSE_BYTES) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAXIMUM_RESPONSE_BYTES) return text;
  throw new RequestError(
    'query-too-complex',
    localized('response-too-large', { count: bytes, max: MAXIMUM_RESPONSE_BYTES }),
    { bytes, maximum_bytes: MAXIMUM_RESPONSE_BYTES },
  );
}
