import type { CatalogueStructure } from '../../structure/index.ts';
import { levelOf, resolveValues, type Values } from '../../values/index.ts';
import { placementOf } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';

/**
 * Returns the own values of a product and, of attributes that its variant layout places on a model above, those it
 * inherits. These are the ones that imports ignore when they repeat the value of the model.
 *
 * @param ancestors nearest first, the root model last
 */
export function withValuesAbove(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): Values {
  const placement = placementOf(structure, row, ancestors.at(-1) ?? row);
  if (placement === undefined) return row.values;
  const isAbove = (code: string) => levelOf(placement.layout, code) < placement.level;
  const above = ancestors.map(({ values }) =>
    Object.fromEntries(Object.entries(values).filter(([code]) => isAbove(code))),
  );
  return resolveValues(row.values, above);
}
