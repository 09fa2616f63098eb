import { useState } from 'react';
import { toAxisValue } from './axis-value.ts';
import { type AxisValue, type PlannedVariant, plannedVariantKey, planVariants } from './plan-variants.ts';
import { inferSkuScheme } from './sku-scheme.ts';
import type { Axis, Family } from './variant-documents.ts';

/** Values of axes, as the API has them and with their labels, by the code of the axis. */
export type PresetValues = ReadonlyMap<string, { readonly value: unknown; readonly label: string }>;

/**
 * Returns the variants that follow from the values of the axes, and the models between them and their model.
 *
 * @param preset values that are chosen at first
 */
export function useVariantPlan(
  family: Family,
  levels: readonly (readonly Axis[])[],
  preset: PresetValues | undefined,
) {
  const codes = levels.map((axes) => axes.map(({ code }) => code));
  const [scheme] = useState(() => inferSkuScheme(family.sku, codes, family.existing));
  const [pattern, setPattern] = useState(scheme.pattern);
  const [edited, setEdited] = useState<ReadonlyMap<string, string>>(new Map());
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly AxisValue[]>>(
    () =>
      new Map(
        levels.flat().flatMap((axis) => {
          const value = preset?.get(axis.code);
          return value === undefined || value.value === null
            ? []
            : [[axis.code, [toAxisValue(axis, value.value, value.label)]] as const];
        }),
      ),
  );
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const choices = codes.map((level) => level.map((code) => ({ code, values: chosen.get(code) ?? [] })));
  const combinations = choices.flat().reduce((count, { values }) => count * values.length, 1);
  const planned = planVariants(family.sku, choices, pattern, family.existing, edited, scheme.textOf);
  const variants = planned.filter(({ type }) => type === 'VARIANT');
  const rows = variants.length === 0 ? [] : planned;
  const selected = variants.filter((one) => !deselected.has(plannedVariantKey(one)));
  const parents = new Set(selected.map(({ parent }) => parent));
  return {
    pattern,
    setPattern,
    /** Returns the chosen values of an axis. */
    valuesOf: ({ code }: Axis) => chosen.get(code) ?? [],
    setValues: ({ code }: Axis, values: readonly AxisValue[]) =>
      setChosen((before) => new Map(before).set(code, values)),
    /** Number of combinations of the values, with those that exist. */
    combinations,
    /** Number of combinations that exist. */
    existing: combinations - variants.length,
    rows,
    /** The selected variants. */
    selected,
    /** The selected variants and their models; models without variants are not created. */
    products: rows.filter((one) => (one.type === 'MODEL' ? parents.has(one.sku) : selected.includes(one))),
    select: (row: PlannedVariant, isOn: boolean) =>
      setDeselected((before) => {
        const next = new Set(before);
        if (isOn) next.delete(plannedVariantKey(row));
        else next.add(plannedVariantKey(row));
        return next;
      }),
    /** Gives a product a SKU; null for that of the pattern. */
    setSku: (row: PlannedVariant, sku: string | null) =>
      setEdited((before) => {
        const next = new Map(before);
        if (sku === null) next.delete(plannedVariantKey(row));
        else next.set(plannedVariantKey(row), sku);
        return next;
      }),
  };
}

export type VariantPlan = ReturnType<typeof useVariantPlan>;
