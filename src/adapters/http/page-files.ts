import { readFile } from 'node:fs/promises';

/** Directory in which `src/tools/build-pages.ts` stores the files that it takes from packages. */
const PAGES_DIR = new URL('../../../dist/pages/', import.meta.url);

/** Returns a script or a style sheet of GraphiQL or of the API reference. */
export function readPageFile(name: string): Promise<string> {
  return readFile(new URL(name, PAGES_DIR), 'utf8');
}
