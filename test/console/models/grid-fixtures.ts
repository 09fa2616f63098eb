import type { GridAttribute, GridSchema } from '../../../src/console/catalogue/columns/column-documents.ts';

const attribute = (
  code: string,
  type: GridAttribute['type'],
  more: Partial<GridAttribute> = {},
): GridAttribute => ({
  code,
  type,
  label: code,
  localizable: false,
  scopable: false,
  readOnly: false,
  unique: false,
  sortable: false,
  defaultUnit: null,
  group: null,
  optionSet: null,
  measurementFamily: null,
  entityType: null,
  attributeSets: [],
  ...more,
});

export const GRID_CHANNEL_LOCALE = { channel: 'web', locale: 'en_US' };

/** What a grid of a few kinds of columns can show. */
export const GRID_SCHEMA: GridSchema = {
  attributes: [
    attribute('title', 'TEXT', { localizable: true }),
    attribute('teaser', 'TEXT', { localizable: true, scopable: true }),
    attribute('list_price', 'PRICE'),
    attribute('weight', 'MEASUREMENT', {
      defaultUnit: 'KILOGRAM',
      measurementFamily: { units: [{ code: 'KILOGRAM', symbol: 'kg' }] },
    }),
    attribute('finish', 'SELECT', { optionSet: { code: 'finishes', label: 'Finishes' } }),
    attribute('tags', 'TEXT'),
  ],
  nameAttribute: 'title',
  sets: [],
  channels: [
    {
      code: 'web',
      label: 'Web',
      currencies: [{ code: 'EUR' }],
      locales: [{ code: 'en_US', label: 'English' }],
    },
  ],
};
