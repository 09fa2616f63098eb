// Removes the risk that a write touches cells it does not name, or reports changes that are none.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PROBLEMS } from '../../../../src/kernel/errors.ts';
import type { JsonValue } from '../../../../src/kernel/json.ts';
import { valueChanges } from '../../../../src/modules/values/cells/cell-changes.ts';
import type { CellWrite, Values } from '../../../../src/modules/values/cells/cells.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { readCellWrites } from '../../../../src/modules/values/cells/read-cell-writes.ts';
import { resolveValues } from '../../../../src/modules/values/cells/resolve-values.ts';
import type { ValueContext } from '../../../../src/modules/values/cells/value-context.ts';
import { assignCell, attributeOf, clearCells, valueContext } from '../../../support/values.ts';

const ATTRIBUTES = [
  attributeOf('text', { code: 'name', localizable: true }),
  attributeOf('textarea', { code: 'text', localizable: true, scopable: true }),
  attributeOf('price', { code: 'price', scopable: true }),
  attributeOf('number', { code: 'pieces' }),
  attributeOf('measurement', { code: 'weight' }),
  attributeOf('select', { code: 'color' }),
  attributeOf('multi_select', { code: 'tags' }),
  attributeOf('text', { code: 'motto', localizable: true, availableLocales: ['de_DE', 'fr_FR'] }),
  attributeOf('text', { code: '__proto__' }),
  attributeOf('text', { code: 'constructor' }),
];
const CONTEXT = valueContext(ATTRIBUTES);
const SHOE: Values = {
  color: [{ value: 'red' }],
  name: [
    { locale: 'de_DE', value: 'Schuh' },
    { locale: 'en_US', value: 'Shoe' },
  ],
  pieces: [{ value: '19.90' }],
};

/** The merge, with what it has changed. */
function merge(current: Values, writes: readonly CellWrite[], context: ValueContext) {
  const merged = mergeCells(current, writes, context);
  return { ...merged, changes: valueChanges(current, merged.values) };
}

function problemsOf(writes: CellWrite[], current: Values = {}, context = CONTEXT): string[] {
  return merge(current, writes, context).problems.map(({ code, path }) => `${code}@${path.join('.')}`);
}

