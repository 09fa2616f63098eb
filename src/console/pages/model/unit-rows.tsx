import { Button, TextInput } from '@mantine/core';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { CloseIcon, CreateIcon } from '../../ui/icons.ts';
import { TryConversion } from './try-conversion.tsx';
import { addUnit, renameUnit, standardAmount, type Unit } from './units.ts';

/** Edits the units of a family, a line for each, and shows each as an equation. */
export function UnitRows({
  label,
  description,
  value,
  error,
  isDisabled,
  onChange,
}: EditorProps<readonly Unit[]>) {
  const standard = value.find(({ isStandard }) => isStandard);
  const setFactor = (unit: Unit, factor: string) =>
    onChange(value.map((one) => (one === unit ? { ...unit, factor } : one)));
  return (
    <fieldset className="unit-rows" aria-label={label}>
      <legend className="config-value-label">{label}</legend>
      <p className="quiet">{description}</p>
      {error === undefined ? null : <p role="alert">{error}</p>}
      {value.map((unit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new unit has no code yet, and rows do not move.
        <div key={index} className="unit-row">
          <TextInput
            aria-label={t('Symbol of unit {number}', { number: index + 1 })}
            placeholder={t('Symbol')}
            title={unit.label}
            value={unit.symbol}
            disabled={isDisabled}
            onChange={({ currentTarget }) => onChange(renameUnit(value, unit, currentTarget.value))}
          />
          <TextInput
            aria-label={t('Factor of unit {number}', { number: index + 1 })}
            inputMode="decimal"
            value={unit.factor}
            disabled={isDisabled || unit.isUsed || unit.isStandard}
            title={unit.isUsed ? t('Products have values in this unit: its factor is fixed.') : undefined}
            onChange={({ currentTarget }) => setFactor(unit, currentTarget.value.replace(',', '.'))}
          />
          <span className="quiet">
            {unit.isStandard
              ? t('Standard unit')
              : `1 ${unit.symbol} = ${standardAmount(unit)} ${standard?.symbol ?? ''}`}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Remove {name}', { name: unit.symbol || unit.code })}
            disabled={isDisabled || unit.isUsed || unit.isStandard}
            onClick={() => onChange(value.filter((one) => one !== unit))}
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
          onClick={() => onChange(addUnit(value))}
        >
          {t('Add unit')}
        </Button>
      </div>
      <TryConversion units={value} />
    </fieldset>
  );
}
