import { Button, TextInput } from '@mantine/core';
import { codeFromLabel } from '../../catalogue/model/code-from-label.ts';
import type { ConfigField, EditorProps } from '../../catalogue/model/config-page-types.ts';
import { changedLabels, type Labels, toLabels } from '../../catalogue/model/labels-field.tsx';
import { t } from '../../i18n/translate.ts';
import { CloseIcon, CreateIcon } from '../../ui/icons.ts';
import type { MeasurementFamily } from './measurement-families-page.tsx';
import { TryConversion } from './try-conversion.tsx';

/** A unit while it is edited; factors and offsets are decimal texts. */
export interface Unit {
  readonly code: string;
  readonly symbol: string;
  readonly factor: string;
  readonly offset: string;
  readonly labels: Labels;
  /** Label of a stored unit; empty for one that is typed. */
  readonly label: string;
  /** True if products have values in it: it can be neither removed nor changed. */
  readonly isUsed: boolean;
}

/** The units of a family; the first one is the standard unit of a new family. */
export const unitsField: ConfigField<MeasurementFamily, readonly Unit[]> = {
  name: 'units',
  label: t('Units'),
  description: t('The factor says how many standard units one unit is. The standard unit has the factor 1.'),
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

/** Merges units of different codes; undefined if both changed the same one. */
function mergeUnits(base: readonly Unit[], typed: readonly Unit[], stored: readonly Unit[]) {
  const textOf = (units: readonly Unit[], code: string) =>
    JSON.stringify(units.find((unit) => unit.code === code));
  const merged: Unit[] = [...stored];
  for (const code of new Set([...base, ...typed].map((unit) => unit.code))) {
    if (textOf(base, code) === textOf(typed, code)) continue;
    if (textOf(base, code) !== textOf(stored, code)) return undefined;
    const unit = typed.find((one) => one.code === code);
    const index = merged.findIndex((one) => one.code === code);
    merged.splice(index === -1 ? merged.length : index, index === -1 ? 0 : 1, ...(unit ? [unit] : []));
  }
  return merged;
}

const NEW_UNIT: Unit = {
  code: '',
  symbol: '',
  factor: '1',
  offset: '0',
  labels: {},
  label: '',
  isUsed: false,
};

/** Edits the units of a family, a line for each, and shows each as an equation. */
function UnitRows({ label, description, value, error, isDisabled, onChange }: EditorProps<readonly Unit[]>) {
  const standard = value.find(({ factor, offset }) => Number(factor) === 1 && Number(offset) === 0);
  const set = (index: number, change: Partial<Unit>) =>
    onChange(value.map((unit, place) => (place === index ? { ...unit, ...change } : unit)));
  return (
    <fieldset className="unit-rows" aria-label={label}>
      <legend className="config-value-label">{label}</legend>
      <p className="quiet">{description}</p>
      {error === undefined ? null : <p className="field-error">{error}</p>}
      {value.map((unit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new unit has no code yet, and rows do not move.
        <div key={index} className="unit-row">
          <TextInput
            aria-label={t('Symbol of unit {number}', { number: index + 1 })}
            placeholder={t('Symbol')}
            title={unit.label}
            value={unit.symbol}
            disabled={isDisabled}
            onChange={({ currentTarget }) => set(index, { symbol: currentTarget.value })}
          />
          <TextInput
            aria-label={t('Factor of unit {number}', { number: index + 1 })}
            inputMode="decimal"
            value={unit.factor}
            disabled={isDisabled || unit.isUsed}
            title={unit.isUsed ? t('Products have values in this unit: its factor is fixed.') : undefined}
            onChange={({ currentTarget }) => set(index, { factor: currentTarget.value.replace(',', '.') })}
          />
          <span className="quiet">
            {unit === standard || unit.symbol === '' || standard === undefined
              ? t('Standard unit')
              : `1 ${unit.symbol} = ${unit.factor} ${standard.symbol}`}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Remove {name}', { name: unit.symbol || unit.code })}
            disabled={isDisabled || unit.isUsed || unit === standard}
            onClick={() => onChange(value.filter((_, place) => place !== index))}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
      <div className="row">
        <Button
          size="xs"
          variant="default"
          leftSection={<CreateIcon />}
          disabled={isDisabled}
          onClick={() => onChange([...value, NEW_UNIT])}
        >
          {t('Add unit')}
        </Button>
      </div>
      <TryConversion units={value} />
    </fieldset>
  );
}
