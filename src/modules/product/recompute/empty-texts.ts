import type { CatalogueStructure } from '../../structure/index.ts';
import { cellsOf, findCell, levelOf } from '../../values/index.ts';
import { setOf, variantPlacement } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'textarea', 'rich_text']);

/**
 * Returns the number of texts that a product lacks in a channel and locale. Only attributes of its own level count, so that a
 * text that variants inherit counts once. It is 0 for archived products, and where a product is not sold.
 *
 * @param root the root model of the product; itself if it has none
 */
export function countEmptyTexts(
  structure: CatalogueStructure,
  row: ProductRow,
  root: ProductRow,
  scope: { readonly channel: string; readonly locale: string },
): number {
  const isSold = row.completeness.some(
    ({ channel, locale }) => channel === scope.channel && locale === scope.locale,
  );
  if (!isSold || row.status === 'archived') return 0;
  const placement = variantPlacement(structure, row, root);
  return (setOf(structure, row)?.attributes ?? []).filter(
    ({ code, type, localizable, scopable, availableLocales }) =>
      localizable &&
      TEXT_TYPES.has(type) &&
      (availableLocales?.includes(scope.locale) ?? true) &&
      (placement === undefined || levelOf(placement.layout, code) === placement.level) &&
      findCell(cellsOf(row.values, code), scopable ? scope.channel : null, scope.locale) === undefined,
  ).length;
}
