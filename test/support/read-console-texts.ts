import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const folder = fileURLToPath(new URL('../../src/console/', import.meta.url));

interface Node {
  readonly type: string;
  readonly value?: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Texts of one syntax node and those below it: JSX text, strings and the parts of templates. */
function collectTexts(node: Node): string[] {
  if (/^(Import|ExportAll)/.test(node.type)) return [];
  if (node.type === 'JSXText' || node.type === 'Literal') {
    return typeof node.value === 'string' ? [node.value] : [];
  }
  if (node.type === 'TemplateElement') return [(node.value as { readonly cooked: string }).cooked];
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => collectTexts(child));
}

/** Every text in the sources of the console, as JSX or as a string; GraphQL documents and words of the API are left out. */
export function readConsoleTexts(): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('generated'),
  );
  return files
    .flatMap((file) => {
      const { program, errors } = parseSync(file, readFileSync(`${folder}${file}`, 'utf8'));
      if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
      return collectTexts(program);
    })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[a-z]/i.test(text) && !/^(query|mutation|subscription|fragment) /.test(text));
}
