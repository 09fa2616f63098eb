import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { SWATCH } from '../values/swatch-document.ts';

/** Selects the data of an attribute that its fields need. */
export const FORM_ATTRIBUTE = graphql(`
  fragment FormAttribute on Attribute {
    code label(locale: $words) type localizable scopable readOnly defaultUnit availableLocales
    guideline(locale: $locale)
    optionSet { code label(locale: $words) }
    entityType { code }
    measurementFamily { units { code symbol label(locale: $words) } }
    validation { maxLength allowedTags units mimeTypes maxItems }
  }
`);

export type FormAttribute = FragmentOf<typeof FORM_ATTRIBUTE>;

/** Selects the data of a value that fields need, with labels and images. */
export const FORM_VALUE = graphql(
  `
  fragment FormValue on AttributeValue {
    channel locale source inSet json
    display(locale: $locale)
    attribute { code }
    ... on SelectValue { option { code label(locale: $locale) swatch { ...SwatchParts } } }
    ... on MultiSelectValue { options { code label(locale: $locale) swatch { ...SwatchParts } } }
    ... on EntityValue { entity { code label(locale: $locale) } }
    ... on EntityListValue { entities { code label(locale: $locale) } }
    ... on MediaValue { media { code label(locale: $locale) mimeType url(width: 128, height: 128, fit: COVER, format: WEBP) } }
    ... on MediaListValue { mediaList { code label(locale: $locale) mimeType url(width: 128, height: 128, fit: COVER, format: WEBP) } }
  }
`,
  [SWATCH],
);

export type FormValue = FragmentOf<typeof FORM_VALUE>;

export const ENTITY_CHOICES = graphql(`
  query EntityChoices($type: String!, $query: String, $locale: String) {
    entities(entityType: $type, query: $query, first: 50) { nodes { code label(locale: $locale) } }
  }
`);
