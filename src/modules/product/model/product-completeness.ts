import { foldKey } from '../../../kernel/codes.ts';
import type { CatalogueStructure, SetStructure } from '../../structure/index.ts';
import {
  type CompletenessPlan,
  computeCompleteness,
  planCompleteness,
  resolveValues,
  type VariantPlacement,
} from '../../values/index.ts';
import { liveScopes } from './live.ts';
import type { ProductRow } from './product-row.ts';

/** Returns the configuration of a product's set; undefined for an unclassified product. */
export function setOf(structure: CatalogueStructure, row: ProductRow): SetStructure | undefined {
  return row.attributeSet === null ? undefined : structure.sets.get(foldKey(row.attributeSet));
}

/**
 * Returns the position of a product in the layout of its root model; undefined for simple products. `root` may be the
 * row.
 */
export function variantPlacement(
  structure: CatalogueStructure,
  row: ProductRow,
  root: ProductRow,
): VariantPlacement | undefined {
  if (root.variantLayout === null) return undefined;
  const layout = setOf(structure, row)?.layouts.get(foldKey(root.variantLayout));
  return layout === undefined ? undefined : { layout, level: row.level };
}

const plans = new WeakMap<SetStructure, Map<string, CompletenessPlan>>();

function planFor(
  structure: CatalogueStructure,
  set: SetStructure,
  placement: VariantPlacement | undefined,
): CompletenessPlan {
  const plansByKey = plans.get(set) ?? new Map<string, CompletenessPlan>();
  plans.set(set, plansByKey);
  const key = placement === undefined ? '' : `${placement.layout.code}/${placement.level}`;
  const plan =
    plansByKey.get(key) ??
    planCompleteness({
      requirements: set.requirements,
      channels: [...structure.channels.values()].filter(({ document }) => document.active),
      attributes: set.attributes,
      placement,
    });
  plansByKey.set(key, plan);
  return plan;
}

/** Derived data that is stored beside what was written of a product, to be read without computing. */
export type DerivedColumns = Pick<ProductRow, 'completeness' | 'completenessRevision' | 'valuesInSet'>;

/**
 * Returns the completeness of a product per channel that it is sold in and locale, empty for an unclassified one, and
 * whether its set has all its attributes. `ancestors`: nearest first, the root model last.
 */
export function completenessOf(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): DerivedColumns {
  const set = setOf(structure, row);
  if (set === undefined) return { completeness: [], completenessRevision: 0, valuesInSet: true };
  const placement = variantPlacement(structure, row, ancestors.at(-1) ?? row);
  const values = resolveValues(
    row.values,
    ancestors.map((ancestor) => ancestor.values),
  );
  const sold = [row, ...ancestors].find(({ channels }) => channels !== null)?.channels ?? null;
  const whole = planFor(structure, set, placement);
  const plan = sold === null ? whole : whole.filter(({ channel }) => sold.includes(channel));
  return {
    completeness: computeCompleteness(plan, values),
    completenessRevision: set.completenessRevision,
    valuesInSet: Object.keys(row.values).every((code) => set.members.has(code)),
  };
}

/** Derived data that is stored beside what was written of a product, with its live scopes. */
export type DerivedRow = DerivedColumns & Pick<ProductRow, 'live'>;

/** Returns the same, and the scopes where it is live. */
export function deriveColumns(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): DerivedRow {
  const derived = completenessOf(structure, row, ancestors);
  return { ...derived, live: liveScopes(structure, { ...row, ...derived }, ancestors) };
}

/** Finds the models above products, nearest first, that are among some rows. */
export function ancestorsAmong(rows: readonly ProductRow[]): (row: ProductRow) => readonly ProductRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ancestorsOf = (row: ProductRow): readonly ProductRow[] => {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
  };
  return ancestorsOf;
}

/** Returns the rows as they are by the present structure. The models above them are among the rows or `models`. */
export function deriveRows(
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  models: readonly ProductRow[] = [],
): ProductRow[] {
  const ancestorsOf = ancestorsAmong([...models, ...rows]);
  return rows.map((row) => ({ ...row, ...deriveColumns(structure, row, ancestorsOf(row)) }));
}
