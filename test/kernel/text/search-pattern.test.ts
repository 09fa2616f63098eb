// Risk: a list does not find what people see, or a character of the search is taken for a command.
import { expect, test } from 'vitest';
import { foldLetters } from '../../../src/kernel/text/fold-text.ts';
import { searchPattern } from '../../../src/kernel/text/search-pattern.ts';

const finds = (search: string, text: string) => new RegExp(searchPattern(search), 'u').test(text);

test.each([
  ['grosse', 'Größe'],
  ['größe', 'GROSSE'],
  ['stras', 'Straße'],
  ['STRASSE', 'Straße'],
  ['straße', 'STRASSE'],
  ['eclair', 'Éclair'],
  ['éclair', 'eclair'],
  ['e\u0301clair', 'ÉCLAIR'],
  ['ecl', 'e\u0301clair'],
  ['viet nam', 'Việt\u00a0Nam'],
  ['ЙОД', 'йод'],
  ['한', '한국'],
  ['が', 'がく'],
  ['ﬁ', 'ﬁn'],
  ['İstanbul', 'istanbul'],
])('%s finds %s', (search, text) => {
  expect(finds(search, text)).toBe(true);
});

test.each([
  ['.', 'a'],
  ['a.c', 'abc'],
  ['%', 'a'],
  ['_', 'a'],
  ['[a-c]', 'b'],
  ['a|b', 'a'],
  ['\\w', 'a'],
  ['ss', 's'],
  ['국', '한'],
])('%s does not find %s', (search, text) => {
  expect(finds(search, text)).toBe(false);
});

test('every character below U+2100 finds itself and what it is without case and accents', () => {
  const letters = Array.from({ length: 0x20e0 }, (_, index) => String.fromCharCode(0x20 + index));
  const lost = letters.filter((letter) => {
    const folded = foldLetters(letter);
    // Texts are stored in normal form C.
    return !finds(letter, letter.normalize('NFC')) || ([...folded].length === 1 && !finds(letter, folded));
  });
  expect(lost).toEqual([]);
});
