import type { Template, TemplateAttribute } from '../template.ts';
import {
  BRAND,
  DESCRIPTION,
  documentAttribute,
  GENERAL,
  GTIN,
  IMAGES,
  MEDIA,
  NAME,
  PRICE,
  SAFETY,
  SAFETY_ATTRIBUTES,
  SALES,
  SHORT_DESCRIPTION,
  WARRANTY,
  WEIGHT,
} from './common.ts';
import { FURNITURE_SAMPLES } from './furniture-samples.ts';

const dimension = (code: string, labels: TemplateAttribute['labels']): TemplateAttribute => ({
  code,
  type: 'measurement',
  group: 'dimensions',
  labels,
  measurementFamily: 'length',
  defaultUnit: 'CENTIMETER',
});

const BODY: readonly TemplateAttribute[] = [
  {
    code: 'finish',
    type: 'select',
    group: 'general',
    labels: ['Finish', 'Oberfläche', 'Finition'],
    optionSet: 'furniture_finishes',
    searchable: true,
  },
  {
    code: 'furniture_size',
    type: 'select',
    group: 'dimensions',
    labels: ['Size', 'Größe', 'Format'],
    optionSet: 'furniture_sizes',
  },
  {
    code: 'furniture_materials',
    type: 'multi_select',
    group: 'general',
    labels: ['Materials', 'Materialien', 'Matériaux'],
    optionSet: 'furniture_materials',
    searchable: true,
  },
  {
    code: 'rooms',
    type: 'multi_select',
    group: 'general',
    labels: ['Rooms', 'Räume', 'Pièces'],
    optionSet: 'rooms',
  },
  dimension('width', ['Width', 'Breite', 'Largeur']),
  dimension('depth', ['Depth', 'Tiefe', 'Profondeur']),
  dimension('height', ['Height', 'Höhe', 'Hauteur']),
  dimension('seat_height', ['Seat height', 'Sitzhöhe', 'Hauteur d’assise']),
  {
    code: 'maximum_load',
    type: 'measurement',
    group: 'dimensions',
    labels: ['Maximum load', 'Belastbarkeit', 'Charge maximale'],
    measurementFamily: 'weight',
    defaultUnit: 'KILOGRAM',
  },
];

const DELIVERY: readonly TemplateAttribute[] = [
  {
    code: 'assembly',
    type: 'select',
    group: 'assembly_and_delivery',
    labels: ['Assembly', 'Montage', 'Montage'],
    optionSet: 'assemblies',
  },
  {
    code: 'assembly_time',
    type: 'measurement',
    group: 'assembly_and_delivery',
    labels: ['Assembly time', 'Montagedauer', 'Durée de montage'],
    measurementFamily: 'duration',
    defaultUnit: 'MINUTE',
  },
  documentAttribute('assembly_instructions', 'assembly_and_delivery', [
    'Assembly instructions',
    'Montageanleitung',
    'Notice de montage',
  ]),
  {
    code: 'packages',
    type: 'number',
    group: 'assembly_and_delivery',
    labels: ['Packages', 'Packstücke', 'Colis'],
    validation: { min: '1', decimalPlaces: 0 },
  },
  {
    code: 'package_dimensions',
    type: 'text',
    group: 'assembly_and_delivery',
    labels: ['Package dimensions', 'Maße der Packstücke', 'Dimensions des colis'],
  },
  {
    code: 'package_weight',
    type: 'measurement',
    group: 'assembly_and_delivery',
    labels: ['Weight with packaging', 'Gewicht mit Verpackung', 'Poids avec emballage'],
    measurementFamily: 'weight',
    defaultUnit: 'KILOGRAM',
  },
];

