import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder } from './build-folder.ts';

const manifestPath = fileURLToPath(new URL('../../package.json', import.meta.url));

/**
 * Takes the browser scripts of GraphiQL and of the API reference out of their packages into `dist/pages`, see
 * {@link buildFolder}: 12 MB of the 190 MB that the packages need to build and to depend on.
 */
export function buildPages(): Promise<boolean> {
  // Pinned versions: another version is another script.
  const stamp = createHash('sha256')
    .update(readFileSync(manifestPath))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex');
  return buildFolder('pages', stamp, async (workDir) => {
    const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
    // The package ships the whole page as one script.
    const scalar = findPackageJSON('@scalar/api-reference', import.meta.url);
    if (scalar === undefined) throw new Error('@scalar/api-reference is not installed: run "npm ci".');
    const reference = join(dirname(scalar), 'dist/browser/standalone.js');
    const files: Readonly<Record<string, string>> = {
      'reference.js': readFileSync(reference, 'utf8'),
      'graphiql.js': graphiql.js,
      'graphiql.css': graphiql.css,
      'editor.worker.js': graphiql.editorWorkerService,
      'json.worker.js': graphiql.jsonWorker,
      'graphql.worker.js': graphiql.graphqlWorker,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workDir, name), text);
  });
}
