import type { CategoryDocument } from '../../src/modules/category/index.ts';
import type { ChannelDocument } from '../../src/modules/channel/index.ts';
import type { CurrencyDocument } from '../../src/modules/currency/index.ts';
import type { LocaleDocument } from '../../src/modules/locale/index.ts';
import { type Given, labels } from './given.ts';

// Where Lumen & Oak sells its wooden lamps, and how it sorts them.

export const LOCALES: Given<LocaleDocument> = [
  { code: 'en_US', enabled: true },
  { code: 'de_DE', enabled: true },
  { code: 'de_AT', enabled: true, fallback: 'de_DE' },
];

export const CURRENCIES: Given<CurrencyDocument> = [
  { code: 'EUR', enabled: true },
  { code: 'USD', enabled: true },
];

export const CATEGORIES: Given<CategoryDocument> = [
  { code: 'lamps_shop', labels: labels('Lumen & Oak', 'Lumen & Oak') },
  { code: 'lamps_by_place', parent: 'lamps_shop', labels: labels('Lamps', 'Leuchten'), sortOrder: 1 },
  {
    code: 'table_lamps',
    parent: 'lamps_by_place',
    labels: labels('Table lamps', 'Tischleuchten'),
    sortOrder: 1,
  },
  {
    code: 'floor_lamps',
    parent: 'lamps_by_place',
    labels: labels('Floor lamps', 'Stehleuchten'),
    sortOrder: 2,
  },
  {
    code: 'pendant_lamps',
    parent: 'lamps_by_place',
    labels: labels('Pendant lamps', 'Pendelleuchten'),
    sortOrder: 3,
  },
  {
    code: 'wall_lamps',
    parent: 'lamps_by_place',
    labels: labels('Wall lamps', 'Wandleuchten'),
    sortOrder: 4,
  },
  { code: 'light_bulbs', parent: 'lamps_shop', labels: labels('Light bulbs', 'Leuchtmittel'), sortOrder: 2 },
  {
    code: 'lamp_parts',
    parent: 'lamps_shop',
    labels: labels('Shades and parts', 'Schirme und Teile'),
    sortOrder: 3,
  },
];

export const CHANNELS: Given<ChannelDocument> = [
  {
    code: 'webshop',
    labels: labels('Web shop', 'Webshop'),
    locales: ['en_US', 'de_DE'],
    currencies: ['EUR', 'USD'],
    categoryRoot: 'lamps_shop',
    conversionUnits: { overall_height: 'CENTIMETER', net_weight: 'KILOGRAM' },
    publishGuard: 'complete',
    slugsEnabled: true,
  },
  {
    code: 'marketplace',
    labels: labels('Marketplace', 'Marktplatz'),
    locales: ['de_DE', 'de_AT'],
    currencies: ['EUR'],
    categoryRoot: 'lamps_shop',
  },
];
