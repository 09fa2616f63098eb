import type { ConfigField } from '../../catalogue/model/config-page-types.ts';
import { changedLabels, type Labelled, toLabels } from '../../catalogue/model/fields/labels.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { mergeUnits, type Unit } from './units.ts';

const UnitRows = lazyComponent(async () => (await import('./unit-rows.tsx')).UnitRows, null);

interface Family {
  readonly standardUnit: string;
  readonly units: readonly (Pick<Unit, 'code' | 'symbol' | 'factor' | 'offset' | 'label'> &
    Labelled & { readonly productsCount: number })[];
}

/** The units of a family; the first one is the standard unit of a new family. */
export const unitsField: ConfigField<Family, readonly Unit[]> = {
  name: 'units',
  label: t('Units'),
  description: t('One unit is so many standard units; the standard unit itself has the factor 1.'),
  initial: [],
  isInDialog: true,
  read: ({ units, standardUnit }) =>
    units.map(({ labels, productsCount, ...unit }) => ({
      ...unit,
      labels: toLabels(labels),
      isStandard: unit.code === standardUnit,
      isNew: false,
      isUsed: productsCount > 0,
    })),
  write: (units) =>
    units.map(({ code, symbol, factor, offset, labels }) => ({
      code,
      symbol,
      factor,
      offset,
      labels: changedLabels(labels, {}),
    })),
  merge: mergeUnits,
  format: (units) => units.map(({ symbol, code }) => symbol || code).join(', '),
  Editor: UnitRows,
};
