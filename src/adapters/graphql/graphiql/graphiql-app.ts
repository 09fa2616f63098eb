import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { readPageFile } from '../../http/page-files.ts';
import {
  type Assets,
  compressAssets,
  PAGE_HEADERS,
  serveAssets,
  versionedAssetPath,
} from '../../http/static-assets.ts';
import { environmentScript, START_SCRIPT, TOKEN_PLACEHOLDER } from './browser-scripts.ts';
import { EXAMPLE_TABS } from './example-tabs.ts';

const ASSETS_PATH = '/graphql/graphiql';

/** GraphiQL for browsers that open `/graphql`; everything it needs comes from this server. */
export function createGraphiqlApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/graphql', async (context, next) => {
    if (!(context.req.header('accept') ?? '').includes('text/html')) return next();
    return context.html(await graphiqlPage(catalogueOptions()), 200, {
      ...PAGE_HEADERS,
      // The same address answers programs with JSON.
      vary: 'Accept',
    });
  });
  serveAssets(app, ASSETS_PATH, () => loadAssets(ASSETS_PATH));
  return app;
}

/**
 * GraphiQL gives its tabs a place from before their row has its width, and shows it at those that have the focus: what
 * is pressed would move from under the pointer.
 */
const STYLE = 'body { margin: 0 } #root { height: 100vh } .graphiql-tab { transform: none !important }';

/** Returns options of the editor for `/graphql`. */
function catalogueOptions() {
  const headers = JSON.stringify({ Authorization: `Bearer ${TOKEN_PLACEHOLDER}` }, null, 2);
  return {
    title: 'Catalograph',
    endpoint: '/graphql',
    headers,
    defaultTabs: EXAMPLE_TABS.map((tab) => ({ ...tab, headers })),
    // A token typed into the page is gone with it, unless the reader wants it kept.
    shouldPersistHeaders: false,
    defaultEditorToolsVisibility: 'headers',
  };
}

/** Returns the page of the editor for the endpoint that its options name. */
export async function graphiqlPage(options: { readonly endpoint: string; readonly [key: string]: unknown }) {
  return renderPage(await loadAssets(ASSETS_PATH), options);
}

function renderPage({ folder }: Assets, options: object): string {
  // `<` could end the element that holds the options.
  const json = JSON.stringify(options).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Catalograph GraphiQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/graphiql.css">
<style>${STYLE}</style>
</head>
<body>
<noscript>This page needs JavaScript. Programs send GraphQL to the same address.</noscript>
<div id="root"></div>
<script type="application/json" id="options">${json}</script>
<script defer src="${folder}/environment.js"></script>
<script defer src="${folder}/graphiql.js"></script>
<script defer src="${folder}/start.js"></script>
</body>
</html>
`;
}

const SCRIPT = 'text/javascript; charset=utf-8';

let loading: Promise<Assets> | undefined;

/** Returns the editor and its workers as they were built: several megabytes, loaded when first requested. */
function loadAssets(parentPath: string): Promise<Assets> {
  loading ??= load(parentPath);
  return loading;
}

async function load(parentPath: string): Promise<Assets> {
  const [script, styles] = await Promise.all([readPageFile('graphiql.js'), readPageFile('graphiql.css')]);
  const folder = versionedAssetPath(parentPath, [script, styles]);
  const workers = {
    editorWorkerService: `${folder}/editor.worker.js`,
    json: `${folder}/json.worker.js`,
    graphql: `${folder}/graphql.worker.js`,
  };
  return compressAssets(folder, {
    'environment.js': [SCRIPT, environmentScript(workers)],
    'graphiql.js': [SCRIPT, script],
    'start.js': [SCRIPT, START_SCRIPT],
    'graphiql.css': ['text/css; charset=utf-8', styles],
    'editor.worker.js': [SCRIPT, await readPageFile('editor.worker.js')],
    'json.worker.js': [SCRIPT, await readPageFile('json.worker.js')],
    'graphql.worker.js': [SCRIPT, await readPageFile('graphql.worker.js')],
  });
}
