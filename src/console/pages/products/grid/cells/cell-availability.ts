import type { GridAttribute, GridSchema } from '../../../../catalogue/columns/column-documents.ts';
import type { CellRef } from '../../../../catalogue/columns/grid-column.ts';
import { findValue } from '../../../../catalogue/grid/cells/cell-values.ts';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { familyDepth } from '../levels/expandable-rows.ts';

type CellProduct = Pick<GridProduct, 'attributeSet' | 'variantLayout' | 'parent' | 'values'>;

type Family = Pick<CellProduct, 'attributeSet' | 'variantLayout'>;

/** Returns the levels of variants of a product's family. */
function variantLevels({ attributeSet, variantLayout }: Family, { sets }: Pick<GridSchema, 'sets'>) {
  const set = sets.find((one) => one.code === attributeSet?.code);
  return set?.variantLayouts.find((one) => one.code === variantLayout?.code)?.levels ?? [];
}

/** Returns the level of variants that an attribute belongs to; 0 for the model at the top. */
function attributeLevel(product: Family, { code }: GridAttribute, model: Pick<GridSchema, 'sets'>): number {
  const names = (members: readonly { readonly code: string }[]) => members.some((one) => one.code === code);
  return (
    variantLevels(product, model).findIndex(({ axes, attributes }) => names(axes) || names(attributes)) + 1
  );
}

/**
 * Returns true if variants are distinguished by an attribute: its inherited value is the same in all variants of the
 * model.
 */
export const isAxis = (product: Family, { code }: GridAttribute, model: Pick<GridSchema, 'sets'>): boolean =>
  variantLevels(product, model).some(({ axes }) => axes.some((axis) => axis.code === code));

/**
 * Returns the reason why a product can have no value in a cell; null where it can. A product without a set can have all
 * values, and a model's values of its variants' attributes stay its own.
 */
export function unavailableReason(
  product: CellProduct,
  cell: CellRef,
  model: Pick<GridSchema, 'sets'>,
): string | null {
  const { attributeSet } = product;
  const { attribute } = cell;
  if (attributeSet === null) return null;
  if (!attribute.attributeSets.some(({ code }) => code === attributeSet.code))
    return t('Not part of the attribute set {set}.', { set: attributeSet.label });
  if (findValue(product, cell) !== undefined) return null;
  return attributeLevel(product, attribute, model) > familyDepth(product) - 1
    ? t('Each variant has its own value.')
    : null;
}
