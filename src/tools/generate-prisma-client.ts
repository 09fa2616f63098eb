import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const defaultRootDir = fileURLToPath(new URL('../../', import.meta.url));
const schemaPath = join('prisma', 'schema');
const configPath = 'prisma.config.ts';
const outputPath = join('src', 'platform', 'prisma', 'generated');
const clientName = 'client';
const pothosTypesName = 'pothos-types.ts';
const stampName = '.stamp';

/** Folder of this checkout's client. */
export const generatedDir: string = join(defaultRootDir, outputPath, clientName);

/**
 * Makes the Prisma client and the Pothos types below `src/platform/prisma/generated` when they are missing or older
 * than their sources; otherwise only compares a hash, in a few milliseconds.
 *
 * The files are made aside and renamed into place, so several processes may do this at once and no one ever imports
 * half a client. Returns true if anything was made. Throws with Prisma's own message when the schema is wrong.
 */
export async function generatePrismaClient(
  options: { rootDir?: string } = {},
): Promise<{ generated: boolean }> {
  const rootDir = options.rootDir ?? defaultRootDir;
  const outputDir = join(rootDir, outputPath);
  let generated = false;
  // The stamp is compared again after each round: an edit while Prisma ran is picked up by a second round.
  for (let stamp = sourceStamp(rootDir); stamp !== outputStamp(outputDir); stamp = sourceStamp(rootDir)) {
    await generateOnce(rootDir, outputDir, stamp);
    generated = true;
  }
  return { generated };
}

async function generateOnce(rootDir: string, outputDir: string, stamp: string): Promise<void> {
  const workDir = join(outputDir, `.work-${randomUUID()}`);
  mkdirSync(workDir, { recursive: true });
  try {
    // The copy of the project is small: the generators' relative output paths then point into it.
    cpSync(join(rootDir, schemaPath), join(workDir, schemaPath), { recursive: true });
    cpSync(join(rootDir, configPath), join(workDir, configPath));
    const { runPrismaCli } = await import('./prisma/prisma-cli.ts');
    const result = await runPrismaCli(['generate', '--no-hints'], { cwd: workDir, output: 'collect' });
    if (result.exitCode !== 0) throw new Error(`prisma generate failed.\n${result.output.trim()}`);
    const madeDir = join(workDir, outputPath);
    writeFileSync(join(madeDir, clientName, stampName), stamp);
    renameSync(join(madeDir, pothosTypesName), join(outputDir, pothosTypesName));
    replaceFolder(join(madeDir, clientName), join(outputDir, clientName), join(workDir, 'replaced'));
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/**
 * Replaces a folder. A rename cannot replace one that holds files, so the old one steps aside; another process may be
 * as fast.
 */
function replaceFolder(from: string, to: string, aside: string): void {
  for (let attempt = 1; ; attempt += 1) {
    rmSync(aside, { recursive: true, force: true });
    if (existsSync(to)) tolerating(['ENOENT'], () => renameSync(to, aside));
    const problem = tolerating(['ENOTEMPTY', 'EEXIST', 'EPERM'], () => renameSync(from, to));
    if (problem === undefined) return;
    if (attempt === 20) throw problem;
  }
}

function tolerating(codes: readonly string[], action: () => void): Error | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return error;
    throw error;
  }
}

function sourceStamp(rootDir: string): string {
  const hash = createHash('sha256');
  const schemaDir = join(rootDir, schemaPath);
  const files = readdirSync(schemaDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.prisma'))
    .sort();
  for (const name of files)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(schemaDir, name)))
      .update('\0');
  hash.update(readFileSync(join(rootDir, configPath)));
  // Pinned versions: another generator is another client.
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'));
  for (const name of ['prisma', '@prisma/client', '@pothos/plugin-prisma']) {
    hash.update(`\0${name}@${dependencies[name] ?? devDependencies[name]}`);
  }
  return hash.digest('hex');
}

function outputStamp(outputDir: string): string | undefined {
  const stampFile = join(outputDir, clientName, stampName);
  if (!existsSync(stampFile) || !existsSync(join(outputDir, pothosTypesName))) return undefined;
  return readFileSync(stampFile, 'utf8');
}
