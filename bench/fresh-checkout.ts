import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeBenchFolder } from './bench-folder.ts';

const run = promisify(execFile);
const repositoryDir = fileURLToPath(new URL('../', import.meta.url));

/** The variables that npm set for this script would mislead an npm in another folder. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'DATABASE_URL'),
);

/** A copy of this checkout as after a fresh clone, in a folder of its own. */
export interface FreshCheckout {
  readonly dir: string;
  /** Runs npm in it and returns its output; rejects with that output when it fails. */
  npm(parameters: readonly string[], settings?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts the server by `npm start` on a free port and a new data folder. */
  start(): Promise<StartedServer>;
  remove(): Promise<void>;
}

export interface StartedServer {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** Copies everything that is tracked or would be by the next commit. */
export async function makeFreshCheckout(): Promise<FreshCheckout> {
  const dir = await makeBenchFolder();
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', listing, { cwd: repositoryDir, maxBuffer: 2 ** 26 });
  for (const path of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(join(dir, dirname(path)), { recursive: true });
    await cp(join(repositoryDir, path), join(dir, path));
  }
  return {
    dir,
    async npm(parameters, settings = {}) {
      const options = { cwd: dir, env: { ...environment, ...settings }, maxBuffer: 2 ** 26 };
      const { stdout: printed } = await run('npm', parameters, options);
      return printed;
    },
    start: () => startServer(dir),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

async function startServer(dir: string): Promise<StartedServer> {
  const port = await freePort();
  const env = { ...environment, PORT: String(port), LOG_LEVEL: 'warn' };
  // The group of its own lets stopping reach the server below npm.
  const child = spawn('npm', ['start'], {
    cwd: dir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const banner = await readBanner(child);
  const token = /pim_\w+/.exec(banner)?.[0] ?? '';
  return { url: `http://localhost:${port}/graphql`, token, stop: () => stop(child) };
}

/** Returns what the server has printed by the time it accepts requests. */
function readBanner(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/pim_\w+\s/.test(printed)) resolve(printed);
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
