import { foldKey } from '../../../kernel/codes.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { SearchDocument } from './search-document.ts';
import { searchForm } from './search-form.ts';
import { textOf } from './value-keys.ts';

/**
 * What full text search looks through: the SKU or code, other words it is known by, and the texts of searchable
 * attributes, in search form. Labels of options are not in it: they are looked up when somebody searches, so that
 * renaming one changes no product.
 */
export function searchedTexts(facts: SearchDocument, structure: CatalogueStructure): string[] {
  const texts = [facts.key, ...facts.words].map(searchForm);
  for (const [code, cells] of Object.entries(facts.values)) {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute?.searchable !== true) continue;
    for (const { value } of cells) texts.push(textOf(attribute, value) ?? '');
  }
  return texts;
}
