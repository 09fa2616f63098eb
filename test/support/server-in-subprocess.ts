import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgresOptions } from '../../src/platform/embedded-postgres/embedded-postgres.ts';

const script = fileURLToPath(new URL('./server-subprocess.ts', import.meta.url));

export const supervisorPath = fileURLToPath(
  new URL('../../src/platform/embedded-postgres/embedded-postgres.ts', import.meta.url),
);

export type ServerInSubprocessOptions = {
  server: Omit<EmbeddedPostgresOptions, 'log'>;
  /** The module to take `startEmbeddedPostgres` from. */
  supervisorPath: string;
  /** Deleted when the process ends. */
  removeDir?: string;
};

export type ServerInSubprocess = {
  adopted: boolean;
  port: number;
  connectionString: string;
  /** Lets the other process end its use of the server, and waits for it. */
  stop(): Promise<void>;
  /** Kills the other process, which then stops nothing. */
  kill(): Promise<void>;
};

/**
 * Uses an embedded server in another process. That process ends its use when this one goes away, even by
 * `kill -9`, so an interrupted test run leaves no server behind.
 */
export async function startServerInSubprocess(
  server: ServerInSubprocessOptions['server'],
  options: { supervisorPath?: string; removeDir?: string } = {},
): Promise<ServerInSubprocess> {
  const argument: ServerInSubprocessOptions = { supervisorPath, ...options, server };
  const child = fork(script, [JSON.stringify(argument)], { execArgv: [], stdio: 'inherit', detached: true });
  const [message]: unknown[] = await once(child, 'message');
  const answer = message as { adopted: boolean; port: number; connectionString: string; error?: string };
  const stop = async () => {
    child.disconnect();
    await ended(child);
  };
  if (answer.error !== undefined) {
    await stop();
    throw new Error(answer.error);
  }
  return {
    adopted: answer.adopted,
    port: answer.port,
    connectionString: answer.connectionString,
    stop,
    async kill() {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
