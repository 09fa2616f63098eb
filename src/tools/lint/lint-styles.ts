import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Maximum number of lines of all style sheets. Layout and type are by components and style props of the library; the
 * sheets have what it lacks.
 */
const MAX_LINES = 5_459;

/** Matches the class of an element: a text, or an expression with texts. */
const CLASS_NAME = /\bclassName[=:]\s*(?:"([^"]*)"|\{([^}]*)\})/g;

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the classes that rules name; those of the library and its icons aside. */
function classesOfSheet(text: string): Set<string> {
  const rules = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '');
  const classes = [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  return new Set(classes.filter((name) => name !== 'lucide' && !name.startsWith('mantine-')));
}

/** Returns the classes that the elements of a component have. */
function classesOfElements(text: string): Set<string> {
  const texts = [...text.matchAll(CLASS_NAME)].flatMap(([, plain, expression = '']) =>
    plain === undefined
      ? [...expression.matchAll(/(['"`])(.*?)\1/g)].map(([, , part = '']) => part)
      : [plain],
  );
  return new Set(texts.flatMap((part) => part.split(/\s+/)).filter((name) => name !== ''));
}

/** Returns the classes that scripts and tests find elements by: `.name` in a text. */
function classesOfSelectors(text: string): Set<string> {
  const texts = text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  return new Set(
    texts.flatMap((part) => [...part.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)),
  );
}

/**
 * Returns the faults of style sheets, one sentence each: rules for a class that no element has, classes that neither a
 * rule nor a selector names, and too many lines.
 */
export function findStyleErrors(
  sheets: readonly SourceFile[],
  components: readonly SourceFile[],
  tests: readonly SourceFile[] = [],
  maxLines: number = MAX_LINES,
): string[] {
  const elements = new Set(components.flatMap(({ text }) => [...classesOfElements(text)]));
  const rules = new Set(sheets.flatMap(({ text }) => [...classesOfSheet(text)]));
  const selectors = new Set([...components, ...tests].flatMap(({ text }) => [...classesOfSelectors(text)]));
  const lines = sheets.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return [
    ...sheets.flatMap(({ path, text }) =>
      [...classesOfSheet(text)]
        .filter((name) => !elements.has(name))
        .map((name) => `${path}: no element has the class ${name}.`),
    ),
    ...components.flatMap(({ path, text }) =>
      [...classesOfElements(text)]
        .filter((name) => !rules.has(name) && !selectors.has(name))
        .map((name) => `${path}: no rule and no selector names the class ${name}.`),
    ),
    ...(lines > maxLines
      ? [`The style sheets have ${lines} lines, more than ${maxLines}: use style props.`]
      : []),
  ];
}

function main(): number {
  const rootDir = fileURLToPath(new URL('../../../', import.meta.url));
  const read = (folder: string, pattern: RegExp): SourceFile[] =>
    readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => ({
        path: `${folder}/${name.split(sep).join('/')}`,
        text: readFileSync(join(rootDir, folder, name), 'utf8'),
      }));
  const faults = findStyleErrors(
    read('src/console', /\.css$/),
    read('src/console', /\.tsx?$/),
    read('test/console', /\.ts$/),
  );
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
