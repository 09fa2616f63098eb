// Risk: the import page offers a transform that the API refuses, lacks one, or loses settings of a profile.
import { expect, test } from 'vitest';
import {
  emptyTransformDraft,
  type Setting,
  TRANSFORM_KINDS,
  type TransformField,
  toTransform,
  toTransformDraft,
} from '../../src/console/pages/imports/transforms/transform-kinds.ts';
import { TRANSFORM_SHAPE, TRANSFORMS } from '../../src/modules/file-formats/columns/transform.ts';

test('the page offers the transforms of the API, and no others', () => {
  expect(Object.keys(TRANSFORM_KINDS).sort()).toEqual([...TRANSFORMS].sort());
});

test('every setting that the page offers is accepted, alone or with those it needs', () => {
  const example = ({ name, form }: TransformField): Setting => {
    if (form === 'pairs') return [['Rot', 'red']];
    if (form === 'columns') return ['Artikel'];
    if (typeof form !== 'string') return form.at(-1)?.[0] ?? '';
    return form === 'number' ? '1' : name === 'format' ? 'DD.MM.YYYY' : 'a';
  };
  // Of these a transform has one.
  const rivals: readonly string[] = ['find', 'separator', 'pattern'];
  for (const [kind, { fields }] of Object.entries(TRANSFORM_KINDS)) {
    const hasRivals = fields.some(({ name }) => name === 'pattern');
    for (const left of hasRivals ? rivals : [null]) {
      const settings = Object.fromEntries(
        fields
          .filter(({ name }) => left === null || !rivals.includes(name) || name === left)
          .map((field) => [field.name, example(field)]),
      );
      if (left !== null && !(left in settings)) continue;
      const transform = toTransform({ ...emptyTransformDraft(kind), settings });
      expect(TRANSFORM_SHAPE.safeParse(transform).error, JSON.stringify(transform)).toBeUndefined();
    }
  }
});

test.each([
  'trim',
  { replace: { find: 'a', with: '' } },
  { map: { values: { Rot: 'red', Blau: 'blue' }, default: 'other' } },
  { default: 'draft' },
  { split: { separator: ';', index: 0 } },
  { concat: { columns: ['a', 'b'], separator: '-' } },
  { number: { decimal_separator: ',', thousands_separator: ' ' } },
  { date: { format: 'DD.MM.YYYY' } },
  { unit: { default: 'GRAM', map: { gr: 'GRAM' } } },
])('editing keeps a transform of a profile unchanged: %j', (transform) => {
  const draft = toTransformDraft(transform);
  expect(draft === null ? null : toTransform(draft)).toEqual(transform);
});

test('a transform that the page does not know is unchanged', () => {
  expect(toTransformDraft({ rot13: {} })).toBeNull();
});
