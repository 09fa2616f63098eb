import { codeFromLabel } from '../../catalogue/model/code-from-label.ts';
import type { ConfigField } from '../../catalogue/model/config-page-types.ts';
import { changedLabels, type Labelled, toLabels } from '../../catalogue/model/fields/labels.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { isStandard, mergeUnits, type Unit } from './units.ts';

const UnitRows = lazyComponent(async () => (await import('./unit-rows.tsx')).UnitRows, null);

type StoredUnit = Omit<Unit, 'labels' | 'isUsed'> & Labelled & { readonly productsCount: number };

/** The units of a family; the first one is the standard unit of a new family. */
export const unitsField: ConfigField<{ readonly units: readonly StoredUnit[] }, readonly Unit[]> = {
  name: 'units',
  label: t('Units'),
  description: t('One unit is so many standard units; the standard unit itself has the factor 1.'),
  initial: [],
  isInDialog: true,
  read: ({ units }) =>
    units.map(({ labels, productsCount, ...unit }) => ({
      ...unit,
      labels: toLabels(labels),
      isUsed: productsCount > 0,
    })),
  write: (units) =>
    units.map(({ code, symbol, factor, offset, labels }) => ({
      code: code || codeFromLabel(symbol).toUpperCase(),
      symbol,
      factor,
      offset,
      labels: changedLabels(labels, {}),
    })),
  merge: mergeUnits,
  format: (units) => units.map(({ symbol, code }) => symbol || code).join(', '),
  Editor: UnitRows,
};

/** Returns the input of a family with its standard unit, the one with factor 1. */
export function withStandardUnit(family: Readonly<Record<string, unknown>>) {
  const units = (family.units ?? []) as readonly Unit[];
  const standard = units.find(isStandard);
  return standard === undefined ? family : { ...family, standardUnit: standard.code };
}
