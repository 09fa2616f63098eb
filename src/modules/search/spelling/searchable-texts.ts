import { foldKey } from '../../../kernel/codes.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { CellScope, SearchableCells } from '../filter/plan.ts';
import { textColumnOf } from '../row/text-column.ts';

/**
 * Texts besides SKUs in which the words of `q` are searched for: those shown to somebody who may not read all texts.
 */
export interface SearchableTexts {
  /** Folded codes. */
  readonly attributes: ReadonlySet<string>;
  /** Stored codes. */
  readonly channel: string;
  /** The locale and, in order, those whose values stand in for it. */
  readonly locales: readonly string[];
}

export const isSearchable = (attribute: string, searched: SearchableTexts | undefined): boolean =>
  searched === undefined || searched.attributes.has(foldKey(attribute));

/** Returns the cells of an attribute of which the first with a value is shown. */
export function displayScopes(
  { localizable, scopable }: AttributeDefinition,
  { channel, locales }: SearchableTexts,
): readonly CellScope[] {
  const at = scopable ? channel : null;
  return (localizable ? locales : [null]).map((locale) => ({ channel: at, locale }));
}

/** Returns the cells of all attributes in which words are searched for. */
export const searchableCells = (
  { attributes }: CatalogueStructure,
  searched: SearchableTexts,
): readonly SearchableCells[] =>
  [...attributes.values()]
    .filter(
      (attribute) => isSearchable(attribute.code, searched) && textColumnOf(attribute) === 'search_text',
    )
    .map((attribute) => ({ attribute: attribute.code, cellScopes: displayScopes(attribute, searched) }));

/** Returns the labels that words are compared with. */
export function searchableLabels(labels: Labels, searched: SearchableTexts | undefined): readonly string[] {
  if (searched === undefined) return Object.values(labels);
  const firstLabel = searched.locales
    .map((locale) => labels[locale])
    .find((text) => text !== undefined && text !== '');
  return firstLabel === undefined ? [] : [firstLabel];
}
