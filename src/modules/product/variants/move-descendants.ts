import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem, textOf } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { axisKey, checkAxes, levelProblem, type VariantPlacement } from '../../values/index.ts';
import { variantPlacement } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';
import { descendantsOf, type WriteBatch } from '../model/write-batch.ts';

/** Returns the axis values of a product as one text; null without a placement, and while a value is missing. */
export function axisKeyOf(
  structure: CatalogueStructure,
  placement: VariantPlacement | undefined,
  values: ProductRow['values'],
): string | null {
  if (placement === undefined) return null;
  return axisKey(
    placement,
    values,
    (code) => structure.attributes.get(foldKey(code)),
    (code) => structure.families.get(foldKey(code)),
  );
}

/** Returns the own cells that a product may not have in its new position, as it could not write them there. */
export function invalidCellsAfterMove(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): FieldProblem[] {
  const placement = variantPlacement(structure, row, ancestors.at(-1) ?? row);
  if (placement === undefined) return [];
  return Object.keys(row.values).flatMap((code) => {
    const attribute = structure.attributes.get(foldKey(code));
    const placementProblem = attribute === undefined ? null : levelProblem(attribute, placement);
    if (attribute === undefined || placementProblem === null) return [];
    const message = localized('with-own-value', { message: placementProblem.message, sku: row.sku });
    return [
      fieldProblem(placementProblem.code, ['values', attribute.code], message, { attribute: attribute.code }),
    ];
  });
}

/**
 * Returns the products below a model that is moved, or gets another set or layout: they follow it, and are
 * distinguished by the axes that hold there.
 *
 * @param after the model as it will be
 */
export function moveDescendants(
  batch: WriteBatch,
  before: ProductRow,
  after: ProductRow,
): { readonly below: readonly ProductRow[]; readonly problems: readonly FieldProblem[] } {
  const field = before.attributeSet === after.attributeSet ? 'parent' : 'attributeSet';
  const problems: FieldProblem[] = [];
  const rows = new Map([[after.id, after]]);
  const ancestorsOf = (row: ProductRow): ProductRow[] => {
    const parent = rows.get(row.parentId ?? '') ?? batch.products.get(row.parentId ?? '')?.row;
    return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
  };
  const rowsByAxisKey = new Map<string, ProductRow>();
  const below = descendantsOf(batch, before)
    .map(({ row }) => row)
    .sort((a, b) => a.level - b.level || (a.sku < b.sku ? -1 : 1));
  for (const old of below) {
    const row = { ...old, attributeSet: after.attributeSet, rootId: after.rootId ?? after.id };
    const ancestors = ancestorsOf(row);
    const placement = variantPlacement(batch.structure, row, ancestors.at(-1) ?? row);
    const key = axisKeyOf(batch.structure, placement, row.values);
    const placedRow = { ...row, axisKey: key };
    rows.set(placedRow.id, placedRow);
    const missing = placement === undefined ? [] : checkAxes(placement, row.values);
    const wrong = [...missing, ...invalidCellsAfterMove(batch.structure, placedRow, ancestors)];
    for (const problem of wrong) {
      const message = localized('with-ref', { ref: row.sku, message: textOf(problem) });
      const details = { attribute: problem.attribute, value: row.sku };
      problems.push(fieldProblem(problem.code, [field], message, details));
    }
    const twin = key === null ? undefined : rowsByAxisKey.get(`${row.parentId} ${key}`);
    if (twin !== undefined) {
      const message = localized('axis-values-equal', { sku: row.sku, twin: twin.sku });
      problems.push(fieldProblem('axis-duplicate', [field], message, { value: row.sku }));
    }
    rowsByAxisKey.set(`${row.parentId} ${key}`, placedRow);
  }
  return { below: below.map(({ id }) => rows.get(id)).filter((row) => row !== undefined), problems };
}
