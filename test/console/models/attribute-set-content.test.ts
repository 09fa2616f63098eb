// Risk: a draft of an attribute set requires, moves or removes other attributes than those on the page.
import { describe, expect, test } from 'vitest';
import { cellState, switchCells } from '../../../src/console/catalogue/model/attributes/requirements.ts';
import { rebaseDraft } from '../../../src/console/catalogue/model/draft.ts';
import { mergeOrder, movedItems } from '../../../src/console/pages/attribute-sets/content/order.ts';
import { setElements } from '../../../src/console/pages/attribute-sets/content/set-elements.ts';
import type { AttributeSet } from '../../../src/console/pages/attribute-sets/set-documents.ts';

const CHANNELS = ['shop', 'print'];
const switched = (required: readonly string[], ...cells: readonly (readonly [string, string, boolean])[]) =>
  [
    ...switchCells(
      new Set(required),
      cells.map(([column, row, isOn]) => ({ row, column, isOn })),
      CHANNELS,
    ),
  ].toSorted();

describe('requirements', () => {
  test('of all channels make those of single channels quiet, which stay as they are', () => {
    const required = new Set(switched(['shop/name'], ['*', 'name', true]));
    expect(['*', ...CHANNELS].map((channel) => cellState(required, channel, 'name'))).toEqual([
      'on',
      'inherited',
      'inherited',
    ]);
    expect(switched([...required], ['*', 'name', false])).toEqual(['shop/name']);
  });

  test('of all channels that are switched off in one stay in the others', () => {
    expect(switched(['*/name'], ['shop', 'name', false])).toEqual(['print/name']);
    expect(switched(['*/name'], ['shop', 'name', true])).toEqual(['*/name']);
  });
});

describe('an order', () => {
  test('moves as few items as possible', () => {
    expect(movedItems(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])).toEqual([{ code: 'd', after: null }]);
    expect(movedItems(['a', 'b', 'c'], ['a', 'c', 'x', 'b'])).toEqual([
      { code: 'c', after: 'a' },
      { code: 'x', after: 'c' },
    ]);
  });

  test('takes over what others moved, added and removed', () => {
    expect(mergeOrder(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], ['c', 'a', 'new', 'd'])).toEqual([
      'd',
      'c',
      'a',
      'new',
    ]);
    expect(mergeOrder(['a', 'b'], ['b', 'a'], ['a'])).toEqual(['a']);
  });
});

describe('a draft of a set', () => {
  const attribute = (code: string) => ({
    code,
    label: code.toUpperCase(),
    type: 'TEXT' as const,
    localizable: false,
    scopable: false,
    group: null,
  });
  const set = (codes: readonly string[], required: readonly string[] = []) =>
    ({
      id: '1',
      code: 'lamp',
      label: 'Lamp',
      version: 1,
      channels: [{ code: 'shop', label: 'Shop' }],
      attributes: codes.map((code) => ({
        attribute: attribute(code),
        group: null,
        requiredIn: required.includes(code) ? ['shop'] : [],
      })),
      roles: [],
      variantLayouts: [],
      attributeAsLabel: null,
      attributeAsImage: null,
    }) as unknown as AttributeSet;
  const rebase = (draft: Parameters<typeof rebaseDraft>[1], stored: AttributeSet) =>
    rebaseDraft(
      Object.keys(draft).map((name) => setElements.fieldOf(name, stored)),
      draft,
      stored,
    );
  const required = { 'required/shop/name': { base: false, value: true } };

  test('is done where others required or removed the same', () => {
    expect(rebase(required, set(['name'], ['name']))).toEqual({ draft: {}, conflicts: [] });
    const removal = { 'member/name': { base: { attribute: attribute('name'), group: null }, value: null } };
    expect(rebase(removal, set([]))).toEqual({ draft: {}, conflicts: [] });
  });

  test('is a conflict where others removed the attribute that it requires', () => {
    const { conflicts } = rebase(required, set(['other']));
    expect(conflicts).toEqual([{ name: 'required/shop/name', mine: true, stored: null }]);
    const field = setElements.fieldOf('required/shop/name', set(['name']));
    expect([field.label, field.format(true), field.format(null)]).toEqual([
      'NAME · Shop',
      'Required',
      'Not in the set',
    ]);
  });

  test('merges labels and levels of a layout, and is a conflict where both changed its levels', () => {
    const layout = (german: string, axis: string) => ({
      code: 'by',
      label: 'By',
      labels: [
        { locale: 'en_US', text: 'By' },
        ...(german === '' ? [] : [{ locale: 'de_DE', text: german }]),
      ],
      productsCount: 0,
      levels: [{ axes: [{ code: axis, label: axis }], attributes: [] }],
    });
    const stored = (one: ReturnType<typeof layout>) =>
      ({ ...set([]), variantLayouts: [one] }) as unknown as AttributeSet;
    const renamed = { 'layout/by': { base: layout('', 'size'), value: layout('Nach', 'size') } };
    const other = layout('', 'color');
    expect(rebase(renamed, stored(other))).toEqual({
      draft: { 'layout/by': { base: other, value: layout('Nach', 'color') } },
      conflicts: [],
    });
    const changed = { 'layout/by': { base: layout('', 'size'), value: layout('', 'finish') } };
    expect(rebase(changed, stored(layout('Je', 'size'))).draft['layout/by']?.value).toEqual(
      layout('Je', 'finish'),
    );
    expect(rebase(changed, stored(other)).conflicts).toHaveLength(1);
  });

  test('stays where others changed another attribute', () => {
    expect(rebase(required, set(['name', 'other'], ['other']))).toEqual({ draft: required, conflicts: [] });
  });
});
