// A process of its own that uses an embedded server until its parent lets go of it, or dies in whatever way.
// Argument: a JSON text of ServerInSubprocessOptions. Answers with one message: ServerInSubprocess or { error }.
import { rm } from 'node:fs/promises';
import type { ServerInSubprocessOptions } from './server-in-subprocess.ts';
import { silentLog } from './silent-log.ts';

const options: ServerInSubprocessOptions = JSON.parse(process.argv[2] ?? '{}');
const { startEmbeddedPostgres }: typeof import('../../src/platform/embedded-postgres/embedded-postgres.ts') =
  await import(options.supervisorPath);

const parentGone = new Promise<void>((resolve) => process.once('disconnect', () => resolve()));
try {
  const server = await startEmbeddedPostgres({ ...options.server, log: silentLog });
  const { adopted, port, connectionString } = server;
  process.send?.({ adopted, port, connectionString });
  await parentGone;
  await server.stop();
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) });
  await parentGone;
} finally {
  if (options.removeDir !== undefined) await rm(options.removeDir, { recursive: true, force: true });
}
