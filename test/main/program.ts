import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgram } from '../support/bundled-program.ts';

/** The program as people start it. */
export const SOURCE_PROGRAM = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The same program in a few files, which loads in a quarter of the time. */
export const MAIN = await buildProgram();

/** The file that tells how to get in. */
export interface DevAccess {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  /** What it has written so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard output has the text; rejects when the program ends without it. */
  printed(text: string): Promise<void>;
  /** How it ended: its status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Runs the program as a process of its own, with nothing of this environment but what Node needs. */
export function runProgram(
  parameters: readonly string[],
  environment: Record<string, string>,
  /** Another script in place of the program, and a module that is loaded before and may send messages. */
  { script = MAIN, preload }: { readonly script?: string; readonly preload?: string } = {},
): RunningProgram {
  const execArgv = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...execArgv, script, ...parameters], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : ['ipc' as const])],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
    child.emit('written');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    child,
    output: () => ({ stdout, stderr }),
    async printed(text) {
      while (!stdout.includes(text)) {
        const end = await Promise.race([once(child, 'written').then(() => undefined), ended]);
        if (end !== undefined) throw new Error(`The program ended with ${end}:\n${stdout}\n${stderr}`);
      }
    },
    ended,
  };
}

export async function readAccess(dataDir: string): Promise<DevAccess> {
  return JSON.parse(await readFile(join(dataDir, 'dev-access.json'), 'utf8')) as DevAccess;
}

/** Asks a running program something as the holder of a token. */
export async function ask(url: string, token: string, query: string): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  return errors ?? data;
}
