// Risk: clients meet a code that no document explains, or read of one that does not exist, or of a remedy that is none.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../src/kernel/problems/field-problem-explanations.ts';
import { rendered } from '../../src/kernel/problems/messages/render-message.ts';
import { PROBLEMS } from '../../src/kernel/problems/problem-definitions.ts';
import { exampleProblem, PROBLEM_EXPLANATIONS } from '../../src/kernel/problems/problem-explanations.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const keysOf = <Key extends string>(entries: Readonly<Record<Key, unknown>>) => Object.keys(entries) as Key[];
const SLUGS = keysOf(PROBLEMS);

const table = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

test('the document says of every problem and every code of a field what the pages say', async () => {
  const document = await read('docs/errors.md');
  const problems = table([
    ['Code', 'Status', 'When', 'Fix'],
    ['---', '---', '---', '---'],
    ...SLUGS.map((slug) => {
      const { cause, fix } = PROBLEM_EXPLANATIONS[slug];
      return [`\`${slug}\``, String(PROBLEMS[slug].status), cause, rendered(fix)];
    }),
  ]);
  const fields = table([
    ['Code', 'When', 'Fix'],
    ['---', '---', '---'],
    ...Object.entries(FIELD_PROBLEM_EXPLANATIONS).map(([code, { cause, fix }]) => [
      `\`${code}\``,
      cause,
      rendered(fix),
    ]),
  ]);
  // The tables alone come from the catalogue; `--update` writes them anew.
  const expected = document
    .replace(/(?<=\n## Problems\n\n)(\|.*\n)+/, () => `${problems}\n`)
    .replace(/(?<=\n## Fields\n[^|]*\n)(\|.*\n)+/, () => `${fields}\n`);
  await expect(expected).toMatchFileSnapshot('../../docs/errors.md');
});

test('every status of the catalogue is told in rising order, so that a table of it can be read', () => {
  const statuses = SLUGS.map((slug) => PROBLEMS[slug].status);
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
});

test('words are full sentences that fit into one cell', () => {
  const words = [...Object.values(PROBLEM_EXPLANATIONS), ...Object.values(FIELD_PROBLEM_EXPLANATIONS)];
  for (const { cause, fix } of words) {
    for (const sentence of [cause, rendered(fix)]) expect(sentence).toMatch(/^[A-Z`][^|\n]*\.$/);
  }
});

test.each(SLUGS)('the example of %s is a whole problem with known codes of fields', (slug) => {
  const { title, status } = PROBLEMS[slug];
  const example = exampleProblem(slug, 'https://pim.example.com');
  expect(example).toMatchObject({
    type: `https://pim.example.com/problems/${slug}`,
    title,
    status,
    code: slug,
    // Clients look for this one's very words.
    detail: expect.stringMatching(/^(.+[.?…]|PersistedQueryNotFound)$/),
    instance: expect.stringMatching(/^\/(graphql|_mcp|api\/v1\/|shop\/)/),
    request_id: expect.any(String),
  });
  const errors = (example.errors ?? []) as readonly { readonly code: string }[];
  for (const { code } of errors) expect(FIELD_PROBLEM_EXPLANATIONS).toHaveProperty([code]);
});
