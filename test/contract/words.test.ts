// Risk: readers meet words that only this project uses, and have to guess what is meant.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../src/kernel/problems/field-problem-explanations.ts';
import { rendered } from '../../src/kernel/problems/messages/render-message.ts';
import { PROBLEMS } from '../../src/kernel/problems/problem-definitions.ts';
import { PROBLEM_EXPLANATIONS } from '../../src/kernel/problems/problem-explanations.ts';
import { readConsoleTexts } from '../support/read-console-texts.ts';

/** Words that descriptions do not use, with what is written instead. The list grows; nothing leaves it. */
const REFUSED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(un)?mend(s|ed|ing)?\b/i, 'fix, correct'],
  [/\bwhoever\b/i, 'anyone who, the user who'],
  [/\bas (it|they) (is|are) now\b/i, 'current, after the write'],
  [/\bwhat (became|becomes|would become) of\b/i, 'result of'],
  [/\bdoors?\b/i, 'API'],
  [/\brooms?\b/i, 'module'],
  [/\banew\b/i, 'again'],
  [/\bstands? (for|in|there|behind|beside|below|above)\b/i, 'maps to, is'],
  [/(?<!\bthere )\b(is|are) no\b(?! (longer|more)\b)/i, 'is not a'],
  [/\bparted by\b/i, 'separated by'],
  [/\b(is|are|be|was) told\b/i, 'is reported, is returned'],
  [/\bcomes? to\b/i, 'results in'],
  [/\bsomebody\b/i, 'a user'],
  [/\bin either case\b/i, 'not case-sensitive'],
  [/\bcase does not count\b/i, 'not case-sensitive'],
  [/\b(told|tells?)\b/i, 'report, return'],
  [/\bbehind\b/i, 'after'],
  [/\bthings?\b/i, 'object'],
  [/\bpictures?\b/i, 'image'],
  [/\basked for\b/i, 'requested'],
  [/\bas (it|they) (is|are)\b/i, 'unchanged'],
  [/\bgood\b/i, 'valid'],
  [/\b(goes|went) on\b/i, 'continues'],
];

/** The same for pages, where a label is a word or two. */
const REFUSED_IN_PAGES: typeof REFUSED = [
  [/^over\b/i, 'Finished'],
  [/\bstand-in\b/i, 'Fallback locale'],
  [/\b(upwards|downwards)\b/i, 'A–Z, Z–A, oldest first, newest first'],
  [/\btr(y|ied) (again later|only|the whole)\b/i, 'Retrying, dry run'],
  [/\b(looks|by) (anew|itself)\b/i, 'updates live'],
  [/\b(decimals|cells|characters) (after|in)\b/i, 'Decimal separator, Delimiter, Encoding'],
  [/\b(mean|means|meaning)\b/i, 'maps to'],
  [/\bleft out\b/i, 'ignored'],
  [/\b(on the way|never arrived|out of use|in use|for good|at once)\b/i, 'Pending, Dead, Disabled, Enabled'],
  [/^(make|type|take) (a|an|at|it|one|the|their|your)\b/i, 'Create, Enter, Remove'],
  [/^what\b/i, 'a noun: Type, Event, Payload, Errors'],
  [/^there (is|are) no\b/i, 'No …, … not found'],
  [/\bdid not work\b/i, 'Something went wrong'],
  [/\b(everything else|say|says|said)\b/i, 'all others, is set to'],
  [/\bonce more\b/i, 'Retry, Redeliver'],
  // Buttons without articles, as everywhere: "Save profile".
  [/^(add|cancel|change|create|download|rotate|save|send) (a|an|the)\b[^.]*$/i, 'the verb and the noun'],
];

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Every description and summary of a JSON document; recorded examples are data. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'example' || key === 'examples') return [];
    const isText = ['description', 'summary', 'title'].includes(key) && typeof member === 'string';
    return isText ? [member] : textsOf(member);
  });
}

const problemTexts = [
  ...Object.values(PROBLEMS).map(({ title }) => title),
  ...[...Object.values(PROBLEM_EXPLANATIONS), ...Object.values(FIELD_PROBLEM_EXPLANATIONS)].flatMap(
    ({ cause, fix }) => [cause, rendered(fix)],
  ),
];

test.each([
  [
    'GraphQL',
    async () =>
      [...(await read('schema/schema.graphql')).matchAll(/"""([\s\S]*?)"""/g)].map(([, text = '']) => text),
  ],
  ['REST', async () => textsOf(JSON.parse(await read('schema/openapi.json')))],
  ['MCP', async () => textsOf(JSON.parse(await read('schema/mcp-tools.json')))],
  ['events', async () => textsOf(JSON.parse(await read('schema/events.json')))],
  ['problems', async () => problemTexts],
])('descriptions of %s are written in words of the trade', async (_api, read) => {
  const texts = await read();
  expect(texts.length).toBeGreaterThan(50);
  expect(findRefused(texts, REFUSED)).toEqual([]);
});

test('pages of the console are written in words of the trade', () => {
  const texts = readConsoleTexts();
  expect(texts).toEqual(expect.arrayContaining(['Decimal separator', 'Page not found', 'Dry run']));
  expect(findRefused(texts, [...REFUSED, ...REFUSED_IN_PAGES])).toEqual([]);
});

function findRefused(texts: readonly string[], refused: typeof REFUSED): string[] {
  const found = texts.flatMap((text) =>
    refused
      .filter(([words]) => words.test(text))
      .map(([words, instead]) => {
        return `${words.exec(text)?.[0]} → ${instead}: ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`;
      }),
  );
  return [...new Set(found)];
}
