import { builder } from '../../graphql/builder.ts';
import type { TextFormat } from './attribute-types.ts';

export const AttributeTypeType = builder.enumType('AttributeType', {
  description: 'Type of the values of an attribute.',
  values: {
    IDENTIFIER: {
      value: 'identifier',
      description: 'A text that is unique among products: GTIN, part number.',
    },
    TEXT: { value: 'text', description: 'One line of text, up to 255 characters.' },
    TEXTAREA: { value: 'textarea', description: 'Text of several lines, up to 65,535 characters.' },
    RICH_TEXT: { value: 'rich_text', description: 'Text with HTML marks.' },
    NUMBER: { value: 'number', description: 'An exact decimal number.' },
    BOOLEAN: { value: 'boolean', description: 'Yes or no.' },
    DATE: { value: 'date', description: 'A calendar day.' },
    DATETIME: { value: 'datetime', description: 'A date and time.' },
    SELECT: { value: 'select', description: 'One option of a set.' },
    MULTI_SELECT: { value: 'multi_select', description: 'Several options of a set, in an order.' },
    PRICE: { value: 'price', description: 'An amount per currency.' },
    MEASUREMENT: { value: 'measurement', description: 'An amount with a unit of a measurement family.' },
    MEDIA: { value: 'media', description: 'One media file.' },
    MEDIA_LIST: { value: 'media_list', description: 'Several media files, in an order.' },
    ENTITY: { value: 'entity', description: 'One entity of a type.' },
    ENTITY_LIST: { value: 'entity_list', description: 'Several entities of a type, in an order.' },
    TABLE: { value: 'table', description: 'Rows of columns. Not available yet.' },
  } as const,
});

const formats: Readonly<Record<TextFormat, string>> = {
  email: 'An e-mail address.',
  url: 'A web address, http or https.',
  slug: 'Lower-case letters, digits and single hyphens.',
  color: 'A hexadecimal color: `#1E90FF`.',
  gtin: 'A GTIN of 8, 12, 13 or 14 digits with its check digit.',
  ean13: 'An EAN of 13 digits with its check digit.',
  upc: 'A UPC of 12 digits with its check digit.',
  isbn13: 'An ISBN of 13 digits with its check digit.',
  asin: 'An Amazon Standard Identification Number.',
  mpn: "A manufacturer's part number.",
};

export const TextFormatType = builder.enumType('TextFormat', {
  description: 'Text formats with validation rules of their own.',
  values: Object.fromEntries(
    Object.entries(formats).map(([value, description]) => [
      value.toUpperCase(),
      { value: value as TextFormat, description },
    ]),
  ),
});
