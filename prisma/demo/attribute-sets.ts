import type { AttributeSetDocument } from '../../src/modules/attribute-set/index.ts';
import { type Given, labels } from './given.ts';

const members = (...codes: readonly string[]) =>
  codes.map((code, sortOrder) => ({ code, group: null, sortOrder }));

export const ATTRIBUTE_SETS: Given<AttributeSetDocument> = [
  {
    code: 'lamp',
    labels: labels('Lamp', 'Leuchte'),
    description: 'Everything with a socket or a light module of its own.',
    attributes: members(
      'title',
      'story',
      'teaser',
      'gtin',
      'designer',
      'launch_date',
      'photo',
      'light_source',
      'wattage',
      'luminous_flux',
      'color_temperature',
      'energy_class',
      'dimmable',
      'finish',
      'lamp_size',
      'body_material',
      'overall_height',
      'net_weight',
      'care',
      'list_price',
      'warranty_years',
      'on_sale_from',
      'living_space',
    ),
    attributeAsLabel: 'title',
    attributeAsImage: 'photo',
    roles: { summary: 'teaser', price: 'list_price' },
    requiredAttributes: {
      '*': ['title', 'list_price'],
      webshop: ['story', 'gtin', 'wattage', 'luminous_flux', 'energy_class', 'finish', 'net_weight'],
      marketplace: ['gtin', 'teaser', 'overall_height'],
    },
    variantLayouts: [
      {
        code: 'finish_then_power',
        labels: labels('By finish, then by power and size', 'Nach Oberfläche, dann nach Leistung und Größe'),
        levels: [
          { axes: ['finish'], attributes: ['photo', 'body_material'] },
          {
            axes: ['wattage', 'lamp_size'],
            attributes: ['gtin', 'luminous_flux', 'overall_height', 'net_weight', 'list_price'],
          },
        ],
      },
    ],
  },
  {
    code: 'light_bulb',
    labels: labels('Light bulb', 'Leuchtmittel'),
    attributes: members(
      'title',
      'story',
      'gtin',
      'photo',
      'wattage',
      'luminous_flux',
      'color_temperature',
      'energy_class',
      'dimmable',
      'net_weight',
      'list_price',
      'warranty_years',
    ),
    attributeAsLabel: 'title',
    attributeAsImage: 'photo',
    roles: { price: 'list_price' },
    requiredAttributes: {
      '*': ['title', 'gtin', 'list_price'],
      webshop: ['wattage', 'luminous_flux', 'energy_class'],
    },
  },
  {
    code: 'lamp_accessory',
    labels: labels('Accessory', 'Zubehör'),
    attributes: members(
      'title',
      'story',
      'gtin',
      'photo',
      'finish',
      'body_material',
      'care',
      'net_weight',
      'list_price',
    ),
    attributeAsLabel: 'title',
    attributeAsImage: 'photo',
    roles: { price: 'list_price' },
    requiredAttributes: { '*': ['title', 'list_price'] },
  },
];
