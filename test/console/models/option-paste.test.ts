// Risk: a pasted table creates an option that exists under another name, or duplicates are proposed that are none.
import { describe, expect, test } from 'vitest';
import { newPositions } from '../../../src/console/catalogue/model/list/positions.ts';
import { parseColor, parseOptionCell } from '../../../src/console/pages/options/content/option-cell.ts';
import { mergeOrder, moveBefore } from '../../../src/console/pages/options/content/option-order.ts';
import {
  matchPaste,
  optionPasteColumns,
  orderChanges,
  sortByPosition,
} from '../../../src/console/pages/options/paste/match-paste.ts';
import { findDuplicates } from '../../../src/console/pages/options/sheet/find-duplicates.ts';
import type { OptionRow } from '../../../src/console/pages/options/sheet/option-rows.ts';

const COLUMNS = [
  { key: 'label.en_US', names: ['American English', 'en_US', 'label'] },
  { key: 'label.de_DE', names: ['German', 'de_DE'] },
  { key: 'code', names: ['code'] },
  { key: 'swatch', names: ['swatch', 'color'] },
];

const row = (code: string, label: string, synonyms: readonly string[] = []): OptionRow => ({
  code,
  values: { labels: { en_US: label }, swatch: '', synonyms, active: true },
  stored: null,
  changed: new Set(),
  conflicts: new Map(),
});

describe('a pasted table of options', () => {
  test('has its columns by heads, or colors by their form', () => {
    expect(optionPasteColumns([['Color', 'Code', 'en_US']], COLUMNS, 0)).toEqual({
      keys: ['swatch', 'code', 'label.en_US'],
      hasHeads: true,
    });
    expect(
      optionPasteColumns(
        [
          ['Brass', '#b5a642'],
          ['Oak', 'C19A6B'],
        ],
        COLUMNS,
        0,
      ),
    ).toEqual({
      keys: ['label.en_US', 'swatch'],
      hasHeads: false,
    });
    // One wrong color does not make names of the others.
    expect(
      optionPasteColumns(
        [
          ['Brass', 'Messing', 'brass', '#b5a642'],
          ['Oak', 'Eiche', 'oak', '#c19a6b'],
          ['Pine', 'Kiefer', 'pine', 'yellow'],
        ],
        COLUMNS,
        0,
      ).keys,
    ).toEqual(['label.en_US', 'label.de_DE', 'code', 'swatch']);
    expect(optionPasteColumns([['Brass', 'Messing']], COLUMNS, 0).keys).toEqual([
      'label.en_US',
      'label.de_DE',
    ]);
  });

  test('matches options by code, label or synonym, and creates the others once', () => {
    const rows = [row('brass', 'Brushed brass'), row('oak', 'Oak', ['Eiche'])];
    const item = { options: [], isComplete: true } as never;
    const pasted = matchPaste([['BRASS'], ['eiche'], ['Größe'], ['Grosse!'], ['']], ['label.en_US'], rows, {
      item,
      draft: {},
    });
    expect(pasted.map(({ code, kind }) => [code, kind])).toEqual([
      ['brass', 'changed'],
      ['oak', 'changed'],
      ['grosse', 'new'],
      ['grosse_2', 'new'],
    ]);
  });

  test('puts options in the order of its positions, into the places that they have', () => {
    const keys = ['code', 'position'];
    const block = sortByPosition(
      [
        ['oak', '20'],
        ['ash', ''],
        ['elm', '3'],
        ['brass', '1'],
      ],
      keys,
    );
    expect(block.map(([code]) => code)).toEqual(['brass', 'elm', 'oak', 'ash']);
    const rows = [row('oak', 'Oak'), row('steel', 'Steel'), row('brass', 'Brass')];
    const item = { options: [{ code: 'oak' }, { code: 'steel' }, { code: 'brass' }], sort: 'MANUAL' };
    const orderIn = (sort: string) => {
      const option = { item: { ...item, sort } as never, draft: {} };
      return orderChanges(matchPaste(block, keys, rows, option), rows, option);
    };
    expect(orderIn('MANUAL')).toEqual([
      {
        name: 'order/',
        base: ['oak', 'steel', 'brass'],
        value: ['brass', 'steel', 'elm', 'oak', 'ash'],
      },
    ]);
    expect(orderIn('LABEL')).toEqual([]);
  });

  test('reads colors, lists and yes or no', () => {
    expect(['#abc', 'b5a642', 'red'].map(parseColor)).toEqual(['#AABBCC', '#B5A642', null]);
    expect(parseOptionCell('synonyms', 'oak; Eiche,oak')).toEqual(['oak', 'Eiche']);
    expect(['ja', 'No', 'maybe'].map((text) => parseOptionCell('active', text))).toEqual([true, false, null]);
  });
});

describe('the order of options', () => {
  const options = ['a', 'b', 'c'].map((code, index) => ({ code, sortOrder: index }));

  test('writes the options that a move passes', () => {
    expect([...newPositions(options, ['b', 'a', 'c'])]).toEqual([
      ['b', 0],
      ['a', 1],
    ]);
    const same = options.map(({ code }) => ({ code, sortOrder: 0 }));
    expect([...newPositions(same, ['c', 'a', 'b'])]).toEqual([
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ]);
  });

  test('keeps what others added and deleted', () => {
    expect(moveBefore(['a', 'b', 'c', 'd'], ['b', 'd'], 'a')).toEqual(['b', 'd', 'a', 'c']);
    expect(moveBefore(['a', 'b', 'c'], ['a'], 'c')).toEqual(['b', 'a', 'c']);
    expect(moveBefore(['a', 'b', 'c'], ['a'], undefined)).toEqual(['b', 'c', 'a']);
    expect(mergeOrder(['a', 'b', 'c'], ['c', 'a', 'b'], ['a', 'c', 'd'])).toEqual(['c', 'a', 'd']);
  });
});

describe('likely duplicates', () => {
  const groups = (...names: readonly string[]) =>
    findDuplicates(names.map((name) => ({ code: name, names: [name] })));

  test('are equal without case, accents and spaces, or differ by a letter', () => {
    expect(groups('Café Noir', 'cafe-noir', 'Golden', 'Goldenn', 'Brass')).toEqual([
      ['Café Noir', 'cafe-noir'],
      ['Golden', 'Goldenn'],
    ]);
  });

  test('are not sizes or short names', () => {
    expect(groups('Width 10 cm', 'Width 20 cm', 'Red', 'Rod')).toEqual([]);
  });

  test('are searched among 5,000 options', () => {
    const options = Array.from({ length: 5_000 }, (_option, index) => `Colour shade ${index}`);
    expect(groups(...options, 'Color shade 7')).toEqual([['Colour shade 7', 'Color shade 7']]);
  });
});
