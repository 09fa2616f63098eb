// Risk: a reader looks for what an upgrade breaks, and finds sections of other names or a version that was never made.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SECTIONS = ['Breaking', 'Added', 'Changed', 'Fixed'];

const root = new URL('../../', import.meta.url);
const changelog = await readFile(new URL('CHANGELOG.md', root), 'utf8');
const versions = changelog
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.slice(0, text.indexOf('\n')),
    sections: [...text.matchAll(/^### (.+)$/gm)].map(([, name]) => name),
  }));

test.each(versions)('$title has Breaking, Added, Changed and Fixed, in this order', ({ sections }) => {
  expect(sections).toEqual(SECTIONS.filter((name) => sections.includes(name)));
});

test('changes that are not released stand above the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
    version: string;
  };
  const [newest, lastRelease] = versions.map(({ title }) => title);
  expect(newest).toBe('Unreleased');
  expect(lastRelease).toMatch(/^\d+\.\d+\.\d+ – \d{4}-\d{2}-\d{2}$/);
  expect(lastRelease?.split(' ')[0]).toBe(version);
});
