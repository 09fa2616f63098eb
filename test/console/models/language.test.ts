// Risk: a translation cannot be formatted, or breaks the rules of its language.
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
