import { graphql, type ResultOf } from '../../../api/graphql.ts';

/** The fragment selects the rules for the values of an attribute. */
export const RULES = graphql(`
  fragment AttributeRules on AttributeValidation {
    minLength maxLength pattern format allowedValues min max decimalPlaces negativeAllowed step minItems maxItems
    allowedTags requiredCurrencies units mimeTypes extensions maxSize minWidth minHeight aspectRatio
  }
`);

/** Rules for the values of an attribute, as the API has them. */
export type AttributeRules = ResultOf<typeof RULES>;
