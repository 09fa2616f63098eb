// Risk: a reader looks for a file that a guide names, and it is not there any more.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const guides = (await readdir(new URL('docs/', root))).filter((name) => name.endsWith('.md'));
const pages = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...guides.map((name) => `docs/${name}`),
];

test.each(pages)('%s names files that exist', async (page) => {
  const text = await readFile(new URL(page, root), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|prisma|bench|schema|docs)\/[\w./-]*\w)`/g)].map(
    ([, path]) => path ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(
    ([, path]) => new URL(path ?? '', new URL(page, root)).href,
  );
  const missing = [...named.map((path) => new URL(path, root).href), ...linked].filter(
    (address) => !existsSync(fileURLToPath(address)),
  );
  expect(missing).toEqual([]);
});

test('the index of decisions names each of them', async () => {
  const files = (await readdir(new URL('docs/decisions/', root))).filter((name) => /^\d/.test(name));
  const index = await readFile(new URL('docs/decisions/README.md', root), 'utf8');
  expect(files.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test('each decision has a date and a status below its title', async () => {
  const folder = new URL('docs/decisions/', root);
  const files = (await readdir(folder)).filter((name) => /^\d/.test(name));
  const pagesWithout: string[] = [];
  for (const name of files) {
    const [, , status] = (await readFile(new URL(name, folder), 'utf8')).split('\n');
    const isComplete = /^\d{4}-\d{2}-\d{2}, (accepted|superseded by \[\d+\]\(.+\))\.$/.test(status ?? '');
    if (!isComplete) pagesWithout.push(name);
  }
  expect(pagesWithout).toEqual([]);
});

test('each decision has context, decision and consequences, on one page', async () => {
  const folder = new URL('docs/decisions/', root);
  const files = (await readdir(folder)).filter((name) => /^\d/.test(name));
  const pages = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      const sections = ['Context', 'Decision', 'Consequences'].filter((title) =>
        text.includes(`\n## ${title}\n`),
      );
      const words =
        text
          .split('\n')
          .filter((line) => !line.startsWith('|'))
          .join(' ')
          .match(/\S*\w\S*/g) ?? [];
      return { name, sections, isOnePage: words.length <= 660 };
    }),
  );
  expect(pages.filter(({ sections, isOnePage }) => sections.length < 3 || !isOnePage)).toEqual([]);
});

test('a file that the flows of the architecture name by its name alone is in src once at least', async () => {
  const text = await readFile(new URL('docs/architecture.md', root), 'utf8');
  const names = [...text.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, name]) => name ?? '');
  const files = new Set(
    (await readdir(new URL('src/', root), { recursive: true })).map((path) => path.split('/').at(-1)),
  );
  expect(names.filter((name) => !files.has(name))).toEqual([]);
});
