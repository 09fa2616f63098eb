import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Words that were this project's own, with the field's term. A word is added when nothing has it any more. */
const REFUSED: readonly (readonly [word: string, instead: string])[] = [
  ['bench', 'batch, for rows that are written together'],
  ['desk', 'registry'],
  ['figures', 'metrics, counts, usage'],
  ['hand_on', 'release'],
  ['is_heard', 'isSubscribed'],
  ['judge', 'validate'],
  ['look_at', 'analyze'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['nudge', 'wakeUp'],
  ['shelf', 'defs'],
  ['take_lead', 'acquireLeadership'],
  ['telling', 'notification, context'],
  ['trial', 'dryRun, test'],
];

interface Node {
  readonly type: string;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

function identifiersBelow(node: Node): string[] {
  const own = node.type.endsWith('Identifier') && typeof node.name === 'string' ? [node.name] : [];
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => identifiersBelow(child));
  return [...own, ...below];
}

/** Converts `lookAtRows` and `look-at-rows` to `look_at_rows`. */
const inWords = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Finds the identifiers of a file, and its own name, that have a rejected word: one sentence for each. */
export function findRefusedWords(path: string, source: string): string[] {
  const fileName = path.replace(/.*\//, '').replace(/\..*/, '');
  const names = new Set([fileName, ...identifiersBelow(parseSync(path, source).program)]);
  return [...names].flatMap((name) =>
    REFUSED.filter(([word]) => `_${inWords(name)}_`.includes(`_${word}_`)).map(
      ([, instead]) => `${path}: ${name}. Write ${instead}.`,
    ),
  );
}

async function main(): Promise<number> {
  const sourceDir = fileURLToPath(new URL('../../', import.meta.url));
  const names = await readdir(sourceDir, { recursive: true });
  const paths = names.filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('generated') && !name.endsWith('.d.ts'),
  );
  let count = 0;
  for (const path of paths.sort()) {
    const shown = `src/${path.split(sep).join('/')}`;
    for (const sentence of findRefusedWords(shown, await readFile(join(sourceDir, path), 'utf8'))) {
      process.stdout.write(`${sentence}\n`);
      count += 1;
    }
  }
  return count === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
