import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { RequestError } from './errors.ts';
import { canonicalJson, type JsonObject, type JsonValue } from './json.ts';
import { localized } from './problems/messages/message.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;

/** One page of a list and how to get the next. */
export interface Page<Row> {
  readonly items: readonly Row[];
  /** The cursor after an item, by its index; made when called, for signing them costs more than the items. */
  readonly cursorAt: (index: number) => string;
  readonly hasNextPage: boolean;
  /**
   * Start of the next page, for lists that can end a page behind its last item; else the cursor after its last item.
   */
  readonly endCursor?: string;
  /**
   * Returns the number of all items; counts when called, so that only a request for the count pays for it. Where
   * counting takes long it goes no further than `upTo`.
   */
  readonly count: (upTo?: number) => Promise<number>;
}

/** Limit of counting where a total is sent without a request for it: a total of this value means more than one less. */
export const COUNT_LIMIT = 10_001;

/** The sort values of the row after which a page starts; the last one is unique, so the order is total. */
export type CursorPosition = readonly JsonValue[];

/** Everything that decides order and membership of a list: kind, filter, sort. It must not change once it was used. */
export type ListIdentity = JsonObject | readonly JsonValue[];

/** Makes and reads the cursors of one organization; see {@link createCursors}. */
export interface CursorCodec {
  encode(position: CursorPosition, list: ListIdentity): string;
  /**
   * Decodes a cursor. @throws RequestError `invalid-cursor` when tampered with, made for another list or for another
   * organization.
   */
  decode(cursor: string, list: ListIdentity): CursorPosition;
}

/** The cursors of all organizations. */
export interface Cursors {
  of(organizationId: string): CursorCodec;
}

/**
 * Cursors are base64url of `{v, k: position, h: hash of what list it belongs to}` and an HMAC-SHA256 (RFC 2104) cut
 * to 128 bits. The organization is signed with the rest, so that a foreign cursor looks exactly like a forged one.
 */
export function createCursors(secret: string): Cursors {
  const sign = (organizationId: string, payload: string) =>
    createHmac('sha256', secret)
      .update(`${organizationId}.${payload}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  const hashes = new WeakMap<object, string>();
  const hashOf = (list: object) => {
    const cachedHash = hashes.get(list);
    if (cachedHash !== undefined) return cachedHash;
    const hash = createHash('sha256')
      .update(canonicalJson(list as JsonValue))
      .digest('base64url')
      .slice(0, 12);
    hashes.set(list, hash);
    return hash;
  };
  const of = (organizationId: string): CursorCodec => ({
    encode(position, list) {
      const payload = Buffer.from(JSON.stringify({ v: 1, k: position, h: hashOf(list) })).toString(
        'base64url',
      );
      return `${payload}.${sign(organizationId, payload)}`;
    },
    decode(cursor, list) {
      const [payload = '', ...signature] = cursor.split('.');
      // The signatures are compared as texts: decoding would let other letters stand for the same signature.
      const expected = Buffer.from(sign(organizationId, payload));
      const actualSignature = Buffer.from(signature.join('.'));
      if (actualSignature.length !== expected.length || !timingSafeEqual(actualSignature, expected))
        throw new RequestError('invalid-cursor', localized('cursor-invalid'));
      const { k, h } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        k: CursorPosition;
        h: string;
      };
      if (h !== hashOf(list)) throw new RequestError('invalid-cursor', localized('cursor-of-other-list'));
      return k;
    },
  });
  return { of };
}
