// Risk: one shopper uses up a shop's requests for all, or wrong keys cost a question to the database each.

import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../../../src/adapters/http/app-env.ts';
import { createShopRateLimit } from '../../../src/adapters/shop/shop-rate-limit.ts';
import { RequestError } from '../../../src/kernel/errors.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import type { StorefrontKeyPrincipal } from '../../../src/modules/storefront-key/index.ts';

const holder = (kind: StorefrontKeyPrincipal['kind'], requestsPerMinute: number | null = null) => ({
  keyId: `${kind} ${requestsPerMinute}`,
  organizationId: '',
  storefrontId: '',
  kind,
  name: '',
  requestsPerMinute,
});
const HOLDERS = new Map<string, StorefrontKeyPrincipal>([
  ['pk', holder('publishable')],
  ['sk', holder('secret')],
  ['wide', holder('publishable', 5)],
  ['narrow', holder('publishable', 1)],
]);

function openLimit(unknown: ReadonlySet<string> = new Set()) {
  let questions = 0;
  const limit = createShopRateLimit({
    rule: { limit: 3, windowSeconds: 60 },
    trustedProxyCount: 1,
    keys: {
      isKnown: (key) => !unknown.has(key),
      async find(key) {
        questions += 1;
        const keyHolder = HOLDERS.get(key);
        if (keyHolder === undefined)
          throw new RequestError('invalid-key', verbatim('This is not a key of this server.'));
        return keyHolder;
      },
    },
  });
  const app = new Hono<AppEnv>().get('/:key', async (context) => {
    try {
      const rateCount = await limit.count(context, context.req.param('key'));
      if (context.req.header('if-none-match')) await rateCount.takeBack();
      return context.text('ok');
    } catch (error) {
      return context.text((error as RequestError).code, 429);
    }
  });
  const ask = async (key: string, times: number, headers: Record<string, string> = {}) => {
    const answers = [];
    for (let time = 0; time < times; time += 1) {
      const sent = { 'x-forwarded-for': '192.0.2.1', ...headers };
      answers.push((await app.request(`/${key}`, { headers: sent })).status);
    }
    return answers;
  };
  return { ask, questions: () => questions };
}
const from = (address: string) => ({ 'x-forwarded-for': address });

test('each key and address has its own requests', async () => {
  const { ask } = openLimit();
  expect(await ask('pk', 4)).toEqual([200, 200, 200, 429]);
  expect(await ask('pk', 1, from('192.0.2.2'))).toEqual([200]);
  expect(await ask('sk', 1)).toEqual([200]);
});

test('a key may have a limit of its own', async () => {
  const { ask } = openLimit();
  expect(await ask('wide', 6)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await ask('narrow', 2)).toEqual([200, 429]);
});

test('a server counts for its shoppers, and a browser for itself', async () => {
  const { ask } = openLimit();
  const buyer = (address: string) => ({ 'catalograph-buyer-ip': address });
  expect(await ask('sk', 4, buyer('198.51.100.1'))).toEqual([200, 200, 200, 429]);
  expect(await ask('sk', 1, buyer('198.51.100.2'))).toEqual([200]);
  expect(await ask('pk', 3, buyer('198.51.100.1'))).toEqual([200, 200, 200]);
  expect(await ask('pk', 1, buyer('198.51.100.2'))).toEqual([429]);
});

test('an answer that a cache has is not counted', async () => {
  const { ask } = openLimit();
  expect(await ask('pk', 10, { 'if-none-match': '"kept"' })).toEqual(Array(10).fill(200));
});

test('wrong keys are counted for their address, before they are looked up', async () => {
  const { ask, questions } = openLimit(new Set(['guess', 'pk']));
  expect(await ask('guess', 6)).toEqual([200, 200, 200, 429, 429, 429]);
  expect(questions()).toBe(3);
  // Whoever guesses does not use up the requests of others, and a right key that is new is not a guess.
  expect(await ask('pk', 4, from('192.0.2.2'))).toEqual([200, 200, 200, 429]);
});
