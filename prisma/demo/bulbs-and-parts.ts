import { type DemoProduct, type DemoValues, kilograms, one, price, texts, watts } from './product-values.ts';

const bulb = (sku: string, gtin: string, values: DemoValues): DemoProduct => ({
  sku,
  type: 'simple',
  attributeSet: 'light_bulb',
  status: 'published',
  categories: { set: ['light_bulbs'] },
  values: { gtin: one(gtin), net_weight: kilograms('0.06'), ...values },
});

const BULBS: readonly DemoProduct[] = [
  bulb('LO-BULB-4W', '2000000410142', {
    title: texts('Filament bulb, 4.5 W', 'Fadenlampe, 4,5 W'),
    wattage: watts('4.5'),
    luminous_flux: one(470),
    color_temperature: one(2700),
    energy_class: one('e'),
    dimmable: one(true),
    list_price: price('7.90', '8.90'),
  }),
  bulb('LO-BULB-7W', '2000000410159', {
    title: texts('Filament bulb, 7 W', 'Fadenlampe, 7 W'),
    wattage: watts('7'),
    luminous_flux: one(806),
    color_temperature: one(2700),
    energy_class: one('d'),
    dimmable: one(true),
    list_price: price('9.90', '10.90'),
  }),
  bulb('LO-BULB-8W', '2000000410166', {
    title: texts('Opal bulb, 8 W', 'Opallampe, 8 W'),
    wattage: watts('8'),
    luminous_flux: one(1055),
    color_temperature: one(4000),
    energy_class: one('c'),
    dimmable: one(false),
    list_price: price('8.50', '9.50'),
  }),
];

const PARTS: readonly DemoProduct[] = [
  {
    sku: 'LO-SHADE-LINEN',
    type: 'simple',
    attributeSet: 'lamp_accessory',
    status: 'published',
    categories: { set: ['lamp_parts'] },
    values: {
      title: texts('Linen shade for Wren', 'Leinenschirm für Wren'),
      gtin: one('2000000410173'),
      finish: one('chalk_white'),
      body_material: one(['linen']),
      care: texts('Vacuum on the lowest setting.', 'Auf kleinster Stufe absaugen.'),
      net_weight: kilograms('0.2'),
      list_price: price('24.00', '27.00'),
    },
  },
  {
    sku: 'LO-OIL',
    type: 'simple',
    attributeSet: 'lamp_accessory',
    status: 'published',
    categories: { set: ['lamp_parts'] },
    values: {
      title: texts('Oil for oak and walnut, 100 ml', 'Öl für Eiche und Nussbaum, 100 ml'),
      gtin: one('2000000410180'),
      net_weight: kilograms('0.12'),
      list_price: price('12.50', '13.90'),
    },
  },
  // Came in with a delivery; nobody has said yet what it is.
  {
    sku: 'LO-UNSORTED-1',
    type: 'simple',
    status: 'draft',
    values: { title: [{ locale: 'en_US', value: 'Box of hooks' }] },
  },
];

export const BULBS_AND_PARTS: readonly DemoProduct[] = [...BULBS, ...PARTS];
