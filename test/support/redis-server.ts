import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A Redis of this test alone. */
export interface RedisServer {
  readonly url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** Whether this machine can run a Redis; in CI it has to. */
export const HAS_REDIS = (process.env.PATH ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'redis-server'), constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Starts a Redis that keeps nothing, on a port of this machine, by default a free one. */
export async function startRedis(port?: number): Promise<RedisServer> {
  return runRedis(port ?? (await freePort()));
}

async function runRedis(port: number): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'catalograph-redis-'));
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await Promise.race([ready(child), failed(child)]);
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (!output.includes('Ready to accept connections')) continue;
    child.stdout?.resume();
    return;
  }
  throw new Error(`redis-server did not start:\n${output}`);
}

async function failed(child: ChildProcess): Promise<never> {
  const [error] = (await once(child, 'error')) as [Error];
  throw new Error(`redis-server cannot be run (${error.message}): apt-get install redis-server`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
