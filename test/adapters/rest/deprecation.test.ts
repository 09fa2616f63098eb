// Risk: somebody builds on a route that is going to end and is not told.
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../../../src/adapters/http/app-env.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { createRestApp } from '../../../src/adapters/rest/rest-app.ts';
import { SOUND_FIELDS, toySchema } from '../manifest/toy-schema.ts';

test('a route that is going to end says since when and until when', async () => {
  const lamp = SOUND_FIELDS['Query.lamp'];
  const deprecation = { since: '2026-01-01', sunset: '2026-09-01' };
  const schema = toySchema({ fields: { 'Query.lamp': { ...lamp, deprecation } } });
  const field = schema.getQueryType()?.getFields().lamp;
  if (field !== undefined) field.deprecationReason = 'Use lamps.';
  const app = new Hono<AppEnv>();
  const found = { id: 'lmp_1', code: 'a', version: 3, status: 'IN_REPAIR', brand: { code: 'Acme' } };
  app.route(
    '/',
    createRestApp({
      manifest: readManifest(schema),
      runner: {
        authorizeCaller: () => ({}) as never,
        run: async () => ({
          data: { lamp: { ...found, labels: [{ locale: 'en_US', text: 'A' }], values: '{}' } },
        }),
      },
      authenticator: { authenticate: async () => null },
      foreign: [],
    }),
  );
  const answer = await app.request('/api/v1/lamps/a');
  expect(await answer.json()).toEqual({
    id: 'lmp_1',
    code: 'a',
    version: 3,
    status: 'in_repair',
    brand: 'Acme',
    labels: { en_US: 'A' },
    values: '{}',
  });
  expect([answer.headers.get('deprecation'), answer.headers.get('sunset')]).toEqual([
    '@1767225600',
    'Tue, 01 Sep 2026 00:00:00 GMT',
  ]);
});
