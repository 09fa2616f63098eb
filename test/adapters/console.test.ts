// Risk: pages for people shadow what programs ask for, are kept with an old policy, or fetch their parts each time.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConsole } from '../../src/tools/build-console.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  await buildConsole();
  served = await serveProgram();
}, 120_000);
afterAll(() => served.close());

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string) => served.request(path, { headers: BROWSER });

test('draws every page from one document with a strict policy that is new each time', async () => {
  const pages = ['/', '/sign-in', '/settings/tokens', '/products/LO-WREN', '/jobs/job_1', '/media'];
  const nonces = new Set<string>();
  for (const path of pages) {
    const page = await open(path);
    expect([page.status, page.headers.get('cache-control')], path).toEqual([200, 'no-store']);
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]{24})'/.exec(policy)?.[1] ?? '';
    nonces.add(nonce);
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; ` +
        "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const html = await page.text();
    expect(html).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/https?:|<style|<script(?![^>]* src=)|\son\w+=/);
  }
  expect(nonces.size).toBe(pages.length);
});

test('lets browsers keep scripts and styles for ever, by names that change with their content', async () => {
  const html = await (await open('/')).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(paths.map((path) => path.replace(/-[\w-]{8}\./, '-<digest>.'))).toEqual([
    '/console/assets/favicon-<digest>.svg',
    '/console/assets/style-<digest>.css',
    '/console/assets/InterVariable-subset-<digest>.woff2',
    '/console/assets/shell-<digest>.js',
    '/console/assets/main-<digest>.js',
  ]);
  for (const path of paths) {
    const { status, headers } = await served.request(path, { headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers.get('cache-control'), headers.get('content-encoding')], path).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
  }
  expect((await served.request('/console/assets/main-00000000.js')).status).toBe(404);
  const scripts = paths.filter((path) => path.endsWith('.js'));
  const sent = await Promise.all(
    scripts.map(async (path) => gzipSync(await (await served.request(path)).text(), { level: 9 }).length),
  );
  // What the browser loads before the first page, in bytes.
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(180_000);
});

test('loads little beside the shell for each page', () => {
  const root = resolve(import.meta.dirname, '../../dist/console');
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(root, 'manifest.json'), 'utf8'),
  );
  const sizeOf = (file: string) => gzipSync(readFileSync(join(root, file)), { level: 9 }).length;
  /** A script with all that it imports. */
  const withImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found;
    found.add(key);
    for (const imported of manifest[key]?.imports ?? []) withImports(imported, found);
    return found;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const shell = withImports(entry);
  const pages = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key));
  expect(pages.length).toBeGreaterThan(20);
  const sizes = pages.map((page) => {
    const own = [...withImports(page)].filter((key) => !shell.has(key));
    return { page, bytes: own.reduce((sum, key) => sum + sizeOf(manifest[key]?.file ?? ''), 0) };
  });
  // The grid is a page and a sheet.
  const grids = [
    'pages/products/grid/products-page.tsx',
    'pages/entities/entities-page.tsx',
    'pages/media/texts/media-texts-page.tsx',
  ];
  const limitOf = (page: string) => (grids.includes(page) ? 46_000 : 40_000);
  expect(sizes.filter(({ page, bytes }) => bytes > limitOf(page))).toEqual([]);
});

test.each([
  ['/graphql?query=%7B__typename%7D', 401],
  ['/api/v1/products', 401],
  ['/api/v1/nothing', 404],
  ['/_mcp', 405],
  ['/auth/nothing', 404],
  ['/livez', 200],
  ['/nothing', 404],
  ['/console', 404],
  ['/productsandmore', 404],
])('leaves %s to the doors for programs', async (path) => {
  const answer = await served.request(path, { headers: { accept: 'application/json' } });
  expect(answer.headers.get('content-type')).toMatch(/json/);
});

test('answers pages to GET alone', async () => {
  const answer = await served.request('/settings/tokens', { method: 'POST' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

/** What the manifest of the build says of a file. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}
