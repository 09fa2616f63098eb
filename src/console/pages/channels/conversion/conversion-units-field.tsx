import type { ConfigField } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { type ConversionUnits, sortUnits, withUnit } from './conversion-units.ts';

const ConversionUnitsEditor = lazyComponent(
  async () => (await import('./conversion-units-editor.tsx')).ConversionUnitsEditor,
  null,
);
const ConversionUnitsText = lazyComponent(
  async () => (await import('./conversion-units-editor.tsx')).ConversionUnitsText,
  null,
);

interface Channel {
  readonly conversionUnits: readonly { readonly attribute: string; readonly unit: string }[] | null;
}

/** Returns the attributes whose units differ. */
const changedAttributes = (units: ConversionUnits, stored: ConversionUnits): readonly string[] =>
  Object.keys({ ...stored, ...units }).filter((code) => units[code] !== stored[code]);

/** Merges by attribute; undefined if both sides gave one of them another unit. */
function mergeUnits(
  base: ConversionUnits,
  mine: ConversionUnits,
  stored: ConversionUnits,
): ConversionUnits | undefined {
  const theirs = new Set(changedAttributes(stored, base));
  const changed = changedAttributes(mine, base);
  if (changed.some((code) => theirs.has(code) && mine[code] !== stored[code])) return undefined;
  return changed.reduce((units, code) => withUnit(units, code, mine[code] ?? null), stored);
}

/** The units in which storefronts and exports of a channel have amounts. */
export const conversionUnitsField: ConfigField<Channel, ConversionUnits> = {
  name: 'conversionUnits',
  label: t('Units of amounts'),
  description: t('Amounts are converted to these units for the channel. Others stay as they were entered.'),
  initial: {},
  read: ({ conversionUnits }) =>
    sortUnits((conversionUnits ?? []).map(({ attribute, unit }) => [attribute, unit] as const)),
  write: (units, stored) =>
    changedAttributes(units, stored).map((attribute) => ({ attribute, unit: units[attribute] ?? null })),
  merge: mergeUnits,
  format: (units) =>
    Object.keys(units).length === 0 ? t('As entered') : <ConversionUnitsText units={units} />,
  Editor: ConversionUnitsEditor,
};
