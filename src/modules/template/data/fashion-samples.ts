import { measure, price, type SampleProduct, texts, value } from '../template.ts';

const shirt = (color: 'white' | 'navy', sizes: readonly string[]): SampleProduct[] => {
  const parent = `SAMPLE-TEE-${color.toUpperCase()}`;
  return [
    { sku: parent, type: 'model', parent: 'SAMPLE-TEE', values: { color: value(color) } },
    ...sizes.map(
      (size): SampleProduct => ({
        sku: `${parent}-${size.toUpperCase()}`,
        type: 'variant',
        parent,
        values: { size: value(size), weight: measure('0.18', 'KILOGRAM') },
      }),
    ),
  ];
};

const SNEAKER_SIZES = ['40', '42'];

export const FASHION_SAMPLES: readonly SampleProduct[] = [
  {
    sku: 'SAMPLE-TEE',
    type: 'model',
    attributeSet: 'clothing',
    variantLayout: 'color_then_size',
    categories: ['tops'],
    values: {
      name: texts('Organic cotton T-shirt', 'T-Shirt aus Bio-Baumwolle', 'T-shirt en coton bio'),
      short_description: texts(
        'A heavy jersey with a round neck.',
        'Schwerer Jersey mit rundem Ausschnitt.',
        'Un jersey épais à col rond.',
      ),
      long_description: texts(
        '<p>Knitted from long-staple cotton, so that it keeps its shape after many washes.</p>',
        '<p>Aus langstapeliger Baumwolle gestrickt, damit es auch nach vielen Wäschen in Form bleibt.</p>',
        '<p>Tricoté en coton à fibres longues, il garde sa forme après de nombreux lavages.</p>',
      ),
      brand: value('Alder & Vane'),
      target_group: value('unisex'),
      season: value('all_year'),
      fit: value('regular'),
      sleeve_length: value('short_sleeve'),
      closure: value('none'),
      material: value(['cotton']),
      composition: texts('100 % organic cotton', '100 % Bio-Baumwolle', '100 % coton biologique'),
      care_symbols: value(['wash_40', 'no_bleach', 'iron_low']),
      vegan: value(true),
      country_of_origin: texts('Portugal', 'Portugal', 'Portugal'),
      price: price(2990),
    },
  },
  ...shirt('white', ['s', 'm']),
  ...shirt('navy', ['m', 'l']),
  {
    sku: 'SAMPLE-SNEAKER',
    type: 'model',
    attributeSet: 'shoes',
    variantLayout: 'color_then_shoe_size',
    categories: ['footwear'],
    values: {
      name: texts('Low leather sneaker', 'Flacher Ledersneaker', 'Basket basse en cuir'),
      short_description: texts(
        'A plain court shoe with a stitched sole.',
        'Ein schlichter Sportschuh mit genähter Sohle.',
        'Une chaussure sobre à semelle cousue.',
      ),
      long_description: texts(
        '<p>Smooth leather on a sole of natural rubber. The insole can be taken out.</p>',
        '<p>Glattleder auf einer Sohle aus Naturkautschuk. Die Innensohle ist herausnehmbar.</p>',
        '<p>Cuir lisse sur une semelle en caoutchouc naturel. La semelle intérieure est amovible.</p>',
      ),
      brand: value('Alder & Vane'),
      target_group: value('unisex'),
      season: value('all_year'),
      closure: value('laces'),
      material: value(['leather', 'rubber']),
      composition: texts('Upper: leather', 'Obermaterial: Leder', 'Tige : cuir'),
      lining: texts('Textile', 'Textil', 'Textile'),
      sole: texts('Natural rubber', 'Naturkautschuk', 'Caoutchouc naturel'),
      vegan: value(false),
      price: price(11900),
    },
  },
  { sku: 'SAMPLE-SNEAKER-WHITE', type: 'model', parent: 'SAMPLE-SNEAKER', values: { color: value('white') } },
  ...SNEAKER_SIZES.map(
    (size): SampleProduct => ({
      sku: `SAMPLE-SNEAKER-WHITE-${size}`,
      type: 'variant',
      parent: 'SAMPLE-SNEAKER-WHITE',
      values: { shoe_size: value(size), weight: measure('0.78', 'KILOGRAM') },
    }),
  ),
  // Description and price are left to whoever tries the template.
  {
    sku: 'SAMPLE-SCARF',
    type: 'simple',
    attributeSet: 'accessories',
    categories: ['fashion_accessories'],
    values: {
      name: texts('Wool scarf', 'Wollschal', 'Écharpe en laine'),
      short_description: texts(
        'Woven soft, two meters long.',
        'Weich gewebt, zwei Meter lang.',
        'Tissée souple, deux mètres de long.',
      ),
      brand: value('Alder & Vane'),
      target_group: value('unisex'),
      season: value('autumn_winter'),
      color: value('green'),
      material: value(['wool']),
      composition: texts('100 % lambswool', '100 % Lammwolle', '100 % laine d’agneau'),
      care_symbols: value(['hand_wash', 'no_tumble_dry']),
      vegan: value(false),
      weight: measure('0.21', 'KILOGRAM'),
    },
  },
];
