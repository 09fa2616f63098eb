// Risk: a mapping loses a cell, or changes one that it should leave alone.
import { expect, test } from 'vitest';
import { type ColumnMapping, mapColumns } from '../../../../src/modules/file-formats/columns/map-columns.ts';
import { TRANSFORM_SHAPE, type Transform } from '../../../../src/modules/file-formats/columns/transform.ts';

const map = (columns: readonly string[], mapping: readonly ColumnMapping[], row: readonly string[]) => {
  const mapped = mapColumns(columns, mapping, { listSeparator: ',', decimalSeparator: '.' });
  const { cells } = mapped.map(row);
  return Object.fromEntries(mapped.names.map((name, index) => [name, cells[index]]));
};

/** What some steps make of one cell. */
const run = (text: string, ...transform: Transform[]) =>
  map(['a', 'b'], [{ column: 'a', target: 'x', transform }], [text, 'B']).x;

test('renames, ignores and repeats columns, and leaves the others alone', () => {
  const mapping = [
    { column: 'Title', target: 'name-en_US' },
    { column: 'title', target: 'name-de_DE' },
    { column: 'Notes', target: null },
  ];
  expect(map(['Title', 'Notes', 'sku'], mapping, ['Cap', 'x', 'A1'])).toEqual({
    'name-en_US': 'Cap',
    'name-de_DE': 'Cap',
    sku: 'A1',
  });
});

test('fills a column that the file lacks', () => {
  const mapping: ColumnMapping[] = [
    { column: 'status', transform: [{ default: 'draft' }] },
    { column: 'sku', transform: [{ concat: { columns: ['line', 'no'], separator: '-' } }] },
    { column: 'missing', target: 'name' },
  ];
  expect(map(['line', 'no'], mapping, ['L', '7'])).toEqual({
    line: 'L',
    no: '7',
    status: 'draft',
    sku: 'L-7',
  });
});

test('runs each step over a cell', () => {
  expect(run('  A b ', 'trim', 'lower')).toBe('a b');
  expect(run('rot', { map: { values: { rot: 'red' } } })).toBe('red');
  expect(run('blau', { map: { values: { rot: 'red' }, default: 'other' } })).toBe('other');
  expect(run('a; b ;c', { split: { separator: ';' } })).toBe('a,b,c');
  expect(run('a1b22c', { split: { pattern: '\\d+', index: 1 } })).toBe('b');
  expect(run('a.b.c', { replace: { find: '.', with: '$' } })).toBe('a$b$c');
  expect(run('x12y3', { replace: { pattern: '\\d+', with: '#' } })).toBe('x#y#');
  expect(run("1'234,50", { number: { decimal_separator: ',', thousands_separator: "'" } })).toBe('1234.50');
  expect(run('24.12.2026', { date: { format: 'DD.MM.YYYY' } })).toBe('2026-12-24');
  // No such day: refused as it is in the file.
  expect(run('32.13.2026', { date: { format: 'DD.MM.YYYY' } })).toBe('32.13.2026');
  expect(run('', { default: 'none' })).toBe('none');
  expect(run('a', { concat: { columns: ['a', 'b'] } })).toBe('a B');
  expect(run('<p>1 &lt; 2 &amp; 3<br>x</p><p>y</p>', 'html_strip')).toBe('1 < 2 & 3\nx\ny');
  expect(run('a\\nb\\r\\nc', 'unescape_newlines')).toBe('a\nb\nc');
});

test('splits a unit off its amount into the column beside it', () => {
  const weigh = (text: string) =>
    map(
      ['Gewicht'],
      [
        {
          column: 'Gewicht',
          target: 'weight',
          transform: [{ unit: { default: 'GRAM', map: { kg: 'KILOGRAM' } } }],
        },
      ],
      [text],
    );
  expect(weigh('12.5 KG')).toEqual({ weight: '12.5', 'weight-unit': 'KILOGRAM' });
  expect(weigh('12,5')).toEqual({ weight: '12,5', 'weight-unit': 'GRAM' });
  expect(weigh('3 stone')).toEqual({ weight: '3', 'weight-unit': 'stone' });
  expect(weigh('heavy')).toEqual({ weight: 'heavy', 'weight-unit': '' });
});

