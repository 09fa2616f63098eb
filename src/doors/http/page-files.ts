import { readFile } from 'node:fs/promises';

/** Where `src/tools/build-pages.ts` puts what it takes out of packages. */
const PAGES_DIR = new URL('../../../dist/pages/', import.meta.url);

/** A script or a style sheet of GraphiQL or of the API reference. */
export function readPageFile(name: string): Promise<string> {
  return readFile(new URL(name, PAGES_DIR), 'utf8');
}
