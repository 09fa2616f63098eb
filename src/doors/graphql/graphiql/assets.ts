import { readPageFile } from '../../http/page-files.ts';
import { type Assets, assetFolder, packAssets } from '../../http/static-assets.ts';
import { environmentScript, START_SCRIPT } from './browser-scripts.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

let loading: Promise<Assets> | undefined;

/** Returns the editor and its workers as they were built: several megabytes, loaded when first requested. */
export function loadAssets(parentPath: string): Promise<Assets> {
  loading ??= load(parentPath);
  return loading;
}

async function load(parentPath: string): Promise<Assets> {
  const [script, styles] = await Promise.all([readPageFile('graphiql.js'), readPageFile('graphiql.css')]);
  const folder = assetFolder(parentPath, [script, styles]);
  const workers = {
    editorWorkerService: `${folder}/editor.worker.js`,
    json: `${folder}/json.worker.js`,
    graphql: `${folder}/graphql.worker.js`,
  };
  return packAssets(folder, {
    'environment.js': [SCRIPT, environmentScript(workers)],
    'graphiql.js': [SCRIPT, script],
    'start.js': [SCRIPT, START_SCRIPT],
    'graphiql.css': ['text/css; charset=utf-8', styles],
    'editor.worker.js': [SCRIPT, await readPageFile('editor.worker.js')],
    'json.worker.js': [SCRIPT, await readPageFile('json.worker.js')],
    'graphql.worker.js': [SCRIPT, await readPageFile('graphql.worker.js')],
  });
}