describe('merging cells', () => {
  it('changes the named cells only', () => {
    const { values, changes, problems } = merge(
      SHOE,
      [assignCell('name', 'Trail shoe', { locale: 'en_US' })],
      CONTEXT,
    );
    expect(problems).toEqual([]);
    expect(values).toEqual({
      ...SHOE,
      name: [
        { locale: 'de_DE', value: 'Schuh' },
        { locale: 'en_US', value: 'Trail shoe' },
      ],
    });
    expect(changes).toEqual([
      { path: 'values.name', channel: null, locale: 'en_US', old: 'Shoe', new: 'Trail shoe' },
    ]);
    expect(values.color).toBe(SHOE.color);
  });

  it('gives back the very values when nothing changes', () => {
    const writes = [
      assignCell('name', 'Shoe', { locale: 'en_US' }),
      assignCell('pieces', 19.9),
      assignCell('pieces_of_nothing', null, { source: 'inherited' }),
      assignCell('color', 'RED'),
      assignCell('tags', []),
      clearCells('weight'),
    ];
    const result = merge(SHOE, writes, CONTEXT);
    expect(result.values).toBe(SHOE);
    expect(result.changes).toEqual([]);
    expect(result.problems).toEqual([]);
  });

  it('keeps the stored scale of an equal number and takes the new scale of another', () => {
    expect(merge(SHOE, [assignCell('pieces', '19.900')], CONTEXT).values.pieces).toEqual([
      { value: '19.90' },
    ]);
    expect(merge(SHOE, [assignCell('pieces', '20.000')], CONTEXT).values.pieces).toEqual([
      { value: '20.000' },
    ]);
  });

  it('resolves attributes, locales and channels in any case and stores their own', () => {
    const { values } = merge(
      {},
      [assignCell('TEXT', 'x', { channel: 'ECOMMERCE', locale: 'EN_us' })],
      CONTEXT,
    );
    expect(values).toEqual({ text: [{ channel: 'ecommerce', locale: 'en_US', value: 'x' }] });
  });

  it('orders attributes by code and cells by channel, then locale', () => {
    const writes = [
      assignCell('weight', { amount: '1', unit: 'GRAM' }),
      assignCell('text', 'c', { channel: 'print', locale: 'de_DE' }),
      assignCell('text', 'b', { channel: 'ecommerce', locale: 'en_US' }),
      assignCell('text', 'a', { channel: 'ecommerce', locale: 'de_DE' }),
      assignCell('color', 'red'),
    ];
    const { values, changes } = merge({}, writes, CONTEXT);
    expect(JSON.stringify(values)).toBe(
      '{"color":[{"value":"red"}],"text":[{"channel":"ecommerce","locale":"de_DE","value":"a"},' +
        '{"channel":"ecommerce","locale":"en_US","value":"b"},{"channel":"print","locale":"de_DE","value":"c"}],' +
        '"weight":[{"value":{"amount":"1","unit":"GRAM"}}]}',
    );
    expect(changes.map(({ path, channel, locale }) => [path, channel, locale])).toEqual([
      ['values.color', null, null],
      ['values.text', 'ecommerce', 'de_DE'],
      ['values.text', 'ecommerce', 'en_US'],
      ['values.text', 'print', 'de_DE'],
      ['values.weight', null, null],
    ]);
  });

  it('empties a cell with null, an empty text or an empty list, and drops the attribute with its last cell', () => {
    for (const empty of [null, '']) {
      const { values, changes } = merge(SHOE, [assignCell('name', empty, { locale: 'de_DE' })], CONTEXT);
      expect(values.name).toEqual([{ locale: 'en_US', value: 'Shoe' }]);
      expect(changes).toEqual([
        { path: 'values.name', channel: null, locale: 'de_DE', old: 'Schuh', new: null },
      ]);
    }
    const tagged: Values = { tags: [{ value: ['red'] }] };
    expect(merge(tagged, [assignCell('tags', [])], CONTEXT).values).toEqual({});
    const priced: Values = { price: [{ channel: 'print', value: [{ amount: '1', currency: 'EUR' }] }] };
    const noAmount = [{ amount: null, currency: 'EUR' }];
    expect(merge(priced, [assignCell('price', noAmount, { channel: 'print' })], CONTEXT).values).toEqual({});
  });

  it('clears all cells of an attribute', () => {
    const { values, changes } = merge(SHOE, [clearCells('NAME')], CONTEXT);
    expect(Object.keys(values)).toEqual(['color', 'pieces']);
    expect(changes.map(({ locale, old, new: now }) => [locale, old, now])).toEqual([
      ['de_DE', 'Schuh', null],
      ['en_US', 'Shoe', null],
    ]);
  });

  it('replaces all cells of an attribute that is cleared and assigned at once, in whichever order', () => {
    const assigned = [
      assignCell('name', 'Shoe', { locale: 'en_US' }),
      assignCell('name', 'Chaussure', { locale: 'fr_FR' }),
    ];
    for (const writes of [
      [clearCells('name'), ...assigned],
      [...assigned, clearCells('name')],
    ]) {
      const { values, changes } = merge(SHOE, writes, CONTEXT);
      expect(values.name).toEqual([
        { locale: 'en_US', value: 'Shoe' },
        { locale: 'fr_FR', value: 'Chaussure' },
      ]);
      expect(changes.map(({ locale }) => locale)).toEqual(['de_DE', 'fr_FR']);
    }
  });

  it('skips cells that were inherited when they were read', () => {
    const writes = [
      assignCell('color', 'blue', { source: 'inherited' }),
      assignCell('nonsense', 1, { source: 'inherited' }),
    ];
    expect(merge(SHOE, writes, CONTEXT)).toEqual({ values: SHOE, changes: [], problems: [] });
  });

  it('checks every cell and merges those that are right', () => {
    const writes = [
      assignCell('pieces', 'many'),
      assignCell('color', 'blue'),
      assignCell('weight', { amount: '1', unit: 'METER' }),
      assignCell('brand', 'acme'),
    ];
    const { values, problems } = merge(SHOE, writes, CONTEXT);
    expect(values.color).toEqual([{ value: 'blue' }]);
    expect(values.pieces).toBe(SHOE.pieces);
    expect(problems.map(({ code, attribute }) => [code, attribute])).toEqual([
      ['wrong-type', 'pieces'],
      ['unit-not-in-family', 'weight'],
      ['attribute-not-found', 'brand'],
    ]);
  });

  it('stops looking after so many problems that nobody would read on', () => {
    const writes = Array.from({ length: 500 }, (_, i) => assignCell(`unknown_${i}`, 1));
    let lookups = 0;
    const attributes = new Map(CONTEXT.attributes);
    const values = attributes.values.bind(attributes);
    attributes.values = () => {
      lookups += 1;
      return values();
    };
    expect(mergeCells({}, writes, { ...CONTEXT, attributes }).problems).toHaveLength(MAX_PROBLEMS);
    expect([MAX_PROBLEMS, lookups]).toEqual([21, 21]);
  });

  it('writes all right cells, however many are left out', () => {
    const wrong = Array.from({ length: 500 }, (_, i) => assignCell(`unknown_${i}`, 1));
    const { values, problems } = mergeCells(
      {},
      [...wrong, assignCell('color', 'red')],
      CONTEXT,
      Number.POSITIVE_INFINITY,
    );
    expect([values, problems.length]).toEqual([{ color: [{ value: 'red' }] }, 500]);
  });
});

