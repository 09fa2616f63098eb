// Risk: a message lacks a language, shows a name in braces, or the catalogue keeps texts that nobody uses.
import { glob, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fieldProblem } from '../../../src/kernel/field-problem.ts';
import de from '../../../src/kernel/problems/messages/de.json' with { type: 'json' };
import en from '../../../src/kernel/problems/messages/en.json' with { type: 'json' };
import fr from '../../../src/kernel/problems/messages/fr.json' with { type: 'json' };
import { acceptedLanguage, languageOf } from '../../../src/kernel/problems/messages/language.ts';
import { isTranslated, localized, verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { rendered, renderedOr } from '../../../src/kernel/problems/messages/render-message.ts';
import terms from '../../../src/kernel/problems/messages/terms.json' with { type: 'json' };
import { withSuggestions } from '../../../src/kernel/suggestion.ts';
import { parametersOf } from '../../../src/tools/message-parameters.ts';

const CATALOGUES: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, fr };

describe('the catalogue', () => {
  test.each(Object.keys(CATALOGUES))('has each message in %s, in the order of the keys', (language) => {
    expect(Object.keys(CATALOGUES[language] ?? {})).toEqual(Object.keys(en).toSorted());
  });

  test('has the same parameters in all languages', () => {
    const namesIn = (language: string, key: string) =>
      [...parametersOf(CATALOGUES[language]?.[key] ?? '').keys()].join();
    const different = Object.keys(en).filter((key) =>
      ['de', 'fr'].some((language) => namesIn(language, key) !== namesIn('en', key)),
    );
    expect(different).toEqual([]);
  });

  test('has no message that is never used', async () => {
    const used = new Set<string>();
    for await (const path of glob('src/{kernel,platform,modules,graphql,adapters,worker}/**/*.ts'))
      if (!path.endsWith('message-parameters.ts'))
        for (const [, key = ''] of (await readFile(path, 'utf8')).matchAll(/'([a-z0-9-]+)'/g)) used.add(key);
    expect(Object.keys(en).filter((key) => !used.has(key))).toEqual([]);
  });

  test('has each text once, whatever its parameters are called', () => {
    const texts = Object.values(en).map((text) => text.replaceAll(/\{\w+\}/g, '{}'));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test('has each term in German and French', () => {
    const bare = Object.entries(terms).filter(([, words]) => words.de === '' || words.fr === '');
    expect(bare).toEqual([]);
  });
});

describe('a message', () => {
  const missing = localized('not-found', { kind: 'attribute set', ref: 'lamp' });

  test('is rendered in each language, with the terms of that language', () => {
    expect([rendered(missing), rendered(missing, 'de'), rendered(missing, 'fr')]).toEqual([
      "There is no attribute set 'lamp'.",
      'Attributset „lamp“ gibt es nicht.',
      'Jeu d’attributs «\u202flamp\u202f» introuvable.',
    ]);
  });

  test('has codes as they are, also those that equal a term', () => {
    const entity = localized('entity-not-found', { ref: 'draft', typeCode: 'system' });
    expect(
      [rendered(entity, 'de'), rendered(entity, 'fr')].map((text) => text.match(/draft|system/g)),
    ).toEqual([
      ['draft', 'system'],
      ['draft', 'system'],
    ]);
  });

  test('stands inside another one, and suggestions are quoted', () => {
    const near = withSuggestions(missing, ['lamps', 'lamp_2']);
    expect([rendered(near), rendered(near, 'de'), rendered(near, 'fr')]).toEqual([
      "There is no attribute set 'lamp'. Did you mean 'lamps' or 'lamp_2'?",
      'Attributset „lamp“ gibt es nicht. Meinten Sie „lamps“ oder „lamp_2“?',
      'Jeu d’attributs «\u202flamp\u202f» introuvable. Vouliez-vous dire «\u202flamps\u202f» ou «\u202flamp_2\u202f»\u202f?',
    ]);
    expect(withSuggestions(missing, [])).toBe(missing);
  });

  test('keeps braces, quotes and tags of its values', () => {
    const hostile = localized('not-found', { kind: 'product', ref: "{x} ''<b>' {n, plural, other {#}}" });
    expect(rendered(hostile)).toBe("There is no product '{x} ''<b>' {n, plural, other {#}}'.");
  });

  test('survives storage as JSON', () => {
    const near = withSuggestions(missing, ['lamps']);
    expect(rendered(JSON.parse(JSON.stringify(near)), 'de')).toBe(rendered(near, 'de'));
  });

  test('that others have written is its text, in each language and inside another one', () => {
    const invalid = verbatim('missing ]');
    expect([rendered(invalid, 'de'), isTranslated(invalid), isTranslated(missing)]).toEqual([
      'missing ]',
      false,
      true,
    ]);
    expect(localized('pattern-not-re2', { reason: invalid }).params).toEqual({ reason: 'missing ]' });
    expect(fieldProblem('unsafe-pattern', [], invalid).text).toBeUndefined();
  });

  test('of another version of the program stays as it was stored', () => {
    const newer = { key: 'not-yet-there', params: {} } as never;
    expect(renderedOr('A new sentence.', newer, 'de')).toBe('A new sentence.');
    expect(renderedOr('An old sentence.', null, 'de')).toBe('An old sentence.');
  });

  test('quotes what was sent up to 2,000 characters', () => {
    const long = localized('not-found', { kind: 'product', ref: 'x'.repeat(10_000) });
    expect(String(long.params.ref).length).toBe(2_000);
    expect(rendered(long, 'de').length).toBe(2_000);
  });
});

test.each([
  [null, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT, en;q=0.8', 'de'],
  ['es, fr-CA;q=0.5, en;q=0.4', 'fr'],
  ['en;q=0.1, FR;q=0.9', 'fr'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['den, frr', 'en'],
  ['de;q=x', 'en'],
  [`${'x,'.repeat(10_000)}de`, 'en'],
])('the header %j asks for %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test.each([
  ['de_AT', 'de'],
  ['fr', 'fr'],
  ['frp_FR', 'en'],
  ['en_GB', 'en'],
  ['es_ES', 'en'],
  ['', 'en'],
])('the locale %j has texts in %s', (locale, language) => {
  expect(languageOf(locale)).toBe(language);
});
