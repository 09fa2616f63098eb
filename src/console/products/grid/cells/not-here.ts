import { t } from '../../../language/t.ts';
import type { GridAttribute, GridModel } from '../columns/column-documents.ts';
import type { CellAddress } from '../columns/grid-column.ts';
import type { GridProduct } from '../grid-documents.ts';
import { depthOf } from '../levels/family-rows.ts';
import { findValue } from './read-row.ts';

type Place = Pick<GridProduct, 'attributeSet' | 'variantLayout' | 'parent' | 'values'>;

/** The level of variants that an attribute belongs to; 0 for the model at the top. */
function levelOf(
  { attributeSet, variantLayout }: Place,
  { code }: GridAttribute,
  { sets }: Pick<GridModel, 'sets'>,
): number {
  if (variantLayout === null) return 0;
  const set = sets.find((one) => one.code === attributeSet?.code);
  const layout = set?.variantLayouts.find((one) => one.code === variantLayout.code);
  const names = (members: readonly { readonly code: string }[]) => members.some((one) => one.code === code);
  const found = layout?.levels.findIndex(({ axes, attributes }) => names(axes) || names(attributes)) ?? -1;
  return found + 1;
}

/**
 * Why a product can have no value in a cell; null where it can. One without a set can have all, and what a model has of its
 * variants' attributes stays its own.
 */
export function whyNotHere(product: Place, cell: CellAddress, model: Pick<GridModel, 'sets'>): string | null {
  const { attributeSet } = product;
  const { attribute } = cell;
  if (attributeSet === null) return null;
  if (!attribute.attributeSets.some(({ code }) => code === attributeSet.code))
    return t('Not part of the attribute set {set}.', { set: attributeSet.label });
  if (findValue(product, cell) !== undefined) return null;
  return levelOf(product, attribute, model) > depthOf(product) - 1
    ? t('Each variant has its own value.')
    : null;
}