describe('the place of a cell', () => {
  it.each<[string, CellWrite, string]>([
    ['needs a locale', assignCell('name', 'x'), 'locale-required@values.name.locale'],
    [
      'needs no locale',
      assignCell('color', 'red', { locale: 'de_DE' }),
      'locale-not-allowed@values.color.locale',
    ],
    [
      'needs an enabled locale',
      assignCell('name', 'x', { locale: 'it_IT' }),
      'locale-not-enabled@values.name.locale',
    ],
    [
      'is outside of the attribute',
      assignCell('motto', 'x', { locale: 'en_US' }),
      'locale-not-allowed@values.motto.locale',
    ],
    [
      'needs a channel',
      assignCell('price', [{ amount: '1', currency: 'EUR' }]),
      'channel-required@values.price.channel',
    ],
    [
      'needs no channel',
      assignCell('name', 'x', { locale: 'en_US', channel: 'print' }),
      'channel-not-allowed@values.name.channel',
    ],
    [
      'needs a known channel',
      assignCell('price', [], { channel: 'shop' }),
      'reference-not-found@values.price.channel',
    ],
    [
      'needs a locale of its channel',
      assignCell('text', 'x', { channel: 'print', locale: 'en_US' }),
      'locale-not-in-channel@values.text.locale',
    ],
  ])('%s', (_rule, write, problem) => {
    expect(problemsOf([write])).toEqual([problem]);
  });

  it('reports a wrong channel and a wrong locale together', () => {
    expect(problemsOf([assignCell('text', 'x')])).toEqual([
      'channel-required@values.text.channel',
      'locale-required@values.text.locale',
    ]);
  });

  it('of a bare value is the value itself', () => {
    const { writes } = readCellWrites({ name: 'Shoe' });
    expect(problemsOf([...writes])).toEqual(['locale-required@values.name']);
  });

  it('suggests what was probably meant', () => {
    const { problems } = merge(
      {},
      [assignCell('name', 'x', { locale: 'de_AT' }), assignCell('colour', 'red')],
      CONTEXT,
    );
    expect(problems.map(({ message, suggestions }) => [message, suggestions])).toEqual([
      ["The locale 'de_AT' is not enabled. Did you mean 'de_DE'?", ['de_DE']],
      ["There is no attribute 'colour'. Did you mean 'color'?", ['color']],
    ]);
  });

  it('may be named only once in a write, in whatever case', () => {
    expect(problemsOf([assignCell('color', 'red'), assignCell('Color', 'blue')])).toEqual([
      'duplicate-item@values.Color.value',
    ]);
    const twice = [
      assignCell('name', 'a', { locale: 'de_DE' }),
      assignCell('name', 'a', { locale: 'DE_de' }),
    ];
    expect(problemsOf(twice)).toEqual(['duplicate-item@values.name.value']);
    expect(
      problemsOf([assignCell('color', 'red'), assignCell('color', 'blue', { source: 'inherited' })]),
    ).toEqual([]);
  });

  it('decides which currencies a price may have', () => {
    const price = (channel: string) => assignCell('price', [{ amount: '1', currency: 'USD' }], { channel });
    expect(problemsOf([price('ecommerce')])).toEqual([]);
    expect(problemsOf([price('print')])).toEqual(['currency-not-enabled@values.price.value.0.currency']);
  });

  it('that has gone out of use can still be emptied or sent back as it is, but not written', () => {
    const stale: Values = { name: [{ locale: 'it_IT', value: 'Scarpa' }] };
    expect(merge(stale, [assignCell('name', null, { locale: 'it_IT' })], CONTEXT).values).toEqual({});
    expect(problemsOf([assignCell('name', 'Scarpa', { locale: 'it_IT' })], stale)).toEqual([]);
    expect(problemsOf([assignCell('name', 'Scarpe', { locale: 'it_IT' })], stale)).toEqual([
      'locale-not-enabled@values.name.locale',
    ]);
  });
});

