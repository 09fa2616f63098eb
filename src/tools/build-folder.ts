import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const distDir = fileURLToPath(new URL('../../dist/', import.meta.url));
const STAMP = '.stamp';

/** Returns the path of a folder of `dist`. */
export const builtFolder = (name: string): string => join(distDir, name);

/**
 * Builds a folder when it is missing or was built from other sources; otherwise only compares a hash.
 *
 * It is built aside and renamed into place, so that several processes may do this at once and a running server never
 * meets half of it. Returns true if anything was built.
 *
 * @param stamp a hash of everything that the content depends on
 * @param build fills an empty folder
 */
export async function buildFolder(
  outputDir: string,
  stamp: string,
  build: (workDir: string) => Promise<void>,
): Promise<boolean> {
  if (hasStamp(outputDir, stamp)) return false;
  const workDir = join(dirname(outputDir), `.${basename(outputDir)}-${randomUUID()}`);
  mkdirSync(workDir, { recursive: true });
  try {
    await build(workDir);
    writeFileSync(join(workDir, STAMP), stamp);
    // Another process may have built the same meanwhile: programs already run from its folder.
    if (!hasStamp(outputDir, stamp)) replaceFolder(workDir, outputDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  return true;
}

/** Returns a hash of the names and contents of files. */
export function stampOf(folder: string, names: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(folder, name)))
      .update('\0');
  return hash.digest('hex');
}

function hasStamp(folder: string, stamp: string): boolean {
  const file = join(folder, STAMP);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/**
 * Moves the new folder to its path. A rename cannot replace a folder that holds files, so the old one steps aside;
 * another process may be as fast.
 */
function replaceFolder(workDir: string, outputDir: string): void {
  const aside = `${workDir}-replaced`;
  try {
    if (existsSync(outputDir)) renameSync(outputDir, aside);
    renameSync(workDir, outputDir);
  } catch (error) {
    // In that case the other process has put its build of the same sources there.
    if (!existsSync(join(outputDir, STAMP))) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
