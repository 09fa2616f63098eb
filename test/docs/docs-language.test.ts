// Risk: a reader has to read a title or a sentence twice, because its subject comes late or is missing.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const guides = (await readdir(new URL('docs/', root))).filter((name) => name.endsWith('.md'));
const decisions = (await readdir(new URL('docs/decisions/', root))).map((name) => `docs/decisions/${name}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides.map((name) => `docs/${name}`)];

/** The text of a page without blocks of code. */
const readProse = async (page: string) =>
  (await readFile(new URL(page, root), 'utf8')).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');

test.each(pages)('titles of %s are noun phrases', async (page) => {
  const titles = (await readProse(page)).match(/^#+ .+$/gm) ?? [];
  expect(titles.filter((title) => /^#+ (How|What|When|Where|Which|Who|Why)\b/.test(title))).toEqual([]);
});

test.each([...pages, ...decisions])('sentences of %s begin with their subject', async (page) => {
  const sentences = (await readProse(page)).match(/(?:^|[.!?:]\s|\|\s|\*)(?:Of|What)\s.{0,60}/gm) ?? [];
  expect(sentences).toEqual([]);
});
