// Risk: a write leaves what products are found by as it was, and searches answer for a catalogue of the past.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import {
  deleteProduct,
  restoreProduct,
  setProductStatus,
  updateProduct,
} from '../../../src/modules/product/index.ts';
import { toSearchRow } from '../../../src/modules/search/row/search-row.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { loadExpectedSearch } from '../../support/search.ts';

const unit = (code: string, factor: string) => ({ code, labels: {}, symbol: code, factor, offset: '0' });

let catalogue: TestOrganization;
let owner: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  owner = catalogue.owner;
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    { code: 'crate', standardUnit: 'PIECE', units: [unit('PIECE', '1'), unit('CRATE', '10')] },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'packed', type: 'measurement', measurementFamily: 'crate', defaultUnit: 'CRATE' },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: ['name', 'color', 'stock', 'packed'].map((code) => ({ code })) },
  ]);
  await seedProducts(catalogue, [
    ...productFamily('COAT', { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
    simpleProduct('CAP', {
      values: [
        cellWrite('name', 'Käppchen', { locale: 'de_DE' }),
        cellWrite('color', 'red'),
        cellWrite('stock', 7),
        cellWrite('packed', { amount: '2', unit: 'CRATE' }),
      ],
      externalRefs: [{ system: 'ERP', id: 'e-1' }],
    }),
    simpleProduct('HAT', { status: 'archived' }),
  ]);
});
afterAll(() => catalogue.close());

/** The rows that are stored, and those that the products make when they are read again from the beginning. */
async function rows(): Promise<{ readonly stored: unknown; readonly expected: unknown }> {
  const { documents, structure, state } = await loadExpectedSearch(catalogue);
  const { organizationId } = owner;
  const settings = { organizationId, structure, columns: state.columns };
  const { rows: stored } = await catalogue.database.owner.query<Record<string, unknown>>(
    'SELECT * FROM search.product WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  );
  const filled = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return {
    // Without a moment of its own it is that of the last change.
    stored: stored.map(({ organization_id, terms, effective_updated_at, ...row }) =>
      filled({
        ...row,
        terms: (terms as string[]).toSorted(),
        effective_updated_at: Math.max(Number(row.updated_at), Number(effective_updated_at ?? 0)),
      }),
    ),
    expected: documents.map((fact) => {
      const { columns, terms, ...row } = toSearchRow(fact, settings);
      const times = {
        created_at: fact.createdAt,
        updated_at: fact.updatedAt,
        effective_updated_at: fact.effectiveUpdatedAt,
      };
      return filled({ ...row, ...columns, ...times, other: { ...row.other }, terms: terms.toSorted() });
    }),
  };
}

const write = (sku: string, input: object) => () =>
  catalogue.runner.write(owner, updateProduct, { ref: sku, patch: input } as never);

/** Everything that changes how products are found, one after the other. */
const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['products are created', async () => undefined],
  ['a value changes', write('CAP', { values: [cellWrite('stock', 9), cellWrite('color', 'blue')] })],
  ['a value is cleared', write('CAP', { values: [cellWrite('stock', null)] })],
  [
    'a model gets a value',
    write('COAT', {
      values: [cellWrite('description', '<p>Warm <b>w</b>ool</p>', { locale: 'en_US', channel: 'web' })],
    }),
  ],
  ['a model gets a category', write('COAT', { categories: { add: ['sale'] } })],
  ['a model is sold in one channel', write('COAT', { channels: { set: ['print'] } })],
  ['a product is renamed', write('CAP', { rename: 'KAPPE' })],
  ['a product gets another set', write('KAPPE', { attributeSet: 'clothing' })],
  ['a product loses an external id', write('KAPPE', { externalRefs: null })],
  [
    'a model is published',
    () => catalogue.runner.write(owner, setProductStatus, { ref: 'COAT', status: 'archived' }),
  ],
  ['a family is deleted', () => catalogue.runner.write(owner, deleteProduct, { ref: 'COAT', force: true })],
  ['it is restored', () => catalogue.runner.write(owner, restoreProduct, { ref: 'COAT' })],
  [
    'a requirement is added',
    () =>
      seedConfiguration(catalogue, upsertAttributeSets, [
        { code: 'clothing', requiredAttributes: { web: ['name', 'price', 'ean', 'brand'] } },
      ]),
  ],
  [
    'a channel gets a locale',
    () => seedConfiguration(catalogue, upsertChannels, [{ code: 'print', locales: ['en_US', 'fr_FR'] }]),
  ],
  [
    'a channel is new',
    () =>
      seedConfiguration(catalogue, upsertChannels, [
        { code: 'app', locales: ['de_DE'], currencies: ['USD'] },
      ]),
  ],
  [
    'another attribute is the label',
    () => seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'clothing', attributeAsLabel: 'ean' }]),
  ],
  [
    'no attribute is the label',
    () => seedConfiguration(catalogue, upsertAttributeSets, [{ code: 'clothing', attributeAsLabel: null }]),
  ],
  [
    'an attribute becomes searchable',
    () => seedConfiguration(catalogue, upsertAttributes, [{ code: 'ean', searchable: true }]),
  ],
  [
    'an attribute is not filterable any more',
    () => seedConfiguration(catalogue, upsertAttributes, [{ code: 'stock', filterable: false }]),
  ],
  [
    'an attribute is new',
    () => seedConfiguration(catalogue, upsertAttributes, [{ code: 'pages', type: 'number' }]),
  ],
  [
    'an attribute is filterable again',
    () => seedConfiguration(catalogue, upsertAttributes, [{ code: 'stock', filterable: true }]),
  ],
  [
    'a locale is disabled',
    () =>
      seedConfiguration(catalogue, upsertChannels, [
        { code: 'web', locales: ['en_US'] },
        { code: 'app', locales: ['en_US'] },
      ]).then(() => seedConfiguration(catalogue, upsertLocales, [{ code: 'de_DE', enabled: false }])),
  ],
  [
    'a product is gone for good',
    () => catalogue.database.owner.query(`DELETE FROM public.product WHERE sku = 'HAT'`),
  ],
  [
    'a locale is enabled again',
    () => seedConfiguration(catalogue, upsertLocales, [{ code: 'de_DE', enabled: true }]),
  ],
];

describe('rows are what the products make of them', () => {
  test.each(CHANGES)('after %s', async (_change, change) => {
    await change();
    const { stored, expected } = await rows();
    expect(stored).toEqual(expected);
  });
});
