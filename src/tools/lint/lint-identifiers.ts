import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** Words that were this project's own, with the field's term. A word is added when nothing has it any more. */
const BANNED: readonly (readonly [word: string, instead: string])[] = [
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

/** Participles that say nothing alone: a variable or parameter says what was found or kept. */
const BARE = new Set(
  'answered asked began begun chosen counted filled found given gone held keyed kept known labelled linked made met named refused said seen shown taken told typed wanted'.split(
    ' ',
  ),
);

interface Node {
  readonly type: string;
  readonly name?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);

function identifiersBelow(node: Node): string[] {
  const own = node.type.endsWith('Identifier') && typeof node.name === 'string' ? [node.name] : [];
  return [...own, ...childrenOf(node).flatMap(identifiersBelow)];
}

const parameters = (node: Node): unknown[] => [Reflect.get(node, 'params') ?? []].flat();

/** Returns the names of variables and parameters that are declared below a node, without those that name a property too. */
function variablesBelow(node: Node): string[] {
  const declared: unknown[] =
    node.type === 'VariableDeclarator' ? [Reflect.get(node, 'id')] : parameters(node);
  const own = declared
    .filter(isNode)
    .flatMap(({ type, name }) => (type === 'Identifier' ? [String(name)] : []));
  return [...own, ...childrenOf(node).flatMap(variablesBelow)];
}

/** Converts `lookAtRows` and `look-at-rows` to `look_at_rows`. */
const inWords = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** Finds the identifiers of a file, and its own name, that have a rejected word: one sentence for each. */
export function findBannedWords(path: string, source: string): string[] {
  const fileName = path.replace(/.*\//, '').replace(/\..*/, '');
  const { program } = parseSync(path, source);
  const names = new Set([fileName, ...identifiersBelow(program)]);
  const banned = [...names].flatMap((name) =>
    BANNED.filter(([word]) => `_${inWords(name)}_`.includes(`_${word}_`)).map(
      ([, instead]) => `${path}: ${name}. Write ${instead}.`,
    ),
  );
  const bare = [...new Set(variablesBelow(program))].filter((name) => BARE.has(name));
  return [...banned, ...bare.map((name) => `${path}: ${name}. Say what the variable holds.`)];
}

async function main(): Promise<number> {
  const sourceDir = fileURLToPath(new URL('../../', import.meta.url));
  const names = await readdir(sourceDir, { recursive: true });
  const paths = names.filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('generated') && !name.endsWith('.d.ts'),
  );
  let count = 0;
  for (const path of paths.sort()) {
    const displayPath = `src/${path.split(sep).join('/')}`;
    for (const sentence of findBannedWords(displayPath, await readFile(join(sourceDir, path), 'utf8'))) {
      process.stdout.write(`${sentence}\n`);
      count += 1;
    }
  }
  return count === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
