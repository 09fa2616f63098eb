import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Matches the beginning of a comment that names a thing by a clause without saying what the code does. */
const FRAGMENT = /^(What|Of|Whether) /;

/** Finds comments that begin like a fragment, not those that merely continue one on the line above. */
export function findFragments(path: string, source: string): string[] {
  let lineCommentEnd = -1;
  return parseSync(path, source).comments.flatMap(({ type, value, start, end }) => {
    const continues =
      type === 'Line' && lineCommentEnd >= 0 && /^\n[ \t]*$/.test(source.slice(lineCommentEnd, start));
    lineCommentEnd = type === 'Line' ? end : -1;
    const text = value.replace(/^[\s*]+/, '');
    if (continues || !FRAGMENT.test(text)) return [];
    const line = source.slice(0, start).split('\n').length;
    const quoted = text.split('\n', 1)[0]?.trim();
    return [`${path}:${line}: "${quoted}". Begin with a verb ("Returns …") or a noun ("Number of …").`];
  });
}

async function main(): Promise<number> {
  const repositoryDir = fileURLToPath(new URL('../../../', import.meta.url));
  let count = 0;
  for (const root of ['bench', 'src']) {
    const names = await readdir(join(repositoryDir, root), { recursive: true });
    const paths = names
      .map((name) => `${root}/${name.split(sep).join('/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !/\/(generated|node_modules)\//.test(path));
    for (const path of paths.sort()) {
      for (const sentence of findFragments(path, await readFile(join(repositoryDir, path), 'utf8'))) {
        process.stdout.write(`${sentence}\n`);
        count += 1;
      }
    }
  }
  return count === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
