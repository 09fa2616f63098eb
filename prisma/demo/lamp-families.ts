import {
  centimeters,
  type DemoProduct,
  type DemoValues,
  kilograms,
  marketplaceText,
  one,
  price,
  texts,
  watts,
} from './product-values.ts';

/** What tells a variant from its siblings, and what only it has. */
interface Form {
  readonly suffix: string;
  readonly watts: string;
  readonly size: 'small' | 'medium' | 'large';
  readonly lumens: number;
  readonly heightCm: string;
  readonly weightKg: string;
  readonly priceEur: string;
  readonly priceUsd: string;
  readonly gtin: string | null;
}

const variantValues = (form: Form): DemoValues => ({
  wattage: watts(form.watts),
  lamp_size: one(form.size),
  luminous_flux: one(form.lumens),
  overall_height: centimeters(form.heightCm),
  net_weight: kilograms(form.weightKg),
  list_price: price(form.priceEur, form.priceUsd),
  ...(form.gtin !== null && { gtin: one(form.gtin) }),
});

/** The variants below a sub-model; published unless something is missing. */
const variantsOf = (parent: string, forms: readonly Form[]): DemoProduct[] =>
  forms.map((form) => ({
    sku: `${parent}-${form.suffix}`,
    type: 'variant',
    parent,
    status: form.gtin === null ? 'draft' : 'published',
    values: variantValues(form),
  }));

const HERON: readonly DemoProduct[] = [
  {
    sku: 'LO-HERON',
    type: 'model',
    attributeSet: 'lamp',
    variantLayout: 'finish_then_power',
    status: 'published',
    categories: { set: ['floor_lamps'] },
    values: {
      title: texts('Heron floor lamp', 'Stehleuchte Heron'),
      story: texts(
        '<p>One leg, one curve. The head turns so that it reads with you.</p>',
        '<p>Ein Bein, ein Bogen. Der Kopf dreht sich und liest mit.</p>',
      ),
      teaser: marketplaceText('Stehleuchte mit drehbarem Kopf.'),
      designer: one('Ida Lindqvist'),
      launch_date: one('2025-10-01'),
      light_source: one('led_module'),
      color_temperature: one(2700),
      energy_class: one('e'),
      dimmable: one(true),
      warranty_years: one(10),
      living_space: one(['living_room', 'study']),
    },
  },
  {
    sku: 'LO-HERON-OAK',
    type: 'model',
    parent: 'LO-HERON',
    status: 'published',
    values: { finish: one('oiled_oak'), body_material: one(['oak', 'linen']) },
  },
  {
    sku: 'LO-HERON-WALNUT',
    type: 'model',
    parent: 'LO-HERON',
    status: 'published',
    values: { finish: one('smoked_walnut'), body_material: one(['walnut', 'linen']) },
  },
  ...variantsOf('LO-HERON-OAK', [
    {
      suffix: '7-S',
      watts: '7',
      size: 'small',
      lumens: 520,
      heightCm: '138',
      weightKg: '4.6',
      priceEur: '239.00',
      priceUsd: '265.00',
      gtin: '2000000410067',
    },
    {
      suffix: '12-L',
      watts: '12',
      size: 'large',
      lumens: 950,
      heightCm: '172',
      weightKg: '6.3',
      priceEur: '299.00',
      priceUsd: '329.00',
      gtin: '2000000410074',
    },
  ]),
  ...variantsOf('LO-HERON-WALNUT', [
    {
      suffix: '7-S',
      watts: '7',
      size: 'small',
      lumens: 520,
      heightCm: '138',
      weightKg: '4.9',
      priceEur: '269.00',
      priceUsd: '295.00',
      gtin: '2000000410081',
    },
    {
      suffix: '12-L',
      watts: '12',
      size: 'large',
      lumens: 950,
      heightCm: '172',
      weightKg: '6.7',
      priceEur: '329.00',
      priceUsd: '365.00',
      gtin: '2000000410098',
    },
  ]),
];

const CLOCHE: readonly DemoProduct[] = [
  {
    sku: 'LO-CLOCHE',
    type: 'model',
    attributeSet: 'lamp',
    variantLayout: 'finish_then_power',
    status: 'published',
    categories: { set: ['pendant_lamps'] },
    values: {
      title: texts('Cloche pendant lamp', 'Pendelleuchte Cloche'),
      story: texts(
        '<p>A spun bell over the table. Sizes for two, four and eight people.</p>',
        '<p>Eine gedrückte Glocke über dem Tisch. Größen für zwei, vier und acht Personen.</p>',
      ),
      light_source: one('led_bulb'),
      color_temperature: one(2700),
      energy_class: one('e'),
      dimmable: one(true),
      living_space: one(['dining_area']),
    },
  },
  {
    sku: 'LO-CLOCHE-BLACK',
    type: 'model',
    parent: 'LO-CLOCHE',
    status: 'published',
    values: { finish: one('black_steel'), body_material: one(['steel']) },
  },
  {
    sku: 'LO-CLOCHE-BRASS',
    type: 'model',
    parent: 'LO-CLOCHE',
    status: 'published',
    values: {
      finish: one('brushed_brass'),
      body_material: one(['brass']),
      // Its own story, instead of the one above it.
      story: [{ locale: 'en_US', value: '<p>The same bell in brass that darkens with the years.</p>' }],
    },
  },
  ...variantsOf('LO-CLOCHE-BLACK', [
    {
      suffix: '8-S',
      watts: '8',
      size: 'small',
      lumens: 700,
      heightCm: '24',
      weightKg: '1.4',
      priceEur: '129.00',
      priceUsd: '139.00',
      gtin: '2000000410104',
    },
    {
      suffix: '8-M',
      watts: '8',
      size: 'medium',
      lumens: 700,
      heightCm: '32',
      weightKg: '2.0',
      priceEur: '159.00',
      priceUsd: '175.00',
      gtin: '2000000410111',
    },
    {
      suffix: '15-L',
      watts: '15',
      size: 'large',
      lumens: 1400,
      heightCm: '44',
      weightKg: '3.1',
      priceEur: '219.00',
      priceUsd: '239.00',
      gtin: '2000000410128',
    },
  ]),
  ...variantsOf('LO-CLOCHE-BRASS', [
    {
      suffix: '8-S',
      watts: '8',
      size: 'small',
      lumens: 700,
      heightCm: '24',
      weightKg: '1.6',
      priceEur: '169.00',
      priceUsd: '185.00',
      gtin: '2000000410135',
    },
    {
      suffix: '15-L',
      watts: '15',
      size: 'large',
      lumens: 1400,
      heightCm: '44',
      weightKg: '3.6',
      priceEur: '269.00',
      priceUsd: '295.00',
      gtin: null,
    },
  ]),
];

/** Two models with sub-models by finish and variants by power and size; parents stand before their children. */
export const LAMP_FAMILIES: readonly DemoProduct[] = [...HERON, ...CLOCHE];