test('refuses steps that it does not know, and patterns that could take forever', () => {
  const isStep = (step: unknown) => TRANSFORM_SHAPE.safeParse(step).success;
  expect([isStep('trim'), isStep({ replace: { pattern: '(a+)+$', with: '' } })]).toEqual([true, true]);
  for (const step of ['shout', {}, { trim: {} }, { split: {} }, { replace: { pattern: '(?=a)', with: '' } }])
    expect([step, isStep(step)]).toEqual([step, false]);
  expect(isStep({ date: { format: 'YY-MM' } })).toBe(false);
  // RE2 takes no longer over a text that drives other engines mad.
  expect(run(`${'a'.repeat(50_000)}b`, { replace: { pattern: '(a+)+$', with: '' } })).toHaveLength(50_001);
});

test('entries with conditions and one target give text, unit and form of the number together', () => {
  const met = (column: string) => [{ column, values: ['x'] }];
  const price: ColumnMapping[] = [
    { column: 'V1', target: 'price-EUR', when: met('P1') },
    {
      column: 'V2',
      target: 'price-EUR',
      when: met('P2'),
      transform: [{ number: { decimal_separator: '.' } }],
    },
  ];
  const mapped = mapColumns(['V1', 'P1', 'V2', 'P2'], price, { listSeparator: ';', decimalSeparator: ',' });
  const at = mapped.names.indexOf('price-EUR');
  const read = (...row: string[]) => {
    const { cells, hasPlainDecimals } = mapped.map(row);
    return [cells[at], hasPlainDecimals[at]];
  };
  // The text with a decimal comma is still to be read by the options of the file.
  expect(read('1,500', 'x', '', '')).toEqual(['1,500', false]);
  expect(read('', '', '1.500', 'x')).toEqual(['1.500', true]);
  const weight: ColumnMapping[] = [
    { column: 'V1', target: 'weight', when: met('P1'), transform: [{ unit: {} }] },
    { column: 'V2', target: 'weight', when: met('P2'), transform: [{ unit: {} }] },
  ];
  const weigh = (...row: string[]) => map(['V1', 'P1', 'V2', 'P2'], weight, row);
  expect(weigh('5', 'x', '7 kg', 'x')).toMatchObject({ weight: '5', 'weight-unit': '' });
  expect(weigh('', 'x', '7 kg', 'x')).toMatchObject({ weight: '7', 'weight-unit': 'kg' });
});

test('a name says nothing where the file has no cell for it and no step fills it', () => {
  const mapping: ColumnMapping[] = [
    { column: 'a', target: 'x', when: [{ column: 'b', values: ['1'] }] },
    { column: 'none', target: 'y', transform: ['trim'] },
    { column: 'fixed', target: 'z', transform: [{ default: 'Z' }] },
    { column: 'both', target: 'w', transform: [{ concat: { columns: ['a', 'b'] } }] },
  ];
  const run = (...row: (string | null)[]) => {
    const mapped = mapColumns(['a', 'b'], mapping, { listSeparator: ',', decimalSeparator: '.' });
    const { cells } = mapped.map(row);
    return ['x', 'y', 'z', 'w'].map((name) => cells[mapped.names.indexOf(name)]);
  };
  expect(run('A', '1')).toEqual(['A', null, 'Z', 'A 1']);
  expect(run('', '1')).toEqual(['', null, 'Z', '1']);
  expect(run('', '')).toEqual([null, null, 'Z', '']);
  expect(run(null, null)).toEqual([null, null, 'Z', null]);
});

test('an entry of a list that a step makes too long is a fault of its cell', () => {
  const transform = [{ split: { separator: '/' } }, { replace: { find: 'b', with: 'x'.repeat(10_000) } }];
  const mapped = mapColumns(['a'], [{ column: 'a', target: 'x', transform }], {
    listSeparator: ',',
    decimalSeparator: '.',
  });
  const faults: number[] = [];
  for (const text of ['b'.repeat(1_000), `a/${'b'.repeat(1_000)}`, Array(1_000).fill('b').join('/')])
    mapped.map([text], (index) => faults.push(index));
  expect(faults).toEqual([0, 0, 0]);
});

test('steps after a split change each entry, and a unit makes one text of them', () => {
  const split = { split: { separator: '/' } };
  const listed = (text: string, ...steps: Transform[]) => run(text, split, ...steps);
  const number: Transform = { number: { decimal_separator: ',' } };
  expect(listed('1,5 / 2,5', number)).toBe('1.5,2.5');
  expect(listed('1,5 / 2,5', number, 'trim')).toBe('1.5,2.5');
  expect(listed('a;b / c', { split: { separator: ';' } }, 'trim')).toBe('a,b,c');
  expect(listed(' / ', { default: 'none' }, 'trim')).toBe('none');
  expect(listed('2 kg', { unit: {} }, 'trim')).toBe('2');
});
