import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { compressAssets, serveAssets } from '../http/static-assets.ts';
import { ASSETS_PATH, type ConsoleBuild, loadConsoleBuild } from './console-build.ts';
import { CONSOLE_PAGES } from './console-pages.ts';

/**
 * Creates the app of the pages for people: one document for all of them, which draws the page of its address in the
 * browser. It knows nothing; everything it shows comes by GraphQL with the cookie of who is signed in.
 */
export function createConsoleApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const path of CONSOLE_PAGES) {
    app.get(path, async (context) => {
      const build = await loadConsoleBuild();
      if (build === null) return context.html(NOT_BUILT, 503, { 'cache-control': 'no-store' });
      const nonce = randomBytes(18).toString('base64url');
      return context.html(renderPage(build, nonce), 200, pageHeaders(nonce));
    });
  }
  const nothing = compressAssets(ASSETS_PATH, {});
  serveAssets(app, ASSETS_PATH, async () => (await loadConsoleBuild())?.assets ?? nothing);
  return app;
}

/**
 * Returns the headers of the page: everything comes from this server, and the page has no script. The style sheets that
 * components make while they run carry the nonce of the page load; a page is therefore never cached.
 */
function pageHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  };
}

const renderPage = ({ script, imports, styles, icon, font }: ConsoleBuild, nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Catalograph</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${styles}">
<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>
${imports.map((path) => `<link rel="modulepreload" href="${path}">\n`).join('')}<script type="module" src="${script}" nonce="${nonce}"></script>
</head>
<body>
<noscript>These pages need JavaScript. Programs use <a href="/graphql">GraphQL</a> or <a href="/docs">REST</a>.</noscript>
<div id="console"></div>
</body>
</html>
`;

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Catalograph</title>
<p>The console is not built. Start the server by <code>npm start</code>, or run
<code>npm run build</code> once.</p>
`;
