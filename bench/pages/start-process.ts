import { type ChildProcess, spawn } from 'node:child_process';

export interface NodeProcess {
  stop(): Promise<void>;
}

/**
 * Starts a program of Node and waits until it has printed `ready`. @throws Error with what it printed when it ends
 * before
 */
export async function startProcess(
  parameters: readonly string[],
  settings: { readonly env?: Readonly<Record<string, string>>; readonly ready: RegExp },
): Promise<NodeProcess> {
  const child = spawn(process.execPath, parameters, {
    env: { ...process.env, ...settings.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilPrinted(child, settings.ready);
  return {
    async stop() {
      if (child.exitCode !== null) return;
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await closed;
    },
  };
}

function untilPrinted(child: ChildProcess, ready: RegExp): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (ready.test(printed)) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`A program ended with ${code}: ${printed}`)));
  });
}
