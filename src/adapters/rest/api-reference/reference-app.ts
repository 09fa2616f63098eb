import { Hono } from 'hono';
import type { JsonObject } from '../../../kernel/json.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readPageFile } from '../../http/page-files.ts';
import {
  type Assets,
  compressAssets,
  PAGE_HEADERS,
  serveAssets,
  versionedAssetPath,
} from '../../http/static-assets.ts';

const PAGE_PATH = '/docs';
const DOCUMENT_PATH = '/api/v1/openapi.json';
const SCRIPT = 'text/javascript; charset=utf-8';

/** Routes of this app below `/api/v1`. */
export const REFERENCE_ROUTES = [{ method: 'GET', path: '/openapi.json' }] as const;

/** Draws the reference; nothing of it asks another server, which the page's policy would reject anyway. */
const START_SCRIPT = `Scalar.createApiReference('#reference', {
  url: '${DOCUMENT_PATH}',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'json',
  authentication: { preferredSecurityScheme: 'bearer' },
});
`;

/**
 * Creates the app of the description of the REST API and a page that shows it, where each call can be tried with a
 * token. Open to everybody: it says what the product can do, nothing of anybody's catalogue.
 *
 * @param describe makes the description when it is requested first, so that starting does not wait for it
 */
export function createReferenceApp(describe: () => JsonObject): Hono<AppEnv> {
  let text: string | undefined;
  const app = new Hono<AppEnv>();
  app.get(DOCUMENT_PATH, (context) => {
    text ??= JSON.stringify(describe());
    return context.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' });
  });
  app.get(PAGE_PATH, async (context) => context.html(renderPage(await loadAssets()), 200, PAGE_HEADERS));
  serveAssets(app, PAGE_PATH, loadAssets);
  return app;
}

let loading: Promise<Assets> | undefined;

function loadAssets(): Promise<Assets> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Assets> {
  const reference = await readPageFile('reference.js');
  return compressAssets(versionedAssetPath(PAGE_PATH, [reference, START_SCRIPT]), {
    'reference.js': [SCRIPT, reference],
    'start.js': [SCRIPT, START_SCRIPT],
  });
}

const renderPage = ({ folder }: Assets) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Catalograph REST API</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same in JSON: <a href="${DOCUMENT_PATH}">${DOCUMENT_PATH}</a></noscript>
<div id="reference"></div>
<script defer src="${folder}/reference.js"></script>
<script defer src="${folder}/start.js"></script>
</body>
</html>
`;
