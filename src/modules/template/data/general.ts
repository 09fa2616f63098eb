import type { Template } from '../template.ts';
import { BRAND, DESCRIPTION, GENERAL, GTIN, IMAGES, MEDIA, NAME, PRICE, SALES } from './common.ts';

/** The least that a product needs, for those who begin with one product. */
export const GENERAL_TEMPLATE: Template = {
  code: 'general',
  labels: ['General', 'Allgemein', 'Général'],
  description: [
    'Products of any kind with name, description, price and images.',
    'Produkte jeder Art mit Name, Beschreibung, Preis und Bildern.',
    'Produits de tout type avec nom, description, prix et images.',
  ],
  attributeGroups: [GENERAL, MEDIA, SALES],
  optionSets: [],
  attributes: [NAME, DESCRIPTION, BRAND, IMAGES, PRICE, GTIN],
  attributeSets: [
    {
      code: 'general',
      icon: 'box',
      labels: ['General', 'Allgemein', 'Général'],
      attributes: ['name', 'long_description', 'brand', 'images', 'price', 'gtin'],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: { gallery: 'images', price: 'price' },
      required: { everywhere: ['name', 'price'], channel: ['long_description', 'images'] },
      variantLayouts: [],
    },
  ],
  categories: [],
  samples: [],
};
