import { foldKey } from '../../../kernel/codes.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { CellScope, SearchedCells } from '../filter/plan.ts';
import { textColumnOf } from '../row/text-column.ts';

/**
 * Texts besides SKUs in which the words of `q` are searched for: those shown to somebody who may not read all texts.
 */
export interface SearchedTexts {
  /** Folded codes. */
  readonly attributes: ReadonlySet<string>;
  /** Stored codes. */
  readonly channel: string;
  /** The locale and, in order, those whose values stand in for it. */
  readonly locales: readonly string[];
}

export const isSearched = (attribute: string, searched: SearchedTexts | undefined): boolean =>
  searched === undefined || searched.attributes.has(foldKey(attribute));

/** Returns the cells of an attribute of which the first with a value is shown. */
export function shownScopes(
  { localizable, scopable }: AttributeDefinition,
  { channel, locales }: SearchedTexts,
): readonly CellScope[] {
  const at = scopable ? channel : null;
  return (localizable ? locales : [null]).map((locale) => ({ channel: at, locale }));
}

/** Returns the cells of all attributes in which words are searched for. */
export const searchedCells = (
  { attributes }: CatalogueStructure,
  searched: SearchedTexts,
): readonly SearchedCells[] =>
  [...attributes.values()]
    .filter((attribute) => isSearched(attribute.code, searched) && textColumnOf(attribute) === 'search_text')
    .map((attribute) => ({ attribute: attribute.code, cellScopes: shownScopes(attribute, searched) }));

/** Returns the labels that words are compared with. */
export function shownLabels(labels: Labels, searched: SearchedTexts | undefined): readonly string[] {
  if (searched === undefined) return Object.values(labels);
  const shown = searched.locales
    .map((locale) => labels[locale])
    .find((text) => text !== undefined && text !== '');
  return shown === undefined ? [] : [shown];
}
