// Risk: receivers cannot verify what we send with the libraries they have, or take what was changed on the way for ours.
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { generateSecret, signatureHeaders } from '../../../../src/modules/webhook/delivery/sign-delivery.ts';

/** How many bodies are tried; more on demand. */
const RUNS = Number(process.env.CATALOGRAPH_SIGNATURE_RUNS ?? 200);
const ID = 'evt_019a0000000070008000000000000001';

type Headers = Readonly<Record<string, string>>;

/** What receivers check a delivery with; each throws when it does not come from us. */
const VERIFIERS: Readonly<Record<string, (body: string, headers: Headers, secret: string) => unknown>> = {
  stripe: (body, headers, secret) =>
    Stripe.webhooks.constructEvent(body, headers['Catalograph-Signature'] ?? '', secret),
  standardwebhooks: (body, headers, secret) => new StandardWebhook(secret).verify(body, { ...headers }),
  svix: (body, headers, secret) => new SvixWebhook(secret).verify(body, { ...headers }),
};
const names = Object.keys(VERIFIERS);

function accepts(name: string, body: string, headers: Headers, secret: string): boolean {
  try {
    VERIFIERS[name]?.(body, headers, secret);
    return true;
  } catch {
    return false;
  }
}

const sign = (secrets: readonly string[], body: string, at = new Date()) =>
  signatureHeaders(secrets, { id: ID, at, body: Buffer.from(body) });

/** Bodies as they are sent: JSON of any content, in any script. */
const bodies = fc
  .record({ id: fc.constant(ID), data: fc.jsonValue(), text: fc.string({ unit: 'binary' }) })
  .map((body) => JSON.stringify(body));

test.each(names)('%s accepts every body', (name) => {
  fc.assert(
    fc.property(bodies, (body) => {
      const secret = generateSecret();
      return accepts(name, body, sign([secret], body), secret);
    }),
    { numRuns: RUNS },
  );
});

test.each(names)(
  '%s rejects every body of which one bit was flipped, and keeps accepting the true one',
  (name) => {
    const secret = generateSecret();
    const body = JSON.stringify({
      id: ID,
      type: 'product.updated',
      data: { sku: 'TR-001', name: 'Äpfel 🍏' },
    });
    const headers = sign([secret], body);
    const bytes = Buffer.from(body);
    const taken: number[] = [];
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      // As a receiver hands it to the library: bytes as they came.
      const text = flipped.toString('utf8');
      if (accepts(name, text, headers, secret)) taken.push(bit);
    }
    expect(taken).toEqual([]);
    expect(accepts(name, body, headers, secret)).toBe(true);
  },
);

test.each(names)('%s rejects every signature, moment and id of which one character was changed', (name) => {
  const secret = generateSecret();
  const body = JSON.stringify({ id: ID });
  const headers = sign([secret], body);
  const read =
    name === 'stripe' ? ['Catalograph-Signature'] : ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const taken: string[] = [];
  for (const header of read) {
    const value = headers[header] ?? '';
    for (let index = 0; index < value.length; index += 1) {
      const other = value[index] === '7' ? '8' : '7';
      const changed = value.slice(0, index) + other + value.slice(index + 1);
      if (accepts(name, body, { ...headers, [header]: changed }, secret)) taken.push(`${header}: ${changed}`);
    }
  }
  expect(taken).toEqual([]);
});

test.each(names)('%s takes either secret while both sign, and no third one', (name) => {
  const [fresh, old, foreign] = [generateSecret(), generateSecret(), generateSecret()];
  const body = JSON.stringify({ id: ID });
  const headers = sign([fresh, old], body);
  expect([fresh, old, foreign].map((secret) => accepts(name, body, headers, secret))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each(names)('%s refuses what is older than five minutes', (name) => {
  const secret = generateSecret();
  const body = JSON.stringify({ id: ID });
  const ago = (seconds: number) => sign([secret], body, new Date(Date.now() - seconds * 1_000));
  expect([290, 310].map((seconds) => accepts(name, body, ago(seconds), secret))).toEqual([true, false]);
});

test('the headers are those that openssl computes', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  expect(sign([secret], '{"a":1}', new Date('2026-09-21T13:33:20.000Z'))).toEqual({
    'Catalograph-Signature':
      't=1789997600,v1=69909e1b0c9466350bc0aa7c341aad6986130a014ab475530f2e1aea013d7d94',
    'webhook-id': ID,
    'webhook-timestamp': '1789997600',
    'webhook-signature': 'v1,43Z7fMHIXgVhibE3lfdSiyXq4/Z5xADtIeA9lWu7RvA=',
  });
});
