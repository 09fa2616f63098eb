// Risk: a body means something else to the graph than its sender meant, or a mistake is told at the wrong place.
import { isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { pointerTo } from '../../../../src/adapters/manifest/input/input-path-map.ts';
import { inputObjectShape } from '../../../../src/adapters/manifest/input/input-shape.ts';
import { describePath, ParseContext } from '../../../../src/adapters/manifest/input/parse-context.ts';
import { parseInput } from '../../../../src/adapters/manifest/input/read-input.ts';
import type { JsonValue } from '../../../../src/kernel/json.ts';
import { rendered } from '../../../../src/kernel/problems/messages/render-message.ts';
import { toySchema } from '../toy-schema.ts';

const schema = toySchema();
function read(typeName: string, json: JsonValue) {
  const type = schema.getType(typeName);
  if (!isInputObjectType(type)) throw new Error(`no ${typeName}`);
  const reading = new ParseContext();
  const value = parseInput(inputObjectShape(type), json, { json: [], graph: [] }, reading);
  const problems = reading.problems.map(({ code, path }) => `${code} ${pointerTo(path)}`);
  return { value, problems, find: (...path: string[]) => pointerTo(reading.pointers.find(path)) };
}

describe('an object', () => {
  test('has keys in snake_case, and words for values of enums', () => {
    expect(read('CreateLampInput', { code: 'a', status: 'in_repair', power: 5 }).value).toEqual({
      code: 'a',
      status: 'IN_REPAIR',
      power: 5,
    });
  });

  test('names every mistake with its place', () => {
    expect(
      read('CreateLampInput', {
        stauts: 'on',
        status: 'off',
        power: 1.5,
        tags: { add: [1, null] },
        labels: [],
      }).problems,
    ).toEqual([
      'unknown-property /stauts',
      'value-not-allowed /status',
      'wrong-type /power',
      'wrong-type /tags/add/0',
      'wrong-type /tags/add/1',
      'wrong-type /labels',
      'required /code',
    ]);
  });

  test('calls an item of a list by its position', () => {
    const names = [[], ['status'], ['tags', 'add', '1']].map((json) =>
      rendered(describePath({ json, graph: [] })),
    );
    expect(names).toEqual(['The body', "'status'", "Item 2 of 'add'"]);
  });

  test('keeps null apart from left out', () => {
    expect(read('UpdateLampInput', { status: null, labels: null }).value).toEqual({
      status: null,
      labels: null,
    });
    expect(read('UpdateLampInput', {}).value).toEqual({});
  });
});

describe('an object by keys', () => {
  test('is the list of the graph, and its keys stay as they are', () => {
    const { value } = read('UpdateLampInput', { labels: JSON.parse('{"en_US":"Lamp","__proto__":null}') });
    expect(value).toEqual({
      labels: [
        { locale: 'en_US', text: 'Lamp' },
        { locale: '__proto__', text: null },
      ],
    });
  });

  test('takes a bare value, a cell, a list of cells, and null to clear', () => {
    const { value, problems } = read('UpdateLampInput', {
      cells: {
        color: 'red',
        name: [
          { locale: 'en_US', value: 'Lamp' },
          { locale: 'de_DE', value: 'Lampe' },
        ],
        Weight: { value: null },
        old: null,
        older: null,
      },
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      cells: [
        { attribute: 'color', value: 'red' },
        { attribute: 'name', locale: 'en_US', value: 'Lamp' },
        { attribute: 'name', locale: 'de_DE', value: 'Lampe' },
        { attribute: 'Weight', value: null },
      ],
      clear: ['old', 'older'],
    });
  });

  test('refuses bare lists, cells without value and null for the whole', () => {
    expect(
      read('UpdateLampInput', {
        cells: { a: ['x'], b: [], c: { locale: 'en_US' }, d: { value: 'x', attribute: 'e' } },
      }).problems,
    ).toEqual([
      'wrong-type /cells/a',
      'wrong-type /cells/b',
      'required /cells/c',
      'unknown-property /cells/d/attribute',
    ]);
    expect(read('UpdateLampInput', { cells: null }).problems).toEqual(['wrong-type /cells']);
  });

  test('leads paths of the graph back to where they were sent', () => {
    const { find } = read('UpdateLampInput', {
      cells: { Gone: null, color: 'red', name: [{ value: 'x' }, { locale: 'de_DE', value: 'y' }] },
      labels: { en_US: 'Lamp' },
      tags: ['a', 'b'],
    });
    expect(find('clear', '0')).toBe('/cells/Gone');
    expect(find('cells', '0', 'value')).toBe('/cells/color');
    expect(find('cells', '2', 'value')).toBe('/cells/name/1/value');
    expect(find('cells', '2', 'locale')).toBe('/cells/name/1/locale');
    expect(find('labels', '0', 'text')).toBe('/labels/en_US');
    expect(find('labels', 'fr_FR')).toBe('/labels/fr_FR');
    expect(find('tags', 'set', '1')).toBe('/tags/1');
    expect(find('status')).toBe('/status');
  });
});

describe('short forms', () => {
  test('an array for a set, a text for a link', () => {
    expect(read('CreateLampInput', { code: 'a', tags: ['x'], link: 'SKU-1' }).value).toEqual({
      code: 'a',
      tags: { set: ['x'] },
      link: { ref: 'SKU-1' },
    });
    expect(read('CreateLampInput', { code: 'a', tags: { add: ['x'], remove: ['y'] } }).value).toEqual({
      code: 'a',
      tags: { add: ['x'], remove: ['y'] },
    });
  });

  test('a scalar for eq and an array for in, never null', () => {
    expect(
      read('LampFilter', { code: 'a', and: [{ code: ['b', 'c'] }, { code: { empty: true } }] }).value,
    ).toEqual({
      code: { eq: 'a' },
      and: [{ code: { in: ['b', 'c'] } }, { code: { empty: true } }],
    });
    expect(read('LampFilter', { code: null }).problems).toEqual(['wrong-type /code']);
    expect(read('LampFilter', { code: { eq: null } }).problems).toEqual(['wrong-type /code/eq']);
  });
});
