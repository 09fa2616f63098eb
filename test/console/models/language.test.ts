// Risk: a translation cannot be formatted, breaks the rules of its language, or has words that nobody says.
import { glob, readFile } from 'node:fs/promises';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { de, deLabels } from '../../../src/console/i18n/de.ts';
import { fr, frLabels } from '../../../src/console/i18n/fr.ts';

describe.each([
  ['de', { ...deLabels, ...de }],
  ['fr', { ...frLabels, ...fr }],
])('every text of %s', (language, texts) => {
  test('is ICU MessageFormat', () => {
    const broken = Object.values(texts).filter((text) => {
      try {
        return new IntlMessageFormat(text, language) === undefined;
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });
});

test('the codes of the API have the same words in each language', () => {
  expect(Object.keys(frLabels)).toEqual(Object.keys(deLabels));
});

test('French has a narrow no-break space before : ; ! ? % » and after «, and typographic apostrophes', () => {
  const wrong = Object.values({ ...fr }).filter((text) =>
    / [:;!?%»]|[^\u202f:]»|«(?!\u202f)|\p{L}'\p{L}/u.test(text),
  );
  expect(wrong).toEqual([]);
});

test('no text of the program or of the data that it brings along has a word that is none in its language', async () => {
  const sources = [
    'src/console/i18n/*.ts',
    'src/kernel/problems/messages/*.json',
    'src/modules/{measurement,profile,template}/**/*.{json,ts}',
    'prisma/demo/*.ts',
  ];
  const mistakes: string[] = [];
  let files = 0;
  for await (const path of glob(sources)) {
    files += 1;
    const text = await readFile(path, 'utf8');
    for (const [word] of text.matchAll(/.*(?:Umform|Anreißer|Ganze Produkte|défaire|Produits entiers).*/gi))
      mistakes.push(`${path}: ${word.trim()}`);
  }
  expect(mistakes).toEqual([]);
  expect(files).toBeGreaterThan(20);
  // "Vollständig" says how a product is, and is no heading.
  const headings = Object.entries(de).filter(([, text]) => text === 'Vollständig');
  expect(headings.map(([english]) => english)).toEqual(['Complete']);
});
