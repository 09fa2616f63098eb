import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, builtFolder, stampOf } from './build-folder.ts';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Takes the browser scripts of GraphiQL and of the API reference out of their packages into `dist/pages`, see
 * {@link buildFolder}: 13 MB of the 40 MB that the packages need to build and to depend on.
 */
export function buildPages(): Promise<boolean> {
  // Pinned versions: another version is another script.
  const stamp = stampOf(rootDir, ['package.json', 'src/tools/build-pages.ts']);
  return buildFolder(builtFolder('pages'), stamp, async (workDir) => {
    const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
    const files: Readonly<Record<string, string>> = {
      'reference.js': await takeReferenceScript(),
      'graphiql.js': graphiql.js,
      'graphiql.css': graphiql.css,
      'editor.worker.js': graphiql.editorWorkerService,
      'json.worker.js': graphiql.jsonWorker,
      'graphql.worker.js': graphiql.graphqlWorker,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workDir, name), text);
  });
}

/** A route that a plugin of fastify declares, as far as it is used here. */
interface Route {
  readonly url: string;
  handler(request: null, reply: ScriptReply): unknown;
}

interface ScriptReply {
  header(name: string, value: string): ScriptReply;
  send(body: string): unknown;
}

/**
 * Returns the page of the API reference as one script. `@scalar/api-reference` has it as a file, beside the 240 packages
 * that it is made of; the plugin that serves it in fastify has it without them.
 */
async function takeReferenceScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes: Route[] = [];
  const server = {
    route: (route: Route) => routes.push(route),
    initialConfig: { ignoreTrailingSlash: true },
  };
  const declare = plugin as unknown as (on: typeof server, options: object, done: () => void) => void;
  declare(server, { routePrefix: '/', configuration: { url: '/openapi.json' } }, () => undefined);
  let script = '';
  const reply: ScriptReply = {
    header: () => reply,
    send(body) {
      script = body;
    },
  };
  routes.find(({ url }) => url.endsWith('.js'))?.handler(null, reply);
  if (script === '') throw new Error('@scalar/fastify-api-reference serves no script any more.');
  return script;
}
