import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';

/** Stands for a copy of all texts from another locale, in place of the field of a bulk edit. */
export const TEXTS_FIELD = '.texts';

const TEXT_TYPES: readonly string[] = ['TEXT', 'TEXTAREA', 'RICH_TEXT'];

/** Returns the attributes with a text for each locale that can be changed for many products. */
export const translatableAttributes = ({ attributes }: Pick<GridSchema, 'attributes'>) =>
  attributes.filter(
    ({ type, localizable, unique, readOnly, attributeSets }) =>
      TEXT_TYPES.includes(type) && localizable && !unique && !readOnly && attributeSets.length > 0,
  );
