import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Time after a rotation for which the old secret signs too, in milliseconds. */
export const ROTATION_OVERLAP_MS = 24 * 3_600_000;

/** Returns a new secret: `whsec_` and 256 random bits in base64 (Standard Webhooks 1.0). */
export function generateSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Content that is signed. */
export interface SignedContent {
  /** Id of the event: the same for every attempt. */
  readonly id: string;
  readonly at: Date;
  readonly body: Uint8Array;
}

/**
 * Returns the headers that prove a body to come from us, in two forms: `Catalograph-Signature` as Stripe's verifiers
 * read it, and `webhook-id`, `webhook-timestamp`, `webhook-signature` of Standard Webhooks. Each secret adds one
 * signature to both.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedContent,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  // Stripe's way takes the whole secret as the key, Standard Webhooks what its base64 says.
  const whole = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
  );
  const decoded = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'Catalograph-Signature': [`t=${timestamp}`, ...whole].join(','),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': decoded.join(' '),
  };
}
