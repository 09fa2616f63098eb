// Risk: clients that rely on the GraphQL over HTTP specification meet a server that answers in its own way.
import { auditServer, serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let listening: Awaited<ReturnType<ServedProgram['listen']>>;
beforeAll(async () => {
  served = await serveProgram();
  listening = await served.listen();
});
afterAll(async () => {
  await listening.close();
  await served.close();
});

const refusedAs = async (authorization: string | null) => {
  const results = await auditServer({
    url: `${listening.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      if (authorization !== null) headers.set('authorization', authorization);
      return fetch(url, { ...init, headers });
    },
  });
  return results.flatMap((result) => (result.status === 'ok' ? [] : [`${result.id} ${result.name}`]));
};

test('passes all 61 audits with a token', async () => {
  expect(serverAudits({ url: '' })).toHaveLength(61);
  expect(await refusedAs(`Bearer ${served.token}`)).toEqual([]);
});

test('passes them as nobody too, for they only ask about the schema', async () => {
  expect(await refusedAs(null)).toEqual([]);
});
