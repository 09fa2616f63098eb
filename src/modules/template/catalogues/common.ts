import type { TemplateAttribute, TemplateOptionSet } from '../template.ts';

// Parts that several templates have. Who applies two of them gets one attribute, not two.

const IMAGE_TYPES = ['image/*'];
const DOCUMENT_TYPES = ['application/pdf', 'image/*'];

export const GENERAL = { code: 'general', labels: ['General', 'Allgemein', 'Général'] } as const;
export const MEDIA = { code: 'media', labels: ['Media', 'Medien', 'Médias'] } as const;
export const SALES = { code: 'sales', labels: ['Sales', 'Verkauf', 'Vente'] } as const;
export const SAFETY = {
  code: 'product_safety',
  labels: ['Product safety', 'Produktsicherheit', 'Sécurité du produit'],
} as const;

export const NAME: TemplateAttribute = {
  code: 'name',
  type: 'text',
  group: 'general',
  labels: ['Name', 'Name', 'Nom'],
  localizable: true,
  searchable: true,
  validation: { maxLength: 120 },
};
export const SHORT_DESCRIPTION: TemplateAttribute = {
  code: 'short_description',
  type: 'textarea',
  group: 'general',
  labels: ['Short description', 'Kurzbeschreibung', 'Description courte'],
  localizable: true,
  validation: { maxLength: 300 },
};
export const DESCRIPTION: TemplateAttribute = {
  code: 'long_description',
  type: 'rich_text',
  group: 'general',
  labels: ['Description', 'Beschreibung', 'Description'],
  localizable: true,
  searchable: true,
};
export const BRAND: TemplateAttribute = {
  code: 'brand',
  type: 'text',
  group: 'general',
  labels: ['Brand', 'Marke', 'Marque'],
  searchable: true,
};
export const IMAGES: TemplateAttribute = {
  code: 'images',
  type: 'media_list',
  group: 'media',
  labels: ['Images', 'Bilder', 'Images'],
  validation: { mimeTypes: IMAGE_TYPES },
};
export const COLOR: TemplateAttribute = {
  code: 'color',
  type: 'select',
  group: 'general',
  labels: ['Color', 'Farbe', 'Couleur'],
  optionSet: 'colors',
  searchable: true,
};
export const PRICE: TemplateAttribute = {
  code: 'price',
  type: 'price',
  group: 'sales',
  labels: ['Price', 'Preis', 'Prix'],
};
export const GTIN: TemplateAttribute = {
  code: 'gtin',
  type: 'identifier',
  group: 'sales',
  labels: ['GTIN', 'GTIN', 'GTIN'],
  validation: { format: 'gtin' },
};
export const WEIGHT: TemplateAttribute = {
  code: 'weight',
  type: 'measurement',
  group: 'sales',
  labels: ['Weight', 'Gewicht', 'Poids'],
  measurementFamily: 'weight',
  defaultUnit: 'KILOGRAM',
};
export const WARRANTY: TemplateAttribute = {
  code: 'warranty_years',
  type: 'number',
  group: 'sales',
  labels: ['Warranty (years)', 'Garantie (Jahre)', 'Garantie (années)'],
  validation: { min: '0', decimalPlaces: 0 },
};

/** Statements that Regulation (EU) 2023/988 on general product safety requires of offers. */
export const SAFETY_ATTRIBUTES: readonly TemplateAttribute[] = [
  {
    code: 'manufacturer',
    type: 'text',
    group: 'product_safety',
    labels: ['Manufacturer', 'Hersteller', 'Fabricant'],
  },
  {
    code: 'manufacturer_address',
    type: 'textarea',
    group: 'product_safety',
    labels: ['Address of the manufacturer', 'Anschrift des Herstellers', 'Adresse du fabricant'],
  },
  {
    code: 'manufacturer_email',
    type: 'text',
    group: 'product_safety',
    labels: ['Email of the manufacturer', 'E-Mail des Herstellers', 'E-mail du fabricant'],
    validation: { format: 'email' },
  },
  {
    code: 'responsible_person',
    type: 'textarea',
    group: 'product_safety',
    labels: [
      'Responsible person in the EU',
      'Verantwortliche Person in der EU',
      'Personne responsable dans l’UE',
    ],
  },
  {
    code: 'safety_information',
    type: 'textarea',
    group: 'product_safety',
    labels: ['Safety information', 'Sicherheitshinweise', 'Informations de sécurité'],
    localizable: true,
  },
];

/** Returns an attribute for a file that people read. */
export const documentAttribute = (
  code: string,
  group: string,
  labels: TemplateAttribute['labels'],
): TemplateAttribute => ({ code, type: 'media', group, labels, validation: { mimeTypes: DOCUMENT_TYPES } });

export const COLORS: TemplateOptionSet = {
  code: 'colors',
  labels: ['Colors', 'Farben', 'Couleurs'],
  options: [
    { code: 'black', labels: ['Black', 'Schwarz', 'Noir'], color: '#1C1A17' },
    { code: 'white', labels: ['White', 'Weiß', 'Blanc'], color: '#FFFFFF' },
    { code: 'grey', labels: ['Grey', 'Grau', 'Gris'], color: '#8A8D91' },
    { code: 'beige', labels: ['Beige', 'Beige', 'Beige'], color: '#D9C7A7' },
    { code: 'brown', labels: ['Brown', 'Braun', 'Marron'], color: '#6F4E37' },
    { code: 'red', labels: ['Red', 'Rot', 'Rouge'], color: '#B3261E' },
    { code: 'pink', labels: ['Pink', 'Rosa', 'Rose'], color: '#E7A6B8' },
    { code: 'orange', labels: ['Orange', 'Orange', 'Orange'], color: '#E07B28' },
    { code: 'yellow', labels: ['Yellow', 'Gelb', 'Jaune'], color: '#F2C744' },
    { code: 'green', labels: ['Green', 'Grün', 'Vert'], color: '#2F7D4F' },
    { code: 'blue', labels: ['Blue', 'Blau', 'Bleu'], color: '#2B5FB0' },
    { code: 'navy', labels: ['Navy', 'Marineblau', 'Bleu marine'], color: '#1B2A4A' },
    { code: 'purple', labels: ['Purple', 'Violett', 'Violet'], color: '#6B4A9E' },
  ],
};
