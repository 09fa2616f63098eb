import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { buildConsole } from './build-console.ts';
import { builtFolder } from './build-folder.ts';
import { buildPages } from './build-pages.ts';
import { generatedDir, generatePrismaClient } from './generate-prisma-client.ts';

/**
 * Makes everything that the program needs and that is not committed: the Prisma client, the console, the scripts of
 * GraphiQL and of the API reference. Only what is missing or older than its sources; otherwise it takes milliseconds.
 *
 * An installation without the packages of development keeps what it was delivered with.
 *
 * @throws Error when something is missing and the tools to make it are not installed
 */
export async function build(): Promise<void> {
  if (!areToolsInstalled()) {
    const missing = [generatedDir, builtFolder('console'), builtFolder('pages')].filter(
      (dir) => !existsSync(dir),
    );
    if (missing.length > 0) throw new Error(`${missing.join(', ')}: missing. ${REMEDY}`);
    return;
  }
  const { generated } = await generatePrismaClient();
  if (generated) process.stderr.write('The Prisma client was generated.\n');
  if (await buildConsole()) process.stderr.write('The console was built.\n');
  await buildPages();
}

const REMEDY =
  'The packages that make them are not installed: run "npm ci" and "npm run build", then "npm ci --omit=dev" if you want to leave them out again.';

const areToolsInstalled = () => ['prisma', 'vite'].every(isInstalled);

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}

if (import.meta.main) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
