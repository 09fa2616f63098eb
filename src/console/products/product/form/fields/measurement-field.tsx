import { useState } from 'react';
import { formatTag, t } from '../../../../language/t.ts';
import { parseNumber } from '../../../values/parse-number.ts';
import type { FieldInputProps } from './field-props.ts';

/** What is typed as a number, and the unit behind it: `4,6 kg`. */
const split = (text: string): readonly [amount: string, unit: string] => {
  const [, amount = '', unit = ''] = /^([+\-−]?[\d.,\s\u00a0']*)(.*)$/u.exec(text) ?? [];
  return [amount.trim(), unit.trim()];
};

/** A number beside the unit it is in. */
export function MeasurementField(props: FieldInputProps) {
  const { attribute, label, describedBy, isInvalid, isDisabled, placeholder, text, onChange } = props;
  const allowed = attribute.validation.units;
  const units = (attribute.measurementFamily?.units ?? []).filter(
    ({ code }) => allowed === null || allowed.includes(code),
  );
  const [picked, setPicked] = useState<string | null>(null);
  const [amount, written] = split(text);
  const unitOf = (name: string) =>
    units.find(({ symbol }) => symbol === name) ??
    units.find((one) =>
      [one.code, one.symbol, one.label].some((word) => word.toLowerCase() === name.toLowerCase()),
    );
  const known = unitOf(written)?.code;
  const unit = known ?? picked ?? attribute.defaultUnit ?? units[0]?.code ?? '';
  const change = (typed: string, code: string) => {
    if (typed.trim() === '') return onChange({ text: '', value: null });
    const [digits, name] = split(typed);
    const number = parseNumber(digits, formatTag);
    // What is no number with a unit stays as it was typed.
    if (number === null)
      return onChange({ text: typed, value: null, fault: t('“{text}” is not a number.', { text: typed }) });
    const of = name === '' ? units.find((one) => one.code === code) : unitOf(name);
    if (of === undefined)
      return onChange({
        text: typed,
        value: null,
        fault: t('“{text}” is not one of the units.', { text: name }),
      });
    onChange({ text: `${digits} ${of.symbol}`, value: { amount: number, unit: of.code }, fault: null });
  };
  return (
    <span className="field-measurement">
      <input
        className="field-input"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        disabled={isDisabled}
        placeholder={placeholder}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={known === undefined ? text : amount}
        onChange={({ currentTarget }) => change(currentTarget.value, unit)}
      />
      <select
        aria-label={t('Unit: {field}', { field: label })}
        disabled={isDisabled}
        value={unit}
        onChange={({ currentTarget }) => {
          setPicked(currentTarget.value);
          change(amount, currentTarget.value);
        }}
      >
        {units.map(({ code, symbol, label: name }) => (
          <option key={code} value={code} title={name}>
            {symbol}
          </option>
        ))}
      </select>
    </span>
  );
}
