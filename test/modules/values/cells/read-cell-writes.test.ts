// Removes the risk that a client's values are taken for something else than what it meant.
import { describe, expect, it } from 'vitest';
import { readCellWrites } from '../../../../src/modules/values/cells/read-cell-writes.ts';

describe('the wire form of values', () => {
  it('takes cells, lists of cells, null and bare scalars', () => {
    const { writes, problems } = readCellWrites({
      name: [
        { value: 'Shoe', locale: 'en_US' },
        { value: null, locale: 'de_DE', channel: null },
      ],
      price: { value: [{ amount: '1', currency: 'EUR' }], channel: 'print' },
      color: 'red',
      pieces: 3,
      fragile: false,
      weight: null,
    });
    expect(problems).toEqual([]);
    expect(writes).toEqual([
      {
        attribute: 'name',
        channel: null,
        locale: 'en_US',
        value: 'Shoe',
        path: ['values', 'name', '0', 'value'],
      },
      {
        attribute: 'name',
        channel: null,
        locale: 'de_DE',
        value: null,
        path: ['values', 'name', '1', 'value'],
      },
      {
        attribute: 'price',
        channel: 'print',
        locale: null,
        value: [{ amount: '1', currency: 'EUR' }],
        path: ['values', 'price', 'value'],
      },
      { attribute: 'color', channel: null, locale: null, value: 'red', path: ['values', 'color'] },
      { attribute: 'pieces', channel: null, locale: null, value: 3, path: ['values', 'pieces'] },
      { attribute: 'fragile', channel: null, locale: null, value: false, path: ['values', 'fragile'] },
      { attribute: 'weight', clear: true, path: ['values', 'weight'] },
    ]);
  });

  it('reads that a value names one part only', () => {
    const { writes } = readCellWrites({
      price: { value: [{ amount: '1', currency: 'EUR' }], partial: true },
      list_price: { value: [{ amount: '1', currency: 'EUR' }], partial: false },
      size: { value: 'M' },
    });
    expect(writes.map((write) => (write.clear ? null : write.partial))).toEqual([true, false, undefined]);
    const { problems } = readCellWrites({ price: { value: [], partial: 'no' } });
    expect(problems.map(({ code, path }) => [code, ...path])).toEqual([
      ['wrong-type', 'values', 'price', 'partial'],
    ]);
  });

  it('reads what a list gets and loses in place of its value', () => {
    const { writes, problems } = readCellWrites({
      colors: { add: ['red'], remove: ['blue'] },
      sizes: [{ locale: 'en_US', remove: ['m'] }],
    });
    expect(problems).toEqual([]);
    expect(writes).toMatchObject([
      { value: null, add: ['red'], remove: ['blue'], path: ['values', 'colors', 'add'] },
      { value: null, remove: ['m'], path: ['values', 'sizes', '0', 'remove'] },
    ]);
    const bad = readCellWrites({ colors: { add: null }, sizes: { add: 'red' } });
    expect(bad.problems.map(({ code, path }) => [code, ...path])).toEqual([
      ['required', 'values', 'colors'],
      ['wrong-type', 'values', 'sizes', 'add'],
    ]);
  });

  it('takes the marks of reading back', () => {
    const { writes, problems } = readCellWrites({
      size: [{ value: 'M', source: 'inherited' }],
      old: [{ value: 'x', in_set: false, source: 'own' }],
    });
    expect(problems).toEqual([]);
    expect(writes.map((write) => (write.clear ? null : write.source))).toEqual(['inherited', 'own']);
  });

  it.each([
    ['a bare list', { tags: ['a', 'b'] }, 'wrong-type', ['values', 'tags']],
    ['an empty list', { tags: [] }, 'wrong-type', ['values', 'tags']],
    ['a list that mixes cells and values', { tags: [{ value: 'a' }, 'b'] }, 'wrong-type', ['values', 'tags']],
    ['a bare object', { weight: { amount: '1', unit: 'GRAM' } }, 'wrong-type', ['values', 'weight']],
    ['a cell without value', { name: [{ locale: 'de_DE' }] }, 'required', ['values', 'name', '0']],
    [
      'an unknown key',
      { name: { value: 'x', local: 'de_DE' } },
      'unknown-property',
      ['values', 'name', 'local'],
    ],
    [
      'a locale that is no code',
      { name: { value: 'x', locale: 1 } },
      'wrong-type',
      ['values', 'name', 'locale'],
    ],
    [
      'an unknown source',
      { name: { value: 'x', source: 'mine' } },
      'value-not-allowed',
      ['values', 'name', 'source'],
    ],
    ['a list as values', [{ value: 'x' }], 'wrong-type', ['values']],
    ['null as values', null, 'wrong-type', ['values']],
  ])('refuses %s', (_what, json, code, path) => {
    const { writes, problems } = readCellWrites(json);
    expect(writes).toEqual([]);
    expect(problems).toMatchObject([{ code, path }]);
  });

  it('shows the right form of a refused list', () => {
    expect(readCellWrites({ tags: ['a'] }).problems[0]?.message).toBe(
      'A list under \'tags\' is a list of cells {"value": …}, with "locale" or "channel" where the attribute has a value for each. A list as value is {"value": […]}; null clears the attribute.',
    );
  });

  it('reads attributes that are called like parts of an object', () => {
    const json = JSON.parse('{"__proto__": "a", "constructor": {"value": "b"}, "toString": null}');
    const { writes, problems } = readCellWrites(json);
    expect(problems).toEqual([]);
    expect(writes.map(({ attribute }) => attribute)).toEqual(['__proto__', 'constructor', 'toString']);
  });

  it('finds nothing in values that were not sent', () => {
    expect(readCellWrites(undefined)).toEqual({ writes: [], problems: [] });
  });
});
