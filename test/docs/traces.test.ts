// Risk: somebody follows a trace of CONTRIBUTING, and it names files that have nothing to do with it, or lacks some that have.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONSOLE_PAGES } from '../../src/adapters/console/console-pages.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** The files in the table of the paragraph that begins with a heading. */
async function filesOf(heading: string): Promise<string[]> {
  const text = await read('CONTRIBUTING.md');
  const begin = text.indexOf(`**${heading}**`);
  const table = text.slice(text.indexOf('| --- |', begin)).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([\w./-]+\.\w+)`/g)].map(([, path]) => path ?? ''),
    );
}

/** The files of the console that name something, without its translations and generated types. */
async function consoleFilesWith(pattern: RegExp): Promise<string[]> {
  const paths = (await readdir(new URL('src/console/', root), { recursive: true })).filter(
    (path) => /\.tsx?$/.test(path) && !/^(i18n|api\/generated)\//.test(path),
  );
  const texts = await Promise.all(paths.map((path) => read(`src/console/${path}`)));
  return paths.filter((_, index) => pattern.test(texts[index] ?? '')).sort();
}

test('each file of the trace of a property names the property', async () => {
  const files = await filesOf('A property of products');
  expect(files.length).toBeGreaterThan(7);
  const texts = await Promise.all(files.map(read));
  expect(files.filter((_, index) => !/\btags\b/i.test(texts[index] ?? ''))).toEqual([]);
});

test('the console names a property of products in one list, and in its order of filter fields', async () => {
  const files = await consoleFilesWith(/(?<!`)\btags\b(?!`)/);
  // Files of the media library have tags of their own.
  expect(files.filter((path) => !path.startsWith('pages/media/'))).toEqual([
    'catalogue/properties/product-properties.tsx',
    'catalogue/search/field-groups.ts',
  ]);
});

test('each file of the trace of a page names the page', async () => {
  const files = await filesOf('A console page');
  expect(files.length).toBeGreaterThan(7);
  const texts = await Promise.all(files.map(read));
  const pattern = /operations|Queues/;
  expect(files.filter((path, index) => !pattern.test(`${path} ${texts[index]}`))).toEqual([]);
});

test('the server draws the console at each address of its routes, and each is tested for what roles may write', async () => {
  const [routes, roles] = await Promise.all([
    read('src/console/app/routes.tsx'),
    read('test/console/roles.test.ts'),
  ]);
  const addresses = [...routes.matchAll(/(?:[pP]age\(\s*|path: )'(\/[\w/${}-]*)'/g)].map(
    ([, path]) => path ?? '',
  );
  expect(addresses.length).toBeGreaterThan(20);
  const areas = new Set(CONSOLE_PAGES);
  const firstOf = (path: string) => `/${path.split('/')[1] ?? ''}`;
  expect(addresses.filter((path) => !areas.has(firstOf(path)))).toEqual([]);
  const isListed = (path: string) => roles.includes(`['${path.replace(/\/?(?:\{-)?\$.*$/, '')}`);
  // Nobody is signed in there.
  expect(addresses.filter((path) => path !== '/sign-in' && !isListed(path))).toEqual([]);
});
