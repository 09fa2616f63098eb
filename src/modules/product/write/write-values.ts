import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import {
  adjustValues,
  type CellAssignment,
  type CellWrite,
  cellsOf,
  checkAxes,
  duplicateUniqueValues,
  isPartial,
  levelOf,
  mergeCells,
  resolveValues,
  toValueContext,
  type ValueAdjustment,
  type ValueContext,
  type Values,
  type VariantPlacement,
} from '../../values/index.ts';
import { setOf, variantPlacement } from '../model/product-completeness.ts';
import type { ProductRow } from '../model/product-row.ts';
import type { WriteBatch } from '../model/write-batch.ts';
import { axisKeyOf } from '../variants/move-descendants.ts';

export interface WrittenValues {
  readonly values: Values;
  readonly axisKey: string | null;
  /** Problems that reject the write. */
  readonly problems: readonly FieldProblem[];
  /** Cells left out because the options say so. */
  readonly skipped: readonly FieldProblem[];
  /** Paths of the cells that the ancestors have already. */
  readonly inheritedCells: readonly (readonly string[])[];
}

/**
 * Merges cells, and adjustments of what is there, into a product of the batch and checks what depends on its position:
 * axes, siblings, unique values.
 */
export function writeValues(
  batch: WriteBatch,
  row: ProductRow,
  ancestors: readonly ProductRow[],
  writes: readonly CellWrite[],
  adjustments: readonly ValueAdjustment[],
): WrittenValues {
  const { structure, options } = batch;
  const placement = variantPlacement(structure, row, ancestors.at(-1) ?? row);
  const context = toValueContext(structure, batch.valueContext, setOf(structure, row)?.members, {
    placement,
  });
  const skipped: FieldProblem[] = [];
  let inheritedCells: readonly (readonly string[])[] = [];
  let own =
    adjustments.length === 0
      ? writes
      : [...writes, ...adjustValues(row.values, adjustments, context, inheritedValuesOf(ancestors))];
  if (options.inheritedCells === 'skip' && placement !== undefined && placement.level > 0) {
    const above = inheritedWrites(batch, row, writes, placement);
    own = writes.filter((write) => !above.has(write));
    const compared = compareWithAncestors(context, ancestors, [...above] as CellAssignment[]);
    inheritedCells = compared.flatMap(({ write, problem }) => (problem === null ? [write.path] : []));
    skipped.push(...compared.flatMap(({ problem }) => problem ?? []));
  }
  const duplicateProblems = duplicateUniqueValues(batch, { id: row.id, noun: 'product' }, own);
  if (duplicateProblems.size > 0) own = own.filter((write) => !duplicateProblems.has(write));
  const typeOf = ({ attribute }: CellWrite) => structure.attributes.get(foldKey(attribute))?.type;
  const isCompleted = own.some((write) => !write.clear && isPartial(write, typeOf(write)));
  const inherited = isCompleted ? inheritedValuesOf(ancestors) : undefined;
  const skipsCells = options.invalidCells === 'skip';
  // If faulty cells are left out, all others are written, however many there are.
  const maxProblems = skipsCells ? Number.POSITIVE_INFINITY : undefined;
  const merged = mergeCells(row.values, own, { ...context, inherited }, maxProblems);
  const cellProblems = [...merged.problems, ...duplicateProblems.values()];
  const problems = skipsCells ? [] : cellProblems;
  if (skipsCells) skipped.push(...cellProblems);

  const key = axisKeyOf(structure, placement, merged.values);
  const axisProblems =
    placement === undefined || row.level === 0
      ? []
      : axisProblemsOf(batch, row, placement, merged.values, key);
  return {
    values: merged.values,
    axisKey: key,
    // An axis is often missing because its value was left out: the rejection names that too.
    problems: [...problems, ...(axisProblems.length > 0 ? skipped : []), ...axisProblems],
    skipped,
    inheritedCells,
  };
}

/** Returns the writes of attributes that the layout puts above the product, where it has no value of its own. */
function inheritedWrites(
  batch: WriteBatch,
  row: ProductRow,
  writes: readonly CellWrite[],
  { layout, level }: VariantPlacement,
): Set<CellWrite> {
  const above = writes.filter((write) => {
    const attribute = batch.structure.attributes.get(foldKey(write.attribute));
    if (attribute === undefined || write.clear === true) return false;
    return levelOf(layout, attribute.code) < level && !hasOwn(row, attribute.code, write);
  });
  return new Set(above);
}

/**
 * Returns true if a product has a cell of its own where one is written; channels and locales resolve in either case.
 */
function hasOwn({ values }: ProductRow, code: string, { channel, locale }: CellAssignment): boolean {
  const scopeOf = (one: { readonly channel?: string | null; readonly locale?: string | null }) =>
    foldKey(`${one.channel ?? ''} ${one.locale ?? ''}`);
  const requestedScope = scopeOf({ channel, locale });
  return cellsOf(values, code).some((cell) => scopeOf(cell) === requestedScope);
}

/** Returns the values that a product inherits. */
function inheritedValuesOf(ancestors: readonly ProductRow[]): Values {
  const [parent, ...further] = ancestors.map(({ values }) => values);
  return resolveValues(parent ?? {}, further) as Values;
}

/**
 * Returns why each cell is not inherited: its value differs from the ancestors', or is invalid. Null: it is inherited.
 */
function compareWithAncestors(
  context: ValueContext,
  ancestors: readonly ProductRow[],
  writes: readonly CellAssignment[],
): { readonly write: CellAssignment; readonly problem: FieldProblem | null }[] {
  const inherited = inheritedValuesOf(ancestors);
  return writes.map((write) => {
    const { values, problems } = mergeCells(inherited, [write], { ...context, placement: undefined });
    const [problem] = problems;
    if (problem !== undefined) return { write, problem };
    if (values === inherited) return { write, problem: null };
    const { attribute, channel, locale, value, path } = write;
    const message = localized('value-belongs-to-model', { attribute });
    const cell = { attribute, channel, locale, value };
    return { write, problem: fieldProblem('value-belongs-to-parent', path, message, cell) };
  });
}

function axisProblemsOf(
  batch: WriteBatch,
  row: ProductRow,
  placement: VariantPlacement,
  values: Values,
  key: string | null,
): FieldProblem[] {
  const missing = checkAxes(placement, values);
  if (missing.length > 0 || key === null || row.parentId === null) return missing;
  const sibling = batch.axisKeys.get(row.parentId)?.get(key);
  if (sibling === undefined || sibling.id === row.id) return [];
  const sku = batch.products.get(sibling.id)?.row.sku ?? sibling.sku;
  const message = localized('axis-values-taken', { sku });
  return [fieldProblem('axis-duplicate', ['values'], message, { takenBy: sku })];
}
