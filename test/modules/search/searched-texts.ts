import { foldKey } from '../../../src/kernel/codes.ts';
import { normalizeText } from '../../../src/modules/search/filter/normalize-text.ts';
import type { SearchDocument } from '../../../src/modules/search/filter/search-document.ts';
import { textOf } from '../../../src/modules/search/filter/value-keys.ts';
import type { CatalogueStructure } from '../../../src/modules/structure/index.ts';

/**
 * What full text search looks through: the SKU or code, other words it is known by, and the texts of searchable
 * attributes, in search form. Labels of options are not in it: they are looked up when somebody searches, so that
 * renaming one changes no product.
 */
export function searchedTexts(documents: SearchDocument, structure: CatalogueStructure): string[] {
  const texts = [documents.key, ...documents.words].map(normalizeText);
  for (const [code, cells] of Object.entries(documents.values)) {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute?.searchable !== true) continue;
    for (const { value } of cells) texts.push(textOf(attribute, value) ?? '');
  }
  return texts;
}
