import { graphql } from '../../api/graphql.ts';

/** What fields need of their attribute. */
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
