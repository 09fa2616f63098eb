import type { Template, TemplateAttribute, TemplateOption } from '../template.ts';
import {
  BRAND,
  COLOR,
  COLORS,
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
import { ELECTRONICS_SAMPLES } from './electronics-samples.ts';

/** Returns an option whose label is the same in every language. */
const technical = (code: string, label: string, color?: string): TemplateOption => ({
  code,
  labels: [label, label, label],
  ...(color !== undefined && { color }),
});

const TECHNOLOGY: readonly TemplateAttribute[] = [
  {
    code: 'model_number',
    type: 'text',
    group: 'general',
    labels: ['Model number', 'Modellnummer', 'Référence du modèle'],
    searchable: true,
  },
  {
    code: 'storage_capacity',
    type: 'select',
    group: 'technology',
    labels: ['Storage', 'Speicher', 'Stockage'],
    optionSet: 'storage_capacities',
  },
  {
    code: 'display_size',
    type: 'measurement',
    group: 'technology',
    labels: ['Display size', 'Displaygröße', 'Taille de l’écran'],
    measurementFamily: 'length',
    defaultUnit: 'INCH',
  },
  {
    code: 'battery_life',
    type: 'measurement',
    group: 'power',
    labels: ['Battery life', 'Akkulaufzeit', 'Autonomie'],
    measurementFamily: 'duration',
    defaultUnit: 'HOUR',
  },
  {
    code: 'rated_power',
    type: 'measurement',
    group: 'power',
    labels: ['Rated power', 'Nennleistung', 'Puissance nominale'],
    measurementFamily: 'power',
    defaultUnit: 'WATT',
  },
  {
    code: 'charger_included',
    type: 'boolean',
    group: 'power',
    labels: ['Charger included', 'Ladegerät enthalten', 'Chargeur inclus'],
  },
  {
    code: 'connectors',
    type: 'multi_select',
    group: 'technology',
    labels: ['Connectors', 'Anschlüsse', 'Connectique'],
    optionSet: 'connectors',
  },
  {
    code: 'wireless',
    type: 'multi_select',
    group: 'technology',
    labels: ['Wireless', 'Funkstandards', 'Sans fil'],
    optionSet: 'wireless_standards',
  },
  {
    code: 'energy_class',
    type: 'select',
    group: 'energy_label',
    labels: ['Energy class', 'Energieeffizienzklasse', 'Classe énergétique'],
    optionSet: 'energy_classes',
  },
  documentAttribute('energy_label', 'energy_label', ['Energy label', 'Energielabel', 'Étiquette énergie']),
  {
    code: 'eprel_number',
    type: 'text',
    group: 'energy_label',
    labels: ['EPREL number', 'EPREL-Nummer', 'Numéro EPREL'],
  },
];

const DOCUMENTS: readonly TemplateAttribute[] = [
  documentAttribute('data_sheet', 'documents', ['Data sheet', 'Datenblatt', 'Fiche technique']),
  documentAttribute('manual', 'documents', ['Manual', 'Bedienungsanleitung', 'Mode d’emploi']),
  documentAttribute('declaration_of_conformity', 'documents', [
    'Declaration of conformity',
    'Konformitätserklärung',
    'Déclaration de conformité',
  ]),
];

const SHARED_MEMBERS = [
  ...['name', 'short_description', 'long_description', 'brand', 'model_number', 'color', 'images'],
  ...['connectors', 'wireless', 'battery_life', 'rated_power', 'charger_included'],
  ...DOCUMENTS.map(({ code }) => code),
  ...['price', 'gtin', 'weight', 'warranty_years'],
  ...SAFETY_ATTRIBUTES.map(({ code }) => code),
];
const ROLES = { summary: 'short_description', gallery: 'images', price: 'price' } as const;
const REQUIRED = [
  ...['long_description', 'brand', 'model_number', 'color', 'connectors'],
  ...['manufacturer', 'manufacturer_address', 'manufacturer_email'],
];

export const ELECTRONICS: Template = {
  code: 'electronics',
  labels: ['Electronics', 'Elektronik', 'Électronique'],
  description: [
    'Devices by storage and color, with power, connectors, energy label and documents.',
    'Geräte nach Speicher und Farbe, mit Leistung, Anschlüssen, Energielabel und Dokumenten.',
    'Appareils par stockage et couleur, avec puissance, connectique, étiquette énergie et documents.',
  ],
  attributeGroups: [
    GENERAL,
    MEDIA,
    { code: 'technology', labels: ['Technology', 'Technik', 'Technique'] },
    { code: 'power', labels: ['Power', 'Stromversorgung', 'Alimentation'] },
    { code: 'energy_label', labels: ['Energy label', 'Energielabel', 'Étiquette énergie'] },
    { code: 'documents', labels: ['Documents', 'Dokumente', 'Documents'] },
    SALES,
    SAFETY,
  ],
  attributes: [
    ...[NAME, SHORT_DESCRIPTION, DESCRIPTION, BRAND, COLOR, IMAGES],
    ...TECHNOLOGY,
    ...DOCUMENTS,
    ...[PRICE, GTIN, WEIGHT, WARRANTY],
    ...SAFETY_ATTRIBUTES,
  ],
  optionSets: [
    COLORS,
    {
      code: 'storage_capacities',
      labels: ['Storage capacities', 'Speichergrößen', 'Capacités de stockage'],
      options: [
        technical('64_gb', '64 GB'),
        technical('128_gb', '128 GB'),
        technical('256_gb', '256 GB'),
        technical('512_gb', '512 GB'),
        technical('1_tb', '1 TB'),
        technical('2_tb', '2 TB'),
      ],
    },
    {
      code: 'connectors',
      labels: ['Connectors', 'Anschlüsse', 'Connecteurs'],
      options: [
        technical('usb_c', 'USB-C'),
        technical('usb_a', 'USB-A'),
        technical('hdmi', 'HDMI'),
        technical('displayport', 'DisplayPort'),
        technical('ethernet', 'Ethernet'),
        { code: 'audio_jack', labels: ['3.5 mm jack', '3,5-mm-Klinke', 'Jack 3,5 mm'] },
        { code: 'memory_card', labels: ['Memory card', 'Speicherkarte', 'Carte mémoire'] },
      ],
    },
    {
      code: 'wireless_standards',
      labels: ['Wireless standards', 'Funkstandards', 'Normes sans fil'],
      options: [
        technical('wifi_6', 'Wi-Fi 6'),
        technical('wifi_7', 'Wi-Fi 7'),
        technical('bluetooth', 'Bluetooth'),
        technical('nfc', 'NFC'),
        technical('5g', '5G'),
      ],
    },
    {
      code: 'energy_classes',
      labels: ['Energy classes', 'Energieeffizienzklassen', 'Classes énergétiques'],
      options: [
        technical('a', 'A', '#1E9A49'),
        technical('b', 'B', '#54B148'),
        technical('c', 'C', '#BFD430'),
        technical('d', 'D', '#FDEE21'),
        technical('e', 'E', '#FAB41A'),
        technical('f', 'F', '#ED6B25'),
        technical('g', 'G', '#E31E25'),
      ],
    },
  ],
  attributeSets: [
    {
      code: 'mobile_devices',
      icon: 'phone',
      labels: ['Mobile devices', 'Mobilgeräte', 'Appareils mobiles'],
      attributes: [
        ...['storage_capacity', 'display_size', 'energy_class', 'energy_label', 'eprel_number'],
        ...SHARED_MEMBERS,
      ],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: {
        everywhere: ['name', 'price'],
        channel: [...REQUIRED, 'storage_capacity', 'display_size', 'energy_class'],
      },
      variantLayouts: [
        {
          code: 'color_then_storage',
          labels: [
            'By color, then by storage',
            'Nach Farbe, dann nach Speicher',
            'Par couleur, puis par stockage',
          ],
          levels: [
            { axes: ['color'], attributes: ['images'] },
            { axes: ['storage_capacity'], attributes: ['model_number', 'gtin', 'price'] },
          ],
        },
      ],
    },
    {
      code: 'audio_and_accessories',
      icon: 'audio',
      labels: ['Audio and accessories', 'Audio und Zubehör', 'Audio et accessoires'],
      attributes: SHARED_MEMBERS,
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: { everywhere: ['name', 'price'], channel: REQUIRED },
      variantLayouts: [
        {
          code: 'by_color',
          labels: ['By color', 'Nach Farbe', 'Par couleur'],
          levels: [{ axes: ['color'], attributes: ['images', 'model_number', 'gtin'] }],
        },
      ],
    },
  ],
  categories: [
    { code: 'electronics', labels: ['Electronics', 'Elektronik', 'Électronique'] },
    { code: 'phones', parent: 'electronics', labels: ['Phones', 'Telefone', 'Téléphones'] },
    { code: 'tablets', parent: 'electronics', labels: ['Tablets', 'Tablets', 'Tablettes'] },
    { code: 'audio', parent: 'electronics', labels: ['Audio', 'Audio', 'Audio'] },
    {
      code: 'cables_and_chargers',
      parent: 'electronics',
      labels: ['Cables and chargers', 'Kabel und Ladegeräte', 'Câbles et chargeurs'],
    },
  ],
  samples: ELECTRONICS_SAMPLES,
};