describe('an attribute outside of the set', () => {
  const context = valueContext(ATTRIBUTES, { inSet: (code) => code !== 'color' });

  it('takes no new value', () => {
    expect(problemsOf([assignCell('color', 'blue')], SHOE, context)).toEqual([
      'attribute-not-in-set@values.color.value',
    ]);
    expect(problemsOf([assignCell('color', 'nonsense')], {}, context)).toEqual([
      'attribute-not-in-set@values.color.value',
    ]);
  });

  it('can be emptied, and sent back as it is', () => {
    expect(merge(SHOE, [assignCell('color', null)], context).changes).toHaveLength(1);
    expect(merge(SHOE, [clearCells('color')], context).changes).toHaveLength(1);
    expect(merge(SHOE, [assignCell('color', 'red')], context)).toEqual({
      values: SHOE,
      changes: [],
      problems: [],
    });
    expect(problemsOf([assignCell('color', '')], {}, context)).toEqual([]);
  });
});

describe('an axis', () => {
  const layout = {
    code: 'by_color_and_weight',
    levels: [
      { axes: ['color'], attributes: [] },
      { axes: ['weight'], attributes: ['pieces'] },
    ],
  };
  const at = (level: number) => valueContext(ATTRIBUTES, { placement: { layout, level } });
  const color = assignCell('color', 'red');
  const weight = assignCell('weight', { amount: '1', unit: 'GRAM' });

  it('is written at its level and nowhere else', () => {
    expect(problemsOf([color, weight], {}, at(0))).toEqual([
      'attribute-not-at-level@values.color.value',
      'attribute-not-at-level@values.weight.value',
    ]);
    expect(problemsOf([color, weight], {}, at(1))).toEqual(['attribute-not-at-level@values.weight.value']);
    expect(problemsOf([color, weight], {}, at(2))).toEqual(['inherited-read-only@values.color.value']);
  });

  it('that is empty or inherited may be sent anywhere', () => {
    expect(
      problemsOf([assignCell('color', null), assignCell('weight', '', { source: 'inherited' })], {}, at(0)),
    ).toEqual([]);
  });

  it('is the only thing that is bound to its level', () => {
    expect(
      problemsOf([assignCell('pieces', 1), assignCell('name', 'x', { locale: 'en_US' })], {}, at(0)),
    ).toEqual([]);
    expect(problemsOf([assignCell('name', 'x', { locale: 'en_US' })], {}, at(2))).toEqual([]);
  });
});

describe('attributes that are called like parts of an object', () => {
  it('are attributes and nothing else', () => {
    const json = JSON.parse('{"__proto__": "a", "constructor": "b"}');
    const { values, changes, problems } = merge({}, readCellWrites(json).writes, CONTEXT);
    expect(problems).toEqual([]);
    expect(changes.map(({ path, old }) => [path, old])).toEqual([
      ['values.__proto__', null],
      ['values.constructor', null],
    ]);
    expect(JSON.stringify(values)).toBe('{"__proto__":[{"value":"a"}],"constructor":[{"value":"b"}]}');
    expect(({} as Record<string, unknown>).value).toBeUndefined();
    const stored: Values = JSON.parse(JSON.stringify(values));
    expect(merge(stored, readCellWrites(json).writes, CONTEXT).values).toBe(stored);
    expect(merge(stored, [clearCells('__proto__')], CONTEXT).values).toEqual({
      constructor: [{ value: 'b' }],
    });
  });
});

