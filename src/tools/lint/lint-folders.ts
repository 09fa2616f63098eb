import { readdir } from 'node:fs/promises';
import { posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maximum number of files. A folder with more has several subjects: a subfolder for each lets readers find them. */
const MAX_FILES = 20;

/** Finds folders with too many source files, those of subfolders aside: one sentence for each. */
export function findLargeFolders(paths: readonly string[]): string[] {
  return [...Map.groupBy(paths, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > MAX_FILES)
    .map(([folder, files]) => `${folder} has ${files.length} files, more than ${MAX_FILES}: split it.`);
}

async function main(): Promise<number> {
  const names = await readdir(fileURLToPath(new URL('../../', import.meta.url)), { recursive: true });
  const paths = names
    .map((name) => `src/${name.split(sep).join('/')}`)
    .filter((path) => /\.([cm]?ts|tsx|[cm]js)$/.test(path) && !path.includes('/generated/'));
  const largeFolders = findLargeFolders(paths);
  for (const sentence of largeFolders) process.stdout.write(`${sentence}\n`);
  return largeFolders.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