const SHARED_MEMBERS = [
  ...[
    'name',
    'short_description',
    'long_description',
    'brand',
    'finish',
    'furniture_materials',
    'rooms',
    'images',
  ],
  ...['width', 'depth', 'height', 'maximum_load'],
  ...[
    'assembly',
    'assembly_time',
    'assembly_instructions',
    'packages',
    'package_dimensions',
    'package_weight',
  ],
  ...['price', 'gtin', 'weight', 'warranty_years'],
  ...SAFETY_ATTRIBUTES.map(({ code }) => code),
];
const ROLES = { summary: 'short_description', gallery: 'images', price: 'price' } as const;
const REQUIRED = {
  everywhere: ['name', 'price'],
  channel: [
    ...['long_description', 'brand', 'finish', 'width', 'depth', 'height', 'assembly', 'packages'],
    ...['manufacturer', 'manufacturer_address', 'manufacturer_email'],
  ],
};

export const FURNITURE: Template = {
  code: 'furniture',
  labels: ['Furniture', 'Möbel', 'Meubles'],
  description: [
    'Tables, chairs and storage by finish and size, with assembly, packages and product safety.',
    'Tische, Stühle und Schränke nach Oberfläche und Größe, mit Montage, Packstücken und Produktsicherheit.',
    'Tables, chaises et rangements par finition et format, avec montage, colis et sécurité du produit.',
  ],
  attributeGroups: [
    GENERAL,
    MEDIA,
    { code: 'dimensions', labels: ['Dimensions', 'Maße', 'Dimensions'] },
    {
      code: 'assembly_and_delivery',
      labels: ['Assembly and delivery', 'Montage und Lieferung', 'Montage et livraison'],
    },
    SALES,
    SAFETY,
  ],
  attributes: [
    ...[NAME, SHORT_DESCRIPTION, DESCRIPTION, BRAND, IMAGES],
    ...BODY,
    ...DELIVERY,
    ...[PRICE, GTIN, WEIGHT, WARRANTY],
    ...SAFETY_ATTRIBUTES,
  ],
  optionSets: [
    {
      code: 'furniture_finishes',
      labels: ['Furniture finishes', 'Möbeloberflächen', 'Finitions de meubles'],
      options: [
        { code: 'oiled_oak', labels: ['Oiled oak', 'Eiche geölt', 'Chêne huilé'], color: '#C19A6B' },
        { code: 'walnut', labels: ['Walnut', 'Nussbaum', 'Noyer'], color: '#5C4033' },
        { code: 'ash', labels: ['Ash', 'Esche', 'Frêne'], color: '#D8C3A0' },
        { code: 'beech', labels: ['Beech', 'Buche', 'Hêtre'], color: '#D2A679' },
        {
          code: 'white_lacquer',
          labels: ['White lacquer', 'Weiß lackiert', 'Laqué blanc'],
          color: '#F7F6F2',
        },
        {
          code: 'black_lacquer',
          labels: ['Black lacquer', 'Schwarz lackiert', 'Laqué noir'],
          color: '#1F1E1C',
        },
        { code: 'grey_fabric', labels: ['Grey fabric', 'Stoff grau', 'Tissu gris'], color: '#8A8D91' },
        { code: 'green_fabric', labels: ['Green fabric', 'Stoff grün', 'Tissu vert'], color: '#4F6F52' },
        { code: 'brown_leather', labels: ['Brown leather', 'Leder braun', 'Cuir marron'], color: '#7A4B2A' },
      ],
    },
    {
      code: 'furniture_sizes',
      labels: ['Furniture sizes', 'Möbelgrößen', 'Formats de meubles'],
      options: [
        { code: 'small', labels: ['Small', 'Klein', 'Petit'] },
        { code: 'medium', labels: ['Medium', 'Mittel', 'Moyen'] },
        { code: 'large', labels: ['Large', 'Groß', 'Grand'] },
        { code: 'extra_large', labels: ['Extra large', 'Sehr groß', 'Très grand'] },
      ],
    },
    {
      code: 'furniture_materials',
      labels: ['Furniture materials', 'Möbelmaterialien', 'Matériaux de meubles'],
      options: [
        { code: 'solid_wood', labels: ['Solid wood', 'Massivholz', 'Bois massif'] },
        { code: 'veneer', labels: ['Veneer', 'Furnier', 'Placage'] },
        { code: 'particle_board', labels: ['Particle board', 'Spanplatte', 'Panneau de particules'] },
        { code: 'steel', labels: ['Steel', 'Stahl', 'Acier'] },
        { code: 'glass', labels: ['Glass', 'Glas', 'Verre'] },
        { code: 'fabric', labels: ['Fabric', 'Stoff', 'Tissu'] },
        { code: 'leather', labels: ['Leather', 'Leder', 'Cuir'] },
      ],
    },
    {
      code: 'rooms',
      labels: ['Rooms', 'Räume', 'Pièces'],
      options: [
        { code: 'living_room', labels: ['Living room', 'Wohnzimmer', 'Salon'] },
        { code: 'dining_room', labels: ['Dining room', 'Esszimmer', 'Salle à manger'] },
        { code: 'bedroom', labels: ['Bedroom', 'Schlafzimmer', 'Chambre'] },
        { code: 'home_office', labels: ['Home office', 'Arbeitszimmer', 'Bureau'] },
        { code: 'hallway', labels: ['Hallway', 'Flur', 'Entrée'] },
        { code: 'outdoor', labels: ['Outdoor', 'Außenbereich', 'Extérieur'] },
      ],
    },
    {
      code: 'assemblies',
      labels: ['Assembly', 'Montage', 'Montage'],
      options: [
        { code: 'assembled', labels: ['Assembled', 'Fertig montiert', 'Monté'] },
        { code: 'partly_assembled', labels: ['Partly assembled', 'Teilmontiert', 'Partiellement monté'] },
        { code: 'self_assembly', labels: ['Self-assembly', 'Zur Selbstmontage', 'À monter soi-même'] },
      ],
    },
  ],
  attributeSets: [
    {
      code: 'furniture',
      icon: 'furniture',
      labels: ['Furniture', 'Möbel', 'Meubles'],
      attributes: ['furniture_size', ...SHARED_MEMBERS],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: REQUIRED,
      variantLayouts: [
        {
          code: 'finish_then_size',
          labels: [
            'By finish, then by size',
            'Nach Oberfläche, dann nach Größe',
            'Par finition, puis par format',
          ],
          levels: [
            { axes: ['finish'], attributes: ['images'] },
            {
              axes: ['furniture_size'],
              attributes: [
                ...['width', 'depth', 'height', 'package_dimensions', 'package_weight'],
                ...['gtin', 'price', 'weight'],
              ],
            },
          ],
        },
      ],
    },
    {
      code: 'seating',
      icon: 'furniture',
      labels: ['Seating', 'Sitzmöbel', 'Sièges'],
      attributes: ['seat_height', ...SHARED_MEMBERS],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: { everywhere: REQUIRED.everywhere, channel: [...REQUIRED.channel, 'seat_height'] },
      variantLayouts: [
        {
          code: 'by_finish',
          labels: ['By finish', 'Nach Oberfläche', 'Par finition'],
          levels: [{ axes: ['finish'], attributes: ['images', 'gtin', 'price'] }],
        },
      ],
    },
  ],
  categories: [
    { code: 'furniture', labels: ['Furniture', 'Möbel', 'Meubles'] },
    { code: 'tables', parent: 'furniture', labels: ['Tables', 'Tische', 'Tables'] },
    { code: 'chairs', parent: 'furniture', labels: ['Chairs', 'Stühle', 'Chaises'] },
    { code: 'sofas', parent: 'furniture', labels: ['Sofas', 'Sofas', 'Canapés'] },
    { code: 'beds', parent: 'furniture', labels: ['Beds', 'Betten', 'Lits'] },
    { code: 'storage_furniture', parent: 'furniture', labels: ['Storage', 'Aufbewahrung', 'Rangements'] },
  ],
  samples: FURNITURE_SAMPLES,
};
