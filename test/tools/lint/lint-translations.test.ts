// Risk: a text of the console stays English in German, or a translation outlives its text.
import { expect, test } from 'vitest';
import { findTranslationErrors, readMessages } from '../../../src/tools/lint/lint-translations.ts';

test('finds texts that are not translated, and the messages of those that are', () => {
  const source = `const a = <Page title="Tokens" what={t('tokens')}><FormattedMessage message="{date} by {name}" values={{}} />Hello ×</Page>;`;
  expect(readMessages('page.tsx', source)).toEqual({
    messages: ['tokens', '{date} by {name}'],
    faults: [
      `page.tsx: title="Tokens" is not translated. Write title={t('…')}.`,
      `page.tsx: "Hello ×" is not translated. Write {t('…')}.`,
    ],
  });
});

test('finds translations without a text, and those with other names', () => {
  const translations = {
    Save: 'Speichern',
    Gone: 'Weg',
    '{count, plural, one {# row} other {# rows}} of {all}': '{count, plural, other {# Zeilen}}',
  };
  const messages = new Set(['Save', '{count, plural, one {# row} other {# rows}} of {all}']);
  expect(findTranslationErrors(translations, messages)).toEqual([
    'No text is "Gone". Delete its translation.',
    '"{count, plural, other {# Zeilen}}" has other {names} than "{count, plural, one {# row} other {# rows}} of {all}".',
  ]);
});
