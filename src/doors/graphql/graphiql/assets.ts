import { type Assets, assetFolder, packAssets } from '../../http/static-assets.ts';
import { environmentScript, START_SCRIPT } from './browser-scripts.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

let loading: Promise<Assets> | undefined;

/** The editor and its workers out of the installed package: several megabytes, loaded when first asked for. */
export function loadAssets(parentPath: string): Promise<Assets> {
  loading ??= load(parentPath);
  return loading;
}

async function load(parentPath: string): Promise<Assets> {
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const folder = assetFolder(parentPath, [bundle.js, bundle.css]);
  const workers = {
    editorWorkerService: `${folder}/editor.worker.js`,
    json: `${folder}/json.worker.js`,
    graphql: `${folder}/graphql.worker.js`,
  };
  return packAssets(folder, {
    'environment.js': [SCRIPT, environmentScript(workers)],
    'graphiql.js': [SCRIPT, bundle.js],
    'start.js': [SCRIPT, START_SCRIPT],
    'graphiql.css': ['text/css; charset=utf-8', bundle.css],
    'editor.worker.js': [SCRIPT, bundle.editorWorkerService],
    'json.worker.js': [SCRIPT, bundle.jsonWorker],
    'graphql.worker.js': [SCRIPT, bundle.graphqlWorker],
  });
}
