// Risk: somebody keeps a copy as the guide says, and a command of it does not run.
import { afterAll, beforeAll, test } from 'vitest';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { runGuide } from './run-guide.ts';

let served: ServedProgram;
let server: { readonly url: string; close(): Promise<void> };
let folder: Awaited<ReturnType<typeof createTestFolder>>;
beforeAll(async () => {
  folder = await createTestFolder();
  served = await serveProgram();
  await served.seedDemo();
  server = await served.listen();
}, 60_000);
afterAll(async () => {
  await server.close();
  await served.close();
  await folder.remove();
});

test('the commands that follow a list run', async () => {
  const settings = { section: 'A list and its changes', cwd: folder.path };
  await runGuide('docs/keeping-a-copy.md', { URL: server.url, TOKEN: served.token }, settings);
}, 90_000);