// Writes as clients may send them: right ones, wrong ones, odd ones.
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    '',
    'red',
    'BLUE',
    'x',
    '19.9',
    '19.90',
    5,
    true,
    [],
    ['red'],
    ['red', 'green'],
  ),
  fc.constantFrom<JsonValue>(
    { amount: '1.0', unit: 'gram' },
    { amount: 1, unit: 'GRAM' },
    [
      { amount: '1.10', currency: 'usd' },
      { amount: 1, currency: 'EUR' },
    ],
    [
      { amount: '1.1', currency: 'USD' },
      { amount: '1', currency: 'EUR' },
    ],
  ),
);
const anyWrite: fc.Arbitrary<CellWrite> = fc.oneof(
  { arbitrary: fc.constantFrom('name', 'text', 'pieces').map(clearCells), weight: 1 },
  {
    arbitrary: fc
      .record({
        attribute: fc.constantFrom('name', 'Text', 'price', 'pieces', 'weight', 'color', 'tags', '__proto__'),
        channel: fc.constantFrom(null, 'ecommerce', 'print'),
        locale: fc.constantFrom(null, 'en_US', 'de_de'),
        value: anyValue,
      })
      .map((cell) => ({ ...cell, path: ['values'] })),
    weight: 9,
  },
);
const anyWrites = fc.array(anyWrite, { maxLength: 25 });

describe('whatever is written', () => {
  it('changes nothing when it is written again', () => {
    fc.assert(
      fc.property(anyWrites, anyWrites, (first, second) => {
        const before = merge({}, first, CONTEXT).values;
        const once = merge(before, second, CONTEXT);
        const twice = merge(once.values, second, CONTEXT);
        expect(twice.values).toBe(once.values);
        expect(twice.changes).toEqual([]);
        expect(twice.problems.map(({ code }) => code)).toEqual(once.problems.map(({ code }) => code));
      }),
      { numRuns: 500 },
    );
  });

  it('is told by its changes: undone one by one they lead back', () => {
    fc.assert(
      fc.property(anyWrites, anyWrites, (first, second) => {
        const before = merge({}, first, CONTEXT).values;
        const { values, changes } = merge(before, second, CONTEXT);
        const undo = changes.map(({ path, channel, locale, old }) => ({
          attribute: path.slice('values.'.length),
          channel,
          locale,
          value: old,
          path: [],
        }));
        expect(merge(values, undo, CONTEXT).values).toEqual(before);
        expect(changes.every((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is stored in one order, whatever the order of the writes', () => {
    fc.assert(
      fc.property(anyWrites, (writes) => {
        // A cell named twice keeps the first value, so only writes without such cells can be turned round.
        fc.pre(merge({}, writes, CONTEXT).problems.every(({ code }) => code !== 'duplicate-item'));
        const forwards = merge({}, writes, CONTEXT).values;
        const backwards = merge({}, writes.toReversed(), CONTEXT).values;
        expect(JSON.stringify(backwards)).toBe(JSON.stringify(forwards));
      }),
    );
  });

  it('changes nothing when it is read with its inherited cells and written back', () => {
    fc.assert(
      fc.property(anyWrites, anyWrites, anyWrites, (root, middle, own) => {
        const [rootValues, middleValues, ownValues] = [root, middle, own].map(
          (writes) => merge({}, writes, CONTEXT).values,
        ) as [Values, Values, Values];
        const answered = JSON.parse(JSON.stringify(resolveValues(ownValues, [middleValues, rootValues])));
        const { writes, problems } = readCellWrites(answered);
        expect(problems).toEqual([]);
        expect(merge(ownValues, writes, CONTEXT)).toEqual({
          values: ownValues,
          changes: [],
          problems: [],
        });
      }),
    );
  });
});
