import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly name?: unknown;
  /** Text of a literal; for a property, a node. */
  readonly value?: unknown;
  readonly callee?: unknown;
  readonly arguments?: readonly Node[];
}

/** Attributes whose values people read. */
const READ = /^(label|title|placeholder|description|intro|what|verb|submit|legend|otherwise|alt|aria-label)$/;
/** Matches texts with letters, not codes such as `sku` or signs such as `×`. */
const WORDS = /\p{L}{2}/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
const nameOf = (node: unknown) => (isNode(node) ? node.name : undefined);
const textOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

function* nodesBelow(node: Node): Generator<Node> {
  yield node;
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* nodesBelow(child);
}

/** Reads the messages that a source of the console uses, and the texts in it that are none. */
export function readMessages(path: string, source: string): { messages: string[]; faults: string[] } {
  const messages: string[] = [];
  const faults: string[] = [];
  for (const node of nodesBelow(parseSync(path, source).program as unknown as Node)) {
    if (node.type === 'CallExpression' && nameOf(node.callee) === 't') {
      const message = textOf(node.arguments?.[0]);
      if (message !== null) messages.push(message);
    }
    if (node.type === 'JSXText' && typeof node.value === 'string' && WORDS.test(node.value))
      faults.push(`${path}: "${node.value.trim()}" is not translated. Write {t('…')}.`);
    if (node.type !== 'JSXAttribute') continue;
    const [name, text] = [String(nameOf(node.name)), textOf(node.value)];
    if (text === null) continue;
    if (name === 'message') messages.push(text);
    else if (READ.test(name) && WORDS.test(text))
      faults.push(`${path}: ${name}="${text}" is not translated. Write ${name}={t('…')}.`);
  }
  return { messages, faults };
}

/** Returns the names of the parameters in a message: `{count, plural, …}` → `count`. */
const namesIn = (message: string) =>
  [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).filter((name) => !/^\d/.test(name ?? ''));

/** Reads the object of this name in a file of translations: `de`, `deLabels`. */
function readTranslations(name: string, source: string): Readonly<Record<string, string>> {
  const nodes = [...nodesBelow(parseSync(`${name}.ts`, source).program as unknown as Node)];
  const texts = nodes.find(
    (node) => node.type === 'VariableDeclarator' && nameOf(Reflect.get(node, 'id')) === name,
  );
  if (texts === undefined) throw new Error(`The translations have no object ${name}.`);
  const properties = [...nodesBelow(texts)].filter(({ type }) => type === 'Property');
  return Object.fromEntries(
    properties.map((property) => {
      const key: unknown = Reflect.get(property, 'key');
      return [textOf(key) ?? String(nameOf(key)), textOf(property.value) ?? ''];
    }),
  );
}

/** Finds translations that nothing uses, and those whose parameters differ from those of the English text. */
export function findTranslationErrors(
  translations: Readonly<Record<string, string>>,
  messages: ReadonlySet<string>,
): string[] {
  return Object.entries(translations).flatMap(([english, translation]) => {
    if (!messages.has(english)) return [`No text is "${english}". Delete its translation.`];
    const [expected, actual] = [english, translation].map((text) =>
      [...new Set(namesIn(text))].sort().join(),
    );
    return expected === actual ? [] : [`"${translation}" has other {names} than "${english}".`];
  });
}

async function main(): Promise<number> {
  const consoleDir = fileURLToPath(new URL('../../console/', import.meta.url));
  const paths = await readdir(consoleDir, { recursive: true });
  const messages = new Set<string>();
  const faults: string[] = [];
  for (const path of paths.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts')).sort()) {
    const displayPath = `src/console/${path.split(sep).join('/')}`;
    const fileTexts = readMessages(displayPath, await readFile(join(consoleDir, path), 'utf8'));
    for (const message of fileTexts.messages) messages.add(message);
    faults.push(...fileTexts.faults);
  }
  const languages = paths.flatMap((path) => /^i18n[/\\]([a-z]{2})\.ts$/.exec(path)?.[1] ?? []).sort();
  for (const language of languages) {
    const read = (name: string) => readFile(join(consoleDir, 'i18n', `${name}.ts`), 'utf8');
    const texts = readTranslations(language, await read(language));
    const translationFaults = findTranslationErrors(texts, messages);
    faults.push(...translationFaults.map((fault) => `${language}: ${fault}`));
  }
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
