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
  SALES,
  SHORT_DESCRIPTION,
  WEIGHT,
} from './common.ts';
import { FASHION_SAMPLES } from './fashion-samples.ts';

/** Returns options whose labels are the same in every language. */
const sizes = (...codes: readonly string[]): TemplateOption[] =>
  codes.map((code) => {
    const label = code.toUpperCase();
    return { code, labels: [label, label, label] };
  });

const FIT: readonly TemplateAttribute[] = [
  {
    code: 'target_group',
    type: 'select',
    group: 'general',
    labels: ['Target group', 'Zielgruppe', 'Public'],
    optionSet: 'target_groups',
  },
  {
    code: 'season',
    type: 'select',
    group: 'general',
    labels: ['Season', 'Saison', 'Saison'],
    optionSet: 'seasons',
  },
  {
    code: 'size',
    type: 'select',
    group: 'fit',
    labels: ['Size', 'Größe', 'Taille'],
    optionSet: 'clothing_sizes',
  },
  {
    code: 'shoe_size',
    type: 'select',
    group: 'fit',
    labels: ['Shoe size (EU)', 'Schuhgröße (EU)', 'Pointure (UE)'],
    optionSet: 'shoe_sizes',
  },
  { code: 'fit', type: 'select', group: 'fit', labels: ['Fit', 'Passform', 'Coupe'], optionSet: 'fits' },
  {
    code: 'sleeve_length',
    type: 'select',
    group: 'fit',
    labels: ['Sleeve length', 'Ärmellänge', 'Longueur des manches'],
    optionSet: 'sleeve_lengths',
  },
  {
    code: 'closure',
    type: 'select',
    group: 'fit',
    labels: ['Closure', 'Verschluss', 'Fermeture'],
    optionSet: 'closures',
  },
  {
    code: 'heel_height',
    type: 'measurement',
    group: 'fit',
    labels: ['Heel height', 'Absatzhöhe', 'Hauteur du talon'],
    measurementFamily: 'length',
    defaultUnit: 'CENTIMETER',
  },
  documentAttribute('size_chart', 'fit', ['Size chart', 'Größentabelle', 'Guide des tailles']),
];

const MATERIAL: readonly TemplateAttribute[] = [
  {
    code: 'material',
    type: 'multi_select',
    group: 'material_and_care',
    labels: ['Material', 'Material', 'Matière'],
    optionSet: 'textile_materials',
    searchable: true,
  },
  {
    code: 'composition',
    type: 'text',
    group: 'material_and_care',
    labels: ['Composition', 'Zusammensetzung', 'Composition'],
    localizable: true,
  },
  {
    code: 'lining',
    type: 'text',
    group: 'material_and_care',
    labels: ['Lining', 'Futter', 'Doublure'],
    localizable: true,
  },
  {
    code: 'sole',
    type: 'text',
    group: 'material_and_care',
    labels: ['Sole', 'Sohle', 'Semelle'],
    localizable: true,
  },
  {
    code: 'care_symbols',
    type: 'multi_select',
    group: 'material_and_care',
    labels: ['Care', 'Pflege', 'Entretien'],
    optionSet: 'care_symbols',
  },
  {
    code: 'care_notes',
    type: 'textarea',
    group: 'material_and_care',
    labels: ['Care notes', 'Pflegehinweise', 'Conseils d’entretien'],
    localizable: true,
  },
  {
    code: 'vegan',
    type: 'boolean',
    group: 'material_and_care',
    labels: ['Vegan', 'Vegan', 'Végane'],
  },
  {
    code: 'country_of_origin',
    type: 'text',
    group: 'sales',
    labels: ['Country of origin', 'Herkunftsland', 'Pays d’origine'],
    localizable: true,
  },
];

const ROLES = { summary: 'short_description', gallery: 'images', price: 'price' } as const;

