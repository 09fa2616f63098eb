// Removes the risk that of two people who add to one list or remove from it, one takes back what the other did.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CellWrite, Values } from '../../../../src/modules/values/cells/cells.ts';
import { invertListChange } from '../../../../src/modules/values/cells/invert-list-change.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { assignCell, attributeOf, clearCells, valueContext } from '../../../support/values.ts';

const CONTEXT = valueContext([
  attributeOf('multi_select', { code: 'colors' }),
  attributeOf('multi_select', { code: 'pair', validation: { minItems: 2, maxItems: 2 } }),
  attributeOf('multi_select', { code: 'places', localizable: true, scopable: true }),
  attributeOf('entity_list', { code: 'brands' }),
  attributeOf('media_list', { code: 'images' }),
  attributeOf('text', { code: 'title' }),
]);

interface Change {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}
const change = (attribute: string, { add, remove }: Change, scope = {}): CellWrite => ({
  ...assignCell(attribute, null, scope),
  ...(add && { add }),
  ...(remove && { remove }),
  path: ['values', attribute, add === undefined ? 'remove' : 'add'],
});
const merge = (current: Values, ...writes: CellWrite[]) => mergeCells(current, writes, CONTEXT);
const problemsOf = (current: Values, ...writes: CellWrite[]) =>
  merge(current, ...writes).problems.map(({ code, path }) => `${code}@${path.join('.')}`);

const LAMP: Values = { colors: [{ value: ['red', 'blue'] }] };

test('adds codes at the end, removes others and keeps the order', () => {
  expect(merge(LAMP, change('colors', { add: ['GREEN'], remove: ['Red'] }))).toEqual({
    values: { colors: [{ value: ['blue', 'Green'] }] },
    problems: [],
  });
  expect(merge({}, change('brands', { add: ['acme', 'Globex'] })).values).toEqual({
    brands: [{ value: ['Acme', 'Globex'] }],
  });
  expect(merge({}, change('images', { add: ['shoe-sole'] })).values).toEqual({
    images: [{ value: ['Shoe-Sole'] }],
  });
  const scope = { channel: 'print', locale: 'de_DE' };
  expect(merge(LAMP, change('places', { add: ['red'] }, scope)).values).toEqual({
    ...LAMP,
    places: [{ ...scope, value: ['red'] }],
  });
});

test('changes nothing by adding what is there and removing what is not, whatever the rules say', () => {
  const strange: Values = { ...LAMP, pair: [{ value: ['gone', 'red', 'blue'] }] };
  const writes = [
    change('colors', { add: ['BLUE', 'red'], remove: ['green', 'nobody'] }),
    change('pair', { add: ['gone'] }),
  ];
  expect(merge(strange, ...writes)).toEqual({ values: strange, problems: [] });
  expect(merge(strange, ...writes).values).toBe(strange);
});

test('has no value without codes', () => {
  expect(merge(LAMP, change('colors', { remove: ['red', 'blue'] })).values).toEqual({});
  expect(merge(LAMP, change('colors', { add: ['green'], remove: ['green', 'red', 'blue'] })).values).toEqual(
    {},
  );
});

test('judges the number of codes of the whole list, and only the codes that are added', () => {
  const pair: Values = { pair: [{ value: ['beige', 'red'] }] };
  expect(merge(pair, change('pair', { add: ['blue'], remove: ['red'] })).values).toEqual({
    pair: [{ value: ['beige', 'blue'] }],
  });
  expect(problemsOf(pair, change('pair', { add: ['blue'] }))).toEqual(['too-many-items@values.pair.add']);
  expect(problemsOf(pair, change('pair', { remove: ['red'] }))).toEqual(['too-few-items@values.pair.remove']);
  expect(problemsOf(LAMP, change('colors', { add: ['red', 'beige', 'pink'] }))).toEqual([
    'option-inactive@values.colors.add.1',
    'option-not-found@values.colors.add.2',
  ]);
});

test('is refused where it is no list, and beside a whole value', () => {
  expect(problemsOf({}, change('title', { add: ['red'] }))).toEqual(['value-not-allowed@values.title.add']);
  expect(problemsOf({}, { ...assignCell('colors', ['red']), add: ['blue'] })).toEqual([
    'value-not-allowed@values.colors.value',
  ]);
  expect(problemsOf({}, change('places', { add: ['red'] }))).toEqual([
    'channel-required@values.places.add',
    'locale-required@values.places.add',
  ]);
});

test('begins with the list that a variant inherits', () => {
  const context = { ...CONTEXT, inherited: LAMP };
  const of = (write: CellWrite) => mergeCells({}, [write], context).values;
  expect(of(change('colors', { add: ['green'], remove: ['red'] }))).toEqual({
    colors: [{ value: ['blue', 'Green'] }],
  });
  expect(of(change('colors', { add: ['red'] }))).toEqual({});
});

test('several changes of one write add up, and begin with nothing where the attribute is cleared', () => {
  const writes = [change('colors', { add: ['green'] }), change('colors', { remove: ['red'] })];
  expect(merge(LAMP, ...writes).values).toEqual({ colors: [{ value: ['blue', 'Green'] }] });
  expect(merge(LAMP, clearCells('colors'), change('colors', { add: ['green'] })).values).toEqual({
    colors: [{ value: ['Green'] }],
  });
});

const OPTIONS: readonly string[] = ['red', 'blue', 'Green'];
const anyList = fc.uniqueArray(fc.constantFrom(...OPTIONS));
const listOf = (values: Values): readonly string[] =>
  (values.colors?.[0]?.value ?? []) as unknown as readonly string[];
const toValues = (list: readonly string[]): Values =>
  list.length === 0 ? {} : { colors: [{ value: list }] };
const without = (list: readonly string[], others: readonly string[]) =>
  list.filter((code) => !others.includes(code));

test('two people who saw the same list both get what they added and removed, in whichever order', () => {
  fc.assert(
    fc.property(anyList, anyList, anyList, (seen, mine, theirs) => {
      const changes = [mine, theirs].map((list) =>
        change('colors', { add: without(list, seen), remove: without(seen, list) }),
      );
      const forwards = listOf(changes.reduce((values, one) => merge(values, one).values, toValues(seen)));
      const backwards = listOf(
        changes.reduceRight((values, one) => merge(values, one).values, toValues(seen)),
      );
      const expected = OPTIONS.filter((code) =>
        seen.includes(code)
          ? mine.includes(code) && theirs.includes(code)
          : mine.includes(code) || theirs.includes(code),
      );
      expect(OPTIONS.filter((code) => forwards.includes(code))).toEqual(expected);
      expect(OPTIONS.filter((code) => backwards.includes(code))).toEqual(expected);
      expect(forwards.filter((code) => seen.includes(code))).toEqual(
        seen.filter((code) => forwards.includes(code)),
      );
    }),
  );
});

test('taken back, it leaves what others added and removed since', () => {
  fc.assert(
    fc.property(anyList, anyList, anyList, (old, now, present) => {
      const taken = invertListChange({ old, new: now, present });
      const after = listOf(
        taken === null ? toValues(present) : merge(toValues(present), change('colors', taken)).values,
      );
      const isBack = (code: string) =>
        old.includes(code) === now.includes(code) ? present.includes(code) : old.includes(code);
      expect(OPTIONS.filter((code) => after.includes(code))).toEqual(OPTIONS.filter(isBack));
    }),
  );
});
