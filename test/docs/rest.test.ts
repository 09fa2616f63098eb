// Risk: somebody follows the walk through REST and gets something else than it says.
import { afterAll, beforeAll, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { runGuide } from './run-guide.ts';

let served: ServedProgram;
let server: { readonly url: string; close(): Promise<void> };
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  server = await served.listen();
}, 60_000);
afterAll(async () => {
  await server.close();
  await served.close();
});

test('every block of the guide to REST runs and answers what it says', async () => {
  await runGuide('docs/rest.md', { URL: server.url, TOKEN: served.token });
}, 90_000);