export const FASHION: Template = {
  code: 'fashion',
  labels: ['Fashion', 'Mode', 'Mode'],
  description: [
    'Clothing, shoes and accessories by color and size, with composition and care.',
    'Kleidung, Schuhe und Accessoires nach Farbe und Größe, mit Zusammensetzung und Pflege.',
    'Vêtements, chaussures et accessoires par couleur et taille, avec composition et entretien.',
  ],
  attributeGroups: [
    GENERAL,
    MEDIA,
    { code: 'fit', labels: ['Fit and size', 'Passform und Größe', 'Coupe et taille'] },
    {
      code: 'material_and_care',
      labels: ['Material and care', 'Material und Pflege', 'Matière et entretien'],
    },
    SALES,
  ],
  attributes: [
    ...[NAME, SHORT_DESCRIPTION, DESCRIPTION, BRAND, COLOR, IMAGES],
    ...FIT,
    ...MATERIAL,
    ...[PRICE, GTIN, WEIGHT],
  ],
  optionSets: [
    COLORS,
    {
      code: 'clothing_sizes',
      labels: ['Clothing sizes', 'Kleidergrößen', 'Tailles de vêtements'],
      options: sizes('xs', 's', 'm', 'l', 'xl', 'xxl'),
    },
    {
      code: 'shoe_sizes',
      labels: ['Shoe sizes', 'Schuhgrößen', 'Pointures'],
      options: sizes('36', '37', '38', '39', '40', '41', '42', '43', '44', '45', '46'),
    },
    {
      code: 'target_groups',
      labels: ['Target groups', 'Zielgruppen', 'Publics'],
      options: [
        { code: 'women', labels: ['Women', 'Damen', 'Femmes'] },
        { code: 'men', labels: ['Men', 'Herren', 'Hommes'] },
        { code: 'unisex', labels: ['Unisex', 'Unisex', 'Mixte'] },
        { code: 'children', labels: ['Children', 'Kinder', 'Enfants'] },
      ],
    },
    {
      code: 'seasons',
      labels: ['Seasons', 'Saisons', 'Saisons'],
      options: [
        { code: 'spring_summer', labels: ['Spring/summer', 'Frühjahr/Sommer', 'Printemps-été'] },
        { code: 'autumn_winter', labels: ['Autumn/winter', 'Herbst/Winter', 'Automne-hiver'] },
        { code: 'all_year', labels: ['All year', 'Ganzjährig', 'Toute l’année'] },
      ],
    },
    {
      code: 'fits',
      labels: ['Fits', 'Passformen', 'Coupes'],
      options: [
        { code: 'slim', labels: ['Slim', 'Schmal', 'Ajustée'] },
        { code: 'regular', labels: ['Regular', 'Normal', 'Droite'] },
        { code: 'relaxed', labels: ['Relaxed', 'Weit', 'Ample'] },
        { code: 'oversized', labels: ['Oversized', 'Übergroß', 'Oversize'] },
      ],
    },
    {
      code: 'sleeve_lengths',
      labels: ['Sleeve lengths', 'Ärmellängen', 'Longueurs de manches'],
      options: [
        { code: 'sleeveless', labels: ['Sleeveless', 'Ärmellos', 'Sans manches'] },
        { code: 'short_sleeve', labels: ['Short', 'Kurz', 'Courtes'] },
        { code: 'three_quarter', labels: ['Three-quarter', 'Dreiviertel', 'Trois-quarts'] },
        { code: 'long_sleeve', labels: ['Long', 'Lang', 'Longues'] },
      ],
    },
    {
      code: 'closures',
      labels: ['Closures', 'Verschlüsse', 'Fermetures'],
      options: [
        { code: 'none', labels: ['None', 'Ohne', 'Aucune'] },
        { code: 'buttons', labels: ['Buttons', 'Knöpfe', 'Boutons'] },
        { code: 'zip', labels: ['Zip', 'Reißverschluss', 'Fermeture éclair'] },
        { code: 'laces', labels: ['Laces', 'Schnürung', 'Lacets'] },
        { code: 'buckle', labels: ['Buckle', 'Schnalle', 'Boucle'] },
      ],
    },
    {
      code: 'textile_materials',
      labels: ['Textile materials', 'Textilmaterialien', 'Matières textiles'],
      options: [
        { code: 'cotton', labels: ['Cotton', 'Baumwolle', 'Coton'] },
        { code: 'linen', labels: ['Linen', 'Leinen', 'Lin'] },
        { code: 'wool', labels: ['Wool', 'Wolle', 'Laine'] },
        { code: 'silk', labels: ['Silk', 'Seide', 'Soie'] },
        { code: 'viscose', labels: ['Viscose', 'Viskose', 'Viscose'] },
        { code: 'polyester', labels: ['Polyester', 'Polyester', 'Polyester'] },
        { code: 'elastane', labels: ['Elastane', 'Elasthan', 'Élasthanne'] },
        { code: 'leather', labels: ['Leather', 'Leder', 'Cuir'] },
        { code: 'rubber', labels: ['Rubber', 'Gummi', 'Caoutchouc'] },
      ],
    },
    {
      code: 'care_symbols',
      labels: ['Care symbols', 'Pflegesymbole', 'Symboles d’entretien'],
      options: [
        { code: 'wash_30', labels: ['Wash at 30 °C', 'Waschen bei 30 °C', 'Lavage à 30 °C'] },
        { code: 'wash_40', labels: ['Wash at 40 °C', 'Waschen bei 40 °C', 'Lavage à 40 °C'] },
        { code: 'hand_wash', labels: ['Hand wash', 'Handwäsche', 'Lavage à la main'] },
        { code: 'no_bleach', labels: ['Do not bleach', 'Nicht bleichen', 'Ne pas blanchir'] },
        {
          code: 'no_tumble_dry',
          labels: ['Do not tumble dry', 'Nicht trocknergeeignet', 'Pas de sèche-linge'],
        },
        { code: 'iron_low', labels: ['Iron at low heat', 'Mäßig heiß bügeln', 'Repassage doux'] },
        { code: 'dry_clean', labels: ['Dry clean', 'Chemische Reinigung', 'Nettoyage à sec'] },
      ],
    },
  ],
  attributeSets: [
    {
      code: 'clothing',
      icon: 'clothing',
      labels: ['Clothing', 'Kleidung', 'Vêtements'],
      attributes: [
        ...[
          'name',
          'short_description',
          'long_description',
          'brand',
          'target_group',
          'season',
          'color',
          'images',
        ],
        ...['size', 'fit', 'sleeve_length', 'closure', 'size_chart'],
        ...['material', 'composition', 'lining', 'care_symbols', 'care_notes', 'vegan'],
        ...['price', 'gtin', 'weight', 'country_of_origin'],
      ],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: {
        everywhere: ['name', 'price'],
        channel: ['long_description', 'brand', 'color', 'size', 'composition', 'care_symbols'],
      },
      variantLayouts: [
        {
          code: 'color_then_size',
          labels: ['By color, then by size', 'Nach Farbe, dann nach Größe', 'Par couleur, puis par taille'],
          levels: [
            { axes: ['color'], attributes: ['images'] },
            { axes: ['size'], attributes: ['gtin', 'weight'] },
          ],
        },
      ],
    },
    {
      code: 'shoes',
      icon: 'shoe',
      labels: ['Shoes', 'Schuhe', 'Chaussures'],
      attributes: [
        ...[
          'name',
          'short_description',
          'long_description',
          'brand',
          'target_group',
          'season',
          'color',
          'images',
        ],
        ...['shoe_size', 'closure', 'heel_height', 'size_chart'],
        ...['material', 'composition', 'lining', 'sole', 'care_notes', 'vegan'],
        ...['price', 'gtin', 'weight', 'country_of_origin'],
      ],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: {
        everywhere: ['name', 'price'],
        channel: ['long_description', 'brand', 'color', 'shoe_size'],
      },
      variantLayouts: [
        {
          code: 'color_then_shoe_size',
          labels: ['By color, then by size', 'Nach Farbe, dann nach Größe', 'Par couleur, puis par pointure'],
          levels: [
            { axes: ['color'], attributes: ['images'] },
            { axes: ['shoe_size'], attributes: ['gtin', 'weight'] },
          ],
        },
      ],
    },
    {
      code: 'accessories',
      icon: 'bag',
      labels: ['Accessories', 'Accessoires', 'Accessoires'],
      attributes: [
        ...[
          'name',
          'short_description',
          'long_description',
          'brand',
          'target_group',
          'season',
          'color',
          'images',
        ],
        ...['material', 'composition', 'care_symbols', 'care_notes', 'vegan'],
        ...['price', 'gtin', 'weight', 'country_of_origin'],
      ],
      attributeAsLabel: 'name',
      attributeAsImage: 'images',
      roles: ROLES,
      required: {
        everywhere: ['name', 'price'],
        channel: ['long_description', 'brand', 'color', 'composition'],
      },
      variantLayouts: [
        {
          code: 'by_color',
          labels: ['By color', 'Nach Farbe', 'Par couleur'],
          levels: [{ axes: ['color'], attributes: ['images', 'gtin'] }],
        },
      ],
    },
  ],
  categories: [
    { code: 'fashion', labels: ['Fashion', 'Mode', 'Mode'] },
    { code: 'tops', parent: 'fashion', labels: ['Tops', 'Oberteile', 'Hauts'] },
    { code: 'trousers', parent: 'fashion', labels: ['Trousers', 'Hosen', 'Pantalons'] },
    { code: 'dresses', parent: 'fashion', labels: ['Dresses', 'Kleider', 'Robes'] },
    { code: 'footwear', parent: 'fashion', labels: ['Shoes', 'Schuhe', 'Chaussures'] },
    { code: 'fashion_accessories', parent: 'fashion', labels: ['Accessories', 'Accessoires', 'Accessoires'] },
  ],
  samples: FASHION_SAMPLES,
};
