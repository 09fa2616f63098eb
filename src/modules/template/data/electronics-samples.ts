import { measure, price, type SampleProduct, type SampleValue, texts, value } from '../template.ts';

const MAKER: Readonly<Record<string, SampleValue>> = {
  brand: value('Pelago'),
  warranty_years: value(2),
  manufacturer: value('Pelago Example Ltd.'),
  manufacturer_address: value('1 Example Street, 10115 Berlin, Germany'),
  manufacturer_email: value('safety@example.com'),
};

const PHONES = [
  ['128_gb', 59900],
  ['256_gb', 69900],
] as const;

const phones = (color: string): SampleProduct[] => {
  const parent = `SAMPLE-PHONE-${color.toUpperCase()}`;
  return [
    { sku: parent, type: 'model', parent: 'SAMPLE-PHONE', values: { color: value(color) } },
    ...PHONES.map(
      ([storage, hundredths]): SampleProduct => ({
        sku: `${parent}-${storage.replaceAll('_', '').toUpperCase()}`,
        type: 'variant',
        parent,
        values: {
          storage_capacity: value(storage),
          model_number: value(`P6-${storage.replace('_gb', '')}`),
          price: price(hundredths),
        },
      }),
    ),
  ];
};

const headphones = (color: string): SampleProduct => ({
  sku: `SAMPLE-HEADPHONES-${color.toUpperCase()}`,
  type: 'variant',
  parent: 'SAMPLE-HEADPHONES',
  values: { color: value(color), model_number: value('H2') },
});

export const ELECTRONICS_SAMPLES: readonly SampleProduct[] = [
  {
    sku: 'SAMPLE-PHONE',
    type: 'model',
    attributeSet: 'mobile_devices',
    variantLayout: 'color_then_storage',
    categories: ['phones'],
    values: {
      ...MAKER,
      name: texts('Pelago 6 smartphone', 'Smartphone Pelago 6', 'Smartphone Pelago 6'),
      short_description: texts(
        'A small phone that lasts two days.',
        'Ein kleines Telefon, das zwei Tage durchhält.',
        'Un petit téléphone qui tient deux jours.',
      ),
      long_description: texts(
        '<p>Battery, display and camera can be replaced with one screwdriver.</p>',
        '<p>Akku, Display und Kamera lassen sich mit einem Schraubendreher tauschen.</p>',
        '<p>La batterie, l’écran et l’appareil photo se remplacent avec un seul tournevis.</p>',
      ),
      display_size: measure('6.1', 'INCH'),
      battery_life: measure('48', 'HOUR'),
      rated_power: measure('25', 'WATT'),
      charger_included: value(false),
      connectors: value(['usb_c']),
      wireless: value(['wifi_6', 'bluetooth', 'nfc', '5g']),
      energy_class: value('b'),
      weight: measure('0.182', 'KILOGRAM'),
    },
  },
  ...phones('black'),
  ...phones('green'),
  {
    sku: 'SAMPLE-HEADPHONES',
    type: 'model',
    attributeSet: 'audio_and_accessories',
    variantLayout: 'by_color',
    categories: ['audio'],
    values: {
      ...MAKER,
      name: texts('Over-ear headphones', 'Over-Ear-Kopfhörer', 'Casque circum-auriculaire'),
      short_description: texts(
        'Noise cancelling for 40 hours.',
        'Geräuschunterdrückung für 40 Stunden.',
        'Réduction de bruit pendant 40 heures.',
      ),
      long_description: texts(
        '<p>The ear pads come off with a quarter turn and can be washed.</p>',
        '<p>Die Polster lösen sich mit einer Vierteldrehung und sind waschbar.</p>',
        '<p>Les coussinets s’enlèvent d’un quart de tour et se lavent.</p>',
      ),
      battery_life: measure('40', 'HOUR'),
      charger_included: value(false),
      connectors: value(['usb_c', 'audio_jack']),
      wireless: value(['bluetooth']),
      weight: measure('0.26', 'KILOGRAM'),
      price: price(17900),
    },
  },
  headphones('white'),
  headphones('navy'),
  // Description and price are left to whoever tries the template.
  {
    sku: 'SAMPLE-CHARGER',
    type: 'simple',
    attributeSet: 'audio_and_accessories',
    categories: ['cables_and_chargers'],
    values: {
      ...MAKER,
      name: texts('65 W charger', '65-W-Ladegerät', 'Chargeur 65 W'),
      short_description: texts(
        'Charges a laptop and a phone at once.',
        'Lädt Laptop und Telefon zugleich.',
        'Recharge un ordinateur et un téléphone à la fois.',
      ),
      model_number: value('C65'),
      color: value('white'),
      rated_power: measure('65', 'WATT'),
      connectors: value(['usb_c', 'usb_a']),
      weight: measure('0.12', 'KILOGRAM'),
    },
  },
];
