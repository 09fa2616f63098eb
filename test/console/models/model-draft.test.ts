// Risk: a draft of the model overwrites what somebody else saved, or a new unit takes the place of another one.
import { describe, expect, test } from 'vitest';
import { codeFromLabel } from '../../../src/console/catalogue/model/code-from-label.ts';
import type { AnyConfigField } from '../../../src/console/catalogue/model/config-page-types.ts';
import { inputOfDraft, rebaseDraft, withDraftChange } from '../../../src/console/catalogue/model/draft.ts';
import {
  changedLabels,
  type Labels,
  mergeLabels,
} from '../../../src/console/catalogue/model/fields/labels.ts';
import {
  addUnit,
  mergeUnits,
  renameUnit,
  standardAmount,
  type Unit,
} from '../../../src/console/pages/model/units.ts';

interface Item {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly version: number;
  readonly labels: Labels;
  readonly position: number;
}

const item: Item = { id: '1', code: 'a', label: 'A', version: 1, labels: { de: 'Rot' }, position: 1 };
const common = { label: '', format: String, Editor: () => null };
const FIELDS: readonly AnyConfigField<Item>[] = [
  {
    ...common,
    name: 'labels',
    initial: {},
    read: ({ labels }) => labels,
    write: changedLabels,
    merge: mergeLabels,
  },
  { ...common, name: 'position', initial: 0, read: ({ position }) => position },
];

describe('a draft', () => {
  const draft = {
    labels: { base: { de: 'Rot' }, value: { de: 'Rot', en: 'Red' } },
    position: { base: 1, value: 2 },
  };

  test('stays as it is while nobody else saves, and writes what it changes', () => {
    expect(rebaseDraft(FIELDS, draft, item)).toEqual({ draft, conflicts: [] });
    expect(inputOfDraft(FIELDS, draft)).toEqual({ labels: [{ locale: 'en', text: 'Red' }], position: 2 });
  });

  test('takes over labels of other locales, and other fields, that others saved', () => {
    const stored = { ...item, version: 2, labels: { de: 'Rotes', fr: 'Rouge' } };
    const { draft: rebased, conflicts } = rebaseDraft(FIELDS, draft, stored);
    expect(conflicts).toEqual([]);
    expect(inputOfDraft(FIELDS, rebased)).toEqual({ labels: [{ locale: 'en', text: 'Red' }], position: 2 });
  });

  test('of the same label or field is a conflict, and of the same value none', () => {
    const stored = { ...item, labels: { de: 'Rot', en: 'Reddish' }, position: 3 };
    expect(rebaseDraft(FIELDS, draft, stored)).toEqual({
      draft,
      conflicts: [
        { name: 'labels', mine: draft.labels.value, stored: stored.labels },
        { name: 'position', mine: 2, stored: 3 },
      ],
    });
    expect(rebaseDraft(FIELDS, draft, { ...item, labels: draft.labels.value, position: 2 })).toEqual({
      draft: {},
      conflicts: [],
    });
  });

  test('of another window stays as it is stored, except for what this one has changed', () => {
    const [mine, theirs] = [
      { base: '', value: 'mine' },
      { base: '', value: 'theirs' },
    ];
    const stored = { a: theirs, b: mine };
    expect(withDraftChange(stored, { b: mine }, { b: mine, c: mine })).toEqual({ ...stored, c: mine });
    expect(withDraftChange(stored, { b: mine }, {})).toEqual({ a: theirs });
    expect(withDraftChange({ a: theirs }, { b: mine }, { b: mine })).toEqual({ a: theirs });
  });
});

test('a code is made of a label, and free', () => {
  expect(codeFromLabel('Größe & Maß')).toBe('grosse_mass');
  expect(codeFromLabel('  Ærø 2 ')).toBe('aero_2');
  expect(codeFromLabel('°')).toBe('');
  expect(codeFromLabel('Red', (code) => code === 'red' || code === 'red_2')).toBe('red_3');
  const long = codeFromLabel('x'.repeat(150), (code) => code === 'x'.repeat(100));
  expect([long.length, long.endsWith('x_2')]).toEqual([100, true]);
});

describe('units', () => {
  const newUnits = (...symbols: readonly string[]): readonly Unit[] =>
    symbols.reduce<readonly Unit[]>((units, symbol) => {
      const more = addUnit(units);
      return renameUnit(more, more[more.length - 1] as Unit, symbol);
    }, []);

  test('that are new have codes of their own, also for symbols without letters, and the first is the standard', () => {
    expect(newUnits('m²', '°', '″', 'm2').map(({ code, isStandard }) => [code, isStandard])).toEqual([
      ['M2', true],
      ['UNIT', false],
      ['UNIT_2', false],
      ['M2_2', false],
    ]);
  });

  test('that are stored keep their code under another symbol', () => {
    const [unit] = newUnits('kg');
    const stored = { ...(unit as Unit), isNew: false };
    expect(renameUnit([stored], stored, 'kilo')).toEqual([{ ...stored, symbol: 'kilo' }]);
  });

  test('that two people add all count, and the same one is a conflict', () => {
    const base = newUnits('g').map((unit) => ({ ...unit, isNew: false }));
    const mine = [...base, ...newUnits('°', '″').map((unit) => ({ ...unit, isStandard: false }))];
    const stored = [...base, ...newUnits('kg').map((unit) => ({ ...unit, isStandard: false, isNew: false }))];
    expect(mergeUnits(base, mine, stored)?.map(({ code }) => code)).toEqual(['G', 'KG', 'UNIT', 'UNIT_2']);
    const [first] = base;
    const change = (factor: string) => [{ ...(first as Unit), factor }];
    expect(mergeUnits(base, change('2'), change('3'))).toBeUndefined();
  });

  test('are shown in the standard unit, also with an offset', () => {
    const [unit] = newUnits('F');
    expect(standardAmount({ ...(unit as Unit), factor: '0.5', offset: '255.25' })).toBe('255.75');
    expect(standardAmount({ ...(unit as Unit), factor: '0.000000001' })).toBe('0.000000001');
  });
});
