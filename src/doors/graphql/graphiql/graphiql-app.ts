import { Hono } from 'hono';
import type { DoorEnvironment } from '../../http/door-environment.ts';
import { type Assets, PAGE_HEADERS, serveAssets } from '../../http/static-assets.ts';
import { loadAssets } from './assets.ts';
import { TOKEN_PLACEHOLDER } from './browser-scripts.ts';
import { EXAMPLE_TABS } from './example-tabs.ts';

const ASSETS_PATH = '/graphql/graphiql';

/** GraphiQL for browsers that open `/graphql`; everything it needs comes from this server. */
export function createGraphiqlApp(): Hono<DoorEnvironment> {
  const app = new Hono<DoorEnvironment>();
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
