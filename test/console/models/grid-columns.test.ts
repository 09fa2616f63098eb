// Risk: a cell is closed that could be edited, or opens where the API refuses every value; columns that nobody chose are empty.
import { describe, expect, test } from 'vitest';
import { parseColumns, serializeColumns } from '../../../src/console/catalogue/columns/column-spec.ts';
import { defaultColumns, resolveColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import { insertColumn, orderCurrencies } from '../../../src/console/catalogue/columns/order-currencies.ts';
import type { GridProduct } from '../../../src/console/catalogue/search/grid-documents.ts';
import {
  isAxis,
  unavailableReason,
} from '../../../src/console/pages/products/grid/cells/cell-availability.ts';
import { GRID_CHANNEL_LOCALE, GRID_SCHEMA } from './grid-fixtures.ts';

const LAMP = { code: 'lamp', label: 'Lamp', icon: null };

describe('cells that a product has no value in', () => {
  const model = {
    ...GRID_SCHEMA,
    attributes: GRID_SCHEMA.attributes.map((attribute) =>
      ['title', 'finish', 'weight'].includes(attribute.code)
        ? { ...attribute, attributeSets: [{ code: 'lamp' }] }
        : attribute,
    ),
    sets: [
      {
        code: 'lamp',
        attributeAsLabel: null,
        requiredAttributes: [],
        variantLayouts: [
          {
            code: 'by_finish',
            levels: [
              { axes: [{ code: 'finish' }], attributes: [] },
              { axes: [], attributes: [{ code: 'weight' }] },
            ],
          },
        ],
      },
    ],
  };
  const above = { sku: 'A', label: 'A', parent: null };
  const why = (code: string, product: Partial<GridProduct>) => {
    const cell = resolveColumn({ code }, model, GRID_CHANNEL_LOCALE)?.cell;
    if (!cell) throw new Error(`${code} is no column`);
    const whole = { attributeSet: LAMP, variantLayout: null, parent: null, values: [], ...product };
    return unavailableReason(whole, cell, model);
  };
  const variantLayout = { code: 'by_finish' };
  const inAllVariants = 'Each variant has its own value.';

  test('are those of other sets; without a set, there are none', () => {
    expect(why('title', {})).toBe(null);
    expect(why('tags', {})).toBe('Not part of the attribute set Lamp.');
    expect(why('tags', { attributeSet: null })).toBe(null);
  });

  test('an axis is no attribute that a variant overrides', () => {
    const axisOf = (code: string, layout: { readonly code: string } | null = variantLayout) => {
      const attribute = model.attributes.find((one) => one.code === code);
      if (attribute === undefined) throw new Error(`${code} is no attribute`);
      return isAxis({ attributeSet: LAMP, variantLayout: layout }, attribute, model);
    };
    expect(axisOf('finish')).toBe(true);
    expect(axisOf('weight')).toBe(false);
    expect(axisOf('finish', null)).toBe(false);
  });

  test('are those of the levels below it', () => {
    expect(why('title', { variantLayout })).toBe(null);
    expect(why('finish', { variantLayout })).toBe(inAllVariants);
    expect(why('weight', { variantLayout })).toBe(inAllVariants);
    expect(why('finish', { variantLayout, parent: { ...above } })).toBe(null);
    expect(why('weight', { variantLayout, parent: { ...above } })).toBe(inAllVariants);
    expect(why('weight', { variantLayout, parent: { ...above, parent: { label: 'B' } } })).toBe(null);
  });

  test('are none that has a value for the variants already', () => {
    const value = { attribute: { code: 'weight' }, channel: null, locale: null, display: '2 kg' };
    const values = [{ ...value, source: 'OWN' as const, json: { amount: '2', unit: 'KILOGRAM' } }];
    expect(why('weight', { variantLayout, values })).toBe(null);
  });
});

describe('columns that nobody chose', () => {
  const inSet = (codes: readonly string[]) => (attribute: (typeof GRID_SCHEMA.attributes)[number]) => ({
    ...attribute,
    attributeSets: codes.includes(attribute.code) ? [{ code: 'shade' }] : [],
  });
  const model = {
    ...GRID_SCHEMA,
    attributes: GRID_SCHEMA.attributes.map(inSet(['title', 'finish', 'weight', 'list_price'])),
    sets: [
      {
        code: 'shade',
        attributeAsLabel: { code: 'title' },
        requiredAttributes: [{ channel: 'web', attributes: ['weight'] }],
        variantLayouts: [],
      },
    ],
  };
  const columns = (set: string | null) => serializeColumns(defaultColumns(model, 'web', set));

  test('are those of the only set, without the one that names its products', () => {
    expect(columns(null)).toBe('.status,.readiness,list_price:EUR,title,teaser,tags,finish,weight');
    expect(columns('shade')).toBe('.status,.readiness,list_price:EUR,finish,weight');
  });

  test('are first those that the channel requires', () => {
    const many = Array.from({ length: 6 }, (_, index) => ({
      ...inSet([`text_${index}`])({ ...GRID_SCHEMA.attributes[0], code: `text_${index}` } as never),
    }));
    const full = { ...model, attributes: [...many, ...model.attributes] };
    const found = serializeColumns(defaultColumns(full, 'web', 'shade'));
    expect(found).toBe('.status,.readiness,list_price:EUR,text_0,text_1,text_2,text_3,weight');
    expect(serializeColumns(defaultColumns(full, 'print', 'shade'))).not.toContain('weight');
  });
});

describe('columns of prices in several currencies', () => {
  const channelOf = (code: string, currencies: readonly string[]) => ({
    code,
    label: code,
    currencies: currencies.map((currency) => ({ code: currency })),
    locales: [],
  });
  const channels = [channelOf('web', ['USD', 'EUR']), channelOf('shop', ['SEK', 'CHF', 'EUR'])];

  test('begin with those of the channel; others follow by code', () => {
    expect(orderCurrencies({ channels }, 'web')).toEqual(['USD', 'EUR', 'CHF', 'SEK']);
    expect(orderCurrencies({ channels }, 'shop')).toEqual(['SEK', 'CHF', 'EUR', 'USD']);
    expect(orderCurrencies({ channels }, '')).toEqual(['CHF', 'EUR', 'SEK', 'USD']);
  });

  test('stand beside each other in that order, whichever is chosen first', () => {
    const add = (columns: string, added: string) => {
      const [address] = parseColumns(added);
      if (address === undefined) throw new Error(`${added} is no column`);
      return serializeColumns(
        insertColumn(parseColumns(columns), address, orderCurrencies({ channels }, 'web')),
      );
    };
    expect(add('tags,price:EUR,title', 'price:USD')).toBe('tags,price:USD,price:EUR,title');
    expect(add('tags,price:USD,price:EUR,title', 'price:SEK')).toBe(
      'tags,price:USD,price:EUR,price:SEK,title',
    );
    expect(add('tags,price:USD,price:SEK,title', 'price:CHF')).toBe(
      'tags,price:USD,price:CHF,price:SEK,title',
    );
    expect(add('tags,price:EUR', 'cost:USD')).toBe('tags,price:EUR,cost:USD');
    expect(add('tags,price:EUR', 'finish')).toBe('tags,price:EUR,finish');
  });
});
