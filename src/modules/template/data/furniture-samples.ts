import { measure, price, type SampleProduct, type SampleValue, texts, value } from '../template.ts';

const MAKER: Readonly<Record<string, SampleValue>> = {
  brand: value('Tannwerk'),
  warranty_years: value(5),
  manufacturer: value('Tannwerk Example Ltd.'),
  manufacturer_address: value('1 Example Street, 10115 Berlin, Germany'),
  manufacturer_email: value('safety@example.com'),
  safety_information: texts(
    'Fix tall pieces to the wall.',
    'Hohe Möbel an der Wand befestigen.',
    'Fixez les meubles hauts au mur.',
  ),
};

const DESKS = [
  ['medium', '140', '31'],
  ['large', '180', '38'],
] as const;

const desks = (finish: string, prices: readonly [medium: number, large: number]): SampleProduct[] => {
  const parent = `SAMPLE-DESK-${finish.replaceAll('_', '-').toUpperCase()}`;
  return [
    { sku: parent, type: 'model', parent: 'SAMPLE-DESK', values: { finish: value(finish) } },
    ...DESKS.map(
      ([size, width, kilograms], index): SampleProduct => ({
        sku: `${parent}-${size.toUpperCase()}`,
        type: 'variant',
        parent,
        values: {
          furniture_size: value(size),
          width: measure(width, 'CENTIMETER'),
          depth: measure('70', 'CENTIMETER'),
          height: measure('74', 'CENTIMETER'),
          package_dimensions: value(`${Number(width) + 8} × 78 × 14 cm`),
          weight: measure(kilograms, 'KILOGRAM'),
          price: price(prices[index] ?? 0),
        },
      }),
    ),
  ];
};

const chair = (finish: string, hundredths: number): SampleProduct => ({
  sku: `SAMPLE-CHAIR-${finish.replaceAll('_', '-').toUpperCase()}`,
  type: 'variant',
  parent: 'SAMPLE-CHAIR',
  values: { finish: value(finish), price: price(hundredths) },
});

export const FURNITURE_SAMPLES: readonly SampleProduct[] = [
  {
    sku: 'SAMPLE-DESK',
    type: 'model',
    attributeSet: 'furniture',
    variantLayout: 'finish_then_size',
    categories: ['tables'],
    values: {
      ...MAKER,
      name: texts('Desk with cable tray', 'Schreibtisch mit Kabelkanal', 'Bureau avec passe-câbles'),
      short_description: texts(
        'A solid top on two trestles.',
        'Eine massive Platte auf zwei Böcken.',
        'Un plateau massif sur deux tréteaux.',
      ),
      long_description: texts(
        '<p>The tray below the top takes a power strip and every cable.</p>',
        '<p>Der Kanal unter der Platte nimmt Steckdosenleiste und alle Kabel auf.</p>',
        '<p>Le passe-câbles sous le plateau reçoit une multiprise et tous les câbles.</p>',
      ),
      furniture_materials: value(['solid_wood', 'steel']),
      rooms: value(['home_office']),
      maximum_load: measure('80', 'KILOGRAM'),
      assembly: value('self_assembly'),
      assembly_time: measure('30', 'MINUTE'),
      packages: value(2),
    },
  },
  ...desks('oiled_oak', [64900, 74900]),
  ...desks('walnut', [74900, 86900]),
  {
    sku: 'SAMPLE-CHAIR',
    type: 'model',
    attributeSet: 'seating',
    variantLayout: 'by_finish',
    categories: ['chairs'],
    values: {
      ...MAKER,
      name: texts('Stacking chair', 'Stapelstuhl', 'Chaise empilable'),
      short_description: texts(
        'Bent wood, four in a stack.',
        'Gebogenes Holz, zu viert stapelbar.',
        'Bois courbé, empilable par quatre.',
      ),
      long_description: texts(
        '<p>The back gives way a little, so that people sit longer.</p>',
        '<p>Die Lehne gibt etwas nach, damit man länger sitzt.</p>',
        '<p>Le dossier est légèrement souple, pour rester assis plus longtemps.</p>',
      ),
      furniture_materials: value(['veneer', 'steel']),
      rooms: value(['dining_room', 'home_office']),
      width: measure('48', 'CENTIMETER'),
      depth: measure('52', 'CENTIMETER'),
      height: measure('80', 'CENTIMETER'),
      seat_height: measure('45', 'CENTIMETER'),
      maximum_load: measure('120', 'KILOGRAM'),
      weight: measure('4.6', 'KILOGRAM'),
      assembly: value('assembled'),
      packages: value(1),
    },
  },
  chair('beech', 12900),
  chair('black_lacquer', 13900),
  // Description and price are left to whoever tries the template.
  {
    sku: 'SAMPLE-SHELF',
    type: 'simple',
    attributeSet: 'furniture',
    categories: ['storage_furniture'],
    values: {
      ...MAKER,
      name: texts('Wall shelf', 'Wandregal', 'Étagère murale'),
      short_description: texts(
        'Five boards, hung from one rail.',
        'Fünf Böden an einer Schiene.',
        'Cinq tablettes sur un seul rail.',
      ),
      finish: value('white_lacquer'),
      furniture_size: value('medium'),
      furniture_materials: value(['particle_board', 'steel']),
      rooms: value(['living_room', 'hallway']),
      width: measure('90', 'CENTIMETER'),
      depth: measure('28', 'CENTIMETER'),
      height: measure('190', 'CENTIMETER'),
      maximum_load: measure('60', 'KILOGRAM'),
      weight: measure('22', 'KILOGRAM'),
      assembly: value('self_assembly'),
      assembly_time: measure('45', 'MINUTE'),
      packages: value(1),
    },
  },
];
