// Risk: a URL has characters that are written otherwise, or changes when it is written again.
import { describe, expect, test } from 'vitest';
import { MAX_SLUG_LENGTH, slugify, truncateSlug } from '../../../src/kernel/text/slug.ts';

describe('slugify', () => {
  test.each([
    ['Table lamp “Moon”', 'en_US', 'table-lamp-moon'],
    ['Tischlampe „Grün & Weiß“', 'de_DE', 'tischlampe-gruen-weiss'],
    ['Tischlampe „Grün & Weiß“', 'en_US', 'tischlampe-grun-weiss'],
    ["Men's T-Shirt 2.0", 'en_US', 'mens-t-shirt-2-0'],
    ['Łódź — Øresund', 'pl_PL', 'lodz-oresund'],
    ['İstanbul ½ ™', 'tr_TR', 'istanbul-1-2-tm'],
    ['Красный чайник', 'ru_RU', 'красный-чайник'],
    ['赤い ランプ', 'ja_JP', '赤い-ランプ'],
    ['लैंप', 'hi_IN', 'लैंप'],
    ['전등', 'ko_KR', '전등'],
    [' !? ', 'en_US', ''],
    ['de-luxe', 'de', 'de-luxe'],
  ])('%s (%s)', (text, locale, slug) => {
    expect(slugify(text, locale)).toBe(slug);
    expect(slugify(slug, locale)).toBe(slug);
  });

  test('what is a slug gives itself, whatever the text was', () => {
    let state = 7;
    const next = (below: number) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
    for (let round = 0; round < 2000; round += 1) {
      const points = Array.from({ length: 1 + next(20) }, () => next(0x3200));
      const text = String.fromCodePoint(...points);
      for (const locale of ['de_DE', 'en_US']) {
        const slug = slugify(text, locale);
        expect([points, slugify(slug, locale)]).toEqual([points, slug]);
      }
    }
  });
});

test('a long slug is cut between words', () => {
  expect(truncateSlug('one-two-three', 9)).toBe('one-two');
  expect(truncateSlug('one-two-three', 7)).toBe('one-two');
  expect(truncateSlug('abcdefghij-k', 8)).toBe('abcdefgh');
  expect(slugify('word '.repeat(100), 'en_US')).toHaveLength(MAX_SLUG_LENGTH - 1);
});
