// Removes the risk that a price in one currency takes those in others away: in a write, in If-Match, or in a revert.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/kernel/json.ts';
import { writesCell } from '../../../../src/modules/values/cells/cell-changes.ts';
import type { CellWrite, Values } from '../../../../src/modules/values/cells/cells.ts';
import { invertPriceChange } from '../../../../src/modules/values/cells/invert-price-change.ts';
import { mergeCells } from '../../../../src/modules/values/cells/merge-cells.ts';
import { assignCell, attributeOf, clearCells, valueContext } from '../../../support/values.ts';

const CONTEXT = valueContext([attributeOf('price', { code: 'price' })]);
const price = (amount: string | null, currency: string) => ({ amount, currency });
const priceWrite = (value: JsonValue, partial?: boolean): CellWrite => ({
  ...assignCell('price', value),
  ...(partial === undefined ? {} : { partial }),
});
const merge = (current: Values, ...writes: CellWrite[]) => mergeCells(current, writes, CONTEXT);
const LAMP: Values = { price: [{ value: [price('1', 'EUR'), price('2', 'USD')] }] };

test('writes a price in one currency and leaves the others', () => {
  expect(merge(LAMP, priceWrite([price('7.50', 'eur')])).values).toEqual({
    price: [{ value: [price('7.50', 'EUR'), price('2', 'USD')] }],
  });
  const both = merge(LAMP, priceWrite([price('3', 'EUR')]), priceWrite([price('4', 'CHF')], true)).values;
  expect(both).toEqual({ price: [{ value: [price('4', 'CHF'), price('3', 'EUR'), price('2', 'USD')] }] });
});

test('removes one price by its amount null, and all by null, an empty list or partial false', () => {
  const left = { price: [{ value: [price('1', 'EUR')] }] };
  expect(merge(LAMP, priceWrite([price(null, 'USD')])).values).toEqual(left);
  expect(merge(LAMP, priceWrite([price('', 'USD')])).values).toEqual(left);
  expect(merge(LAMP, priceWrite([price('1', 'EUR')], false)).values).toEqual(left);
  expect(merge(LAMP, priceWrite([price(null, 'USD')], false)).values).toEqual({});
  for (const write of [priceWrite(null), priceWrite([]), clearCells('price')])
    expect(merge(LAMP, write).values).toEqual({});
});

test('assigns what is cleared in the same write as a whole', () => {
  expect(merge(LAMP, clearCells('price'), priceWrite([price('3', 'EUR')])).values).toEqual({
    price: [{ value: [price('3', 'EUR')] }],
  });
});

test('rejects a removal of a currency that there is not, unless the product has it', () => {
  const codes = (current: Values, value: JsonValue) =>
    merge(current, priceWrite(value)).problems.map(({ code }) => code);
  expect(codes(LAMP, [price(null, 'XXX')])).toEqual(['currency-not-enabled']);
  expect(codes(LAMP, [{ amount: null }])).toEqual(['required']);
  const old: Values = { price: [{ value: [price('1', 'EUR'), price('5', 'XXX')] }] };
  expect(merge(old, priceWrite([price(null, 'XXX')]))).toEqual({
    values: { price: [{ value: [price('1', 'EUR')] }] },
    problems: [],
  });
});

test('completes the first price of a variant from those that it inherits, unless a file has a column for them', () => {
  const context = { ...CONTEXT, inherited: LAMP };
  const own = (write: CellWrite) => mergeCells({}, [write], context).values;
  const write = priceWrite([price('7', 'EUR')]);
  expect(own(write)).toEqual({ price: [{ value: [price('7', 'EUR'), price('2', 'USD')] }] });
  expect(own({ ...write, withoutCurrencies: ['USD'] } as CellWrite)).toEqual({
    price: [{ value: [price('7', 'EUR')] }],
  });
});

test('conflicts with changes of the currencies that it names alone', () => {
  const change = {
    path: 'values.price',
    channel: null,
    locale: null,
    old: [price('1', 'EUR')],
    new: [price('1', 'EUR'), price('2', 'USD')],
  };
  expect(writesCell([priceWrite([price('3', 'EUR')])], change)).toBe(false);
  expect(writesCell([priceWrite([price('3', 'usd')])], change)).toBe(true);
  expect(writesCell([priceWrite([price('3', 'EUR')], false)], change)).toBe(true);
  expect(writesCell([clearCells('price')], change)).toBe(true);
});

test('a change of prices is taken back in the currencies that nobody has changed since', () => {
  const prices = fc
    .dictionary(fc.constantFrom('CHF', 'EUR', 'USD'), fc.constantFrom('1', '2', '3'), {
      noNullPrototype: true,
    })
    .map((amounts) =>
      Object.entries(amounts)
        .sort()
        .map(([currency, amount]) => price(amount, currency)),
    );
  fc.assert(
    fc.property(prices, prices, prices, (old, now, present) => {
      const amount = (list: readonly { currency: string; amount: string | null }[], currency: string) =>
        list.find((one) => one.currency === currency)?.amount ?? null;
      const { value, isChangedSince } = invertPriceChange({ old, new: now, present });
      const after = merge({ price: [{ value: present }] }, priceWrite([...value], true)).values;
      const result = (after.price?.[0]?.value ?? []) as typeof present;
      let stays = false;
      for (const currency of ['CHF', 'EUR', 'USD']) {
        const [was, became, is] = [old, now, present].map((list) => amount(list, currency));
        const isMine = was !== became && is === became;
        expect(amount(result, currency)).toBe(isMine ? was : is);
        stays ||= was !== became && is !== became && is !== was;
      }
      expect(isChangedSince).toBe(stays);
    }),
  );
});
