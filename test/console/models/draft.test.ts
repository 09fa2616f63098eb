// Risk: what people type into the form of a product is lost, or overwrites what somebody else saved.
import { expect, test } from 'vitest';
import {
  type DraftValue,
  isSameValue,
  mergeDraft,
  toValueInput,
  toValueIssues,
  valueKey,
} from '../../../src/console/catalogue/form/draft.ts';
import { createDraftStore, findStoredDraft } from '../../../src/console/catalogue/form/draft-store.ts';

const typed = (
  attribute: string,
  value: unknown,
  base: unknown,
  more: Partial<DraftValue> = {},
): DraftValue => ({
  attribute,
  label: attribute,
  channel: null,
  locale: null,
  currency: null,
  text: String(value),
  value,
  fault: null,
  base,
  baseText: String(base),
  ...more,
});
const now = (attribute: string, json: unknown) => ({
  attribute: { code: attribute },
  channel: null,
  locale: null,
  json,
});

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const PRODUCT = { userId: 'usr_1', id: 'prd_1', code: 'LAMP' };
const openStore = (storage = memory()) => createDraftStore(PRODUCT, storage, () => {});

test('only values that both sides changed to something else meet', () => {
  const mine = typed('title', 'Mine', 'Base');
  const met = typed('care', 'Mine', 'Base');
  const same = typed('designer', 'Ida', 'Base');
  const emptied = typed('story', null, 'Base');
  const merge = mergeDraft(
    [mine, met, same, emptied],
    [now('title', 'Base'), now('care', 'Theirs'), now('designer', 'Ida'), now('story', 'Base')],
  );
  expect(merge).toEqual({
    mine: [mine, emptied],
    met: [{ draft: met, theirs: 'Theirs' }],
    done: [same],
  });
});

test('what was typed in release 0.3.0 for a product that was deleted since comes back by its SKU', () => {
  const values = [typed('title', 'Mine', 'Base')];
  const key = 'catalograph-draft usr_1 prd_1';
  const text = JSON.stringify({ sku: 'LAMP', at: '2026-11-27T12:00:00Z', values });
  const storage = { [key]: text, getItem: () => text } as unknown as Storage;
  expect(findStoredDraft(storage, 'usr_1', 'LAMP')).toEqual(values);
});

test('currencies of a price are merged and saved one by one', () => {
  const euros = typed('price', '219.00', '239.00', { currency: 'EUR' });
  const dollars = typed('price', null, '265.00', { currency: 'USD' });
  const prices = [
    { amount: '239.00', currency: 'EUR' },
    { amount: '270.00', currency: 'USD' },
  ];
  const { mine, met } = mergeDraft([euros, dollars], [now('price', prices)]);
  expect(mine).toEqual([euros]);
  expect(met).toEqual([{ draft: dollars, theirs: '270.00' }]);
  expect(toValueInput(mine)).toEqual([
    {
      attribute: 'price',
      channel: null,
      locale: null,
      value: [{ amount: '219.00', currency: 'EUR' }],
      partial: true,
    },
  ]);
});

test('of a list, what is added and removed is saved, whatever others make of the list', () => {
  const at = { channel: null, locale: null };
  const oak = typed('materials', ['linen', 'oak'], ['linen', 'brass']);
  expect(mergeDraft([oak], [now('materials', ['linen', 'brass', 'steel'])])).toEqual({
    mine: [oak],
    met: [],
    done: [],
  });
  expect(mergeDraft([oak], [now('materials', ['steel', 'oak'])])).toEqual({ mine: [], met: [], done: [oak] });
  expect(toValueInput([oak, typed('rooms', ['hall'], null), typed('care', null, ['dry'])])).toEqual([
    { attribute: 'materials', ...at, add: ['oak'], remove: ['brass'] },
    { attribute: 'rooms', ...at, add: ['hall'] },
    { attribute: 'care', ...at, remove: ['dry'] },
  ]);
});

test('a list is replaced as a whole where its order changes, or it stands for that of a model', () => {
  const turned = typed('materials', ['oak', 'linen'], ['linen', 'oak']);
  const overridden = typed('rooms', ['hall', 'bath'], null, { isInheriting: true });
  const inherited = typed('rooms', null, ['hall'], { isInheriting: true });
  expect(
    toValueInput([turned, overridden, inherited]).map((one) => ('value' in one ? one.value : 'part')),
  ).toEqual([['oak', 'linen'], ['hall', 'bath'], null]);
  const { met } = mergeDraft([turned], [now('materials', ['linen', 'oak', 'steel'])]);
  expect(met).toEqual([{ draft: turned, theirs: ['linen', 'oak', 'steel'] }]);
});

test('a refusal is told at the value that its path names', () => {
  const draft = [typed('title', 'a', null), typed('gtin', '1', null)];
  const faults = toValueIssues(draft, [
    { code: 'not-unique', message: 'B has it.', path: ['values', '1', 'value'], takenBy: 'B' },
    { code: 'value-not-allowed', message: 'Elsewhere.', path: ['status'] },
  ]);
  expect([...faults]).toEqual([['gtin|||', { reason: 'B has it.', takenBy: 'B' }]]);
});

test('equal values are equal whatever the order of their parts, and a list without entries is none', () => {
  expect(isSameValue({ amount: '7', unit: 'WATT' }, { unit: 'WATT', amount: '7' })).toBe(true);
  expect(isSameValue(520, '520')).toBe(true);
  expect(isSameValue([], null)).toBe(true);
  expect(isSameValue(['oak', 'linen'], ['linen', 'oak'])).toBe(false);
});

test('a draft is there again after the window was closed, without what was taken back', () => {
  const storage = memory();
  const store = openStore(storage);
  store.put([typed('title', 'Typed', 'Base'), typed('care', 'Typed', 'Base')]);
  store.put([typed('care', 'Base', 'Base')]);
  const again = openStore(storage);
  expect([...again.values().keys()]).toEqual(['title|||']);
  expect(again.restoredAt).not.toBeNull();
  again.remove([...again.values().values()]);
  expect(openStore(storage).values().size).toBe(0);
});

test('two windows keep each other’s values', () => {
  const storage = memory();
  const [one, other] = [openStore(storage), openStore(storage)];
  one.put([typed('title', 'Typed', 'Base')]);
  other.put([typed('care', 'Typed', 'Base')]);
  expect(openStore(storage).values().size).toBe(2);
});

test('what is typed while it is saved is a change of what was saved', () => {
  const store = openStore();
  const saved = typed('title', 'First', 'Base');
  store.put([saved]);
  store.put([typed('title', 'Second', 'Base')]);
  store.settle([saved]);
  expect(store.values().get(valueKey(saved))).toMatchObject({ value: 'Second', base: 'First' });
});
