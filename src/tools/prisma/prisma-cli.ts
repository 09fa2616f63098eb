import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repositoryDir = fileURLToPath(new URL('../../../', import.meta.url));

export type PrismaCliResult = {
  exitCode: number;
  /** Both streams in the order they came; empty when the output was inherited. */
  output: string;
};

/**
 * Runs the Prisma CLI of this checkout (`generate`, `validate`, `format`, `version`).
 *
 * The CLI wants to download an engine before these commands although none of them starts it; any existing
 * file satisfies it, so Node itself is named. Commands which do start an engine (`prisma migrate`) need the
 * real one: use `npm run migrate`.
 *
 * With `output: 'collect'` nothing is printed and the text comes back; otherwise it goes to this terminal.
 */
export async function runPrismaCli(
  args: readonly string[],
  options: { cwd?: string; output?: 'collect' | 'inherit' } = {},
): Promise<PrismaCliResult> {
  // The folder is beside the CLI: where this package is installed itself, its own node_modules may hold nothing.
  const binDir = join(dirname(cliPath()), '..', '..', '.bin');
  const child = spawn(process.execPath, [cliPath(), ...args], {
    cwd: options.cwd ?? repositoryDir,
    stdio: options.output === 'collect' ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
      // Generators are found by name on the PATH, and their `#!/usr/bin/env node` must be this Node.
      PATH: [binDir, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}

function cliPath(): string {
  const manifest = createRequire(import.meta.url).resolve('prisma/package.json');
  return join(dirname(manifest), 'build', 'index.js');
}

if (import.meta.main) {
  const { exitCode } = await runPrismaCli(process.argv.slice(2));
  process.exitCode = exitCode;
}
