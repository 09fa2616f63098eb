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

const tableVariant = (finish: string, size: string, width: string, hundredths: number): SampleProduct => ({
  sku: `SAMPLE-DESK-${finish.replaceAll('_', '-').toUpperCase()}-${size.toUpperCase()}`,
  type: 'variant',
  parent: 'SAMPLE-DESK',
  values: {
    finish: value(finish),
    furniture_size: value(size),
    width: measure(width, 'CENTIMETER'),
    package_dimensions: value(`${Number(width) + 8} × 78 × 14 cm`),
    weight: measure(size === 'large' ? '38' : '31', 'KILOGRAM'),
    price: price(hundredths),
  },
});

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
    variantLayout: 'finish_and_size',
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
      depth: measure('70', 'CENTIMETER'),
      height: measure('74', 'CENTIMETER'),
      maximum_load: measure('80', 'KILOGRAM'),
      assembly: value('self_assembly'),
      assembly_time: measure('30', 'MINUTE'),
      packages: value(2),
    },
  },
  tableVariant('oiled_oak', 'medium', '140', 64900),
  tableVariant('oiled_oak', 'large', '180', 74900),
  tableVariant('walnut', 'medium', '140', 74900),
  tableVariant('walnut', 'large', '180', 86900),
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
      long_description: texts(
        '<p>The boards can be moved without tools.</p>',
        '<p>Die Böden lassen sich ohne Werkzeug versetzen.</p>',
        '<p>Les tablettes se déplacent sans outil.</p>',
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
      price: price(28900),
    },
  },
];
