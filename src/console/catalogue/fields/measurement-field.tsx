import { useState } from 'react';
import { localeTag, t } from '../../i18n/translate.ts';
import { parseNumber } from '../values/parse-number.ts';
import { unitTitle } from '../values/unit-title.ts';
import { ChoiceField } from './choice-field.tsx';
import { type FieldInputProps, inputProps } from './field-props.ts';

/** Splits typed text into a number and the unit behind it: `4,6 kg`. */
const splitAmountAndUnit = (text: string): readonly [amount: string, unit: string] => {
  const [, amount = '', unit = ''] = /^([+\-−]?[\d.,\s\u00a0']*)(.*)$/u.exec(text) ?? [];
  return [amount.trim(), unit.trim()];
};

const toOption = (code: string, label: string) => ({ code, label, names: [] });

/** Returns the usual unit and the one in use before the others, of which there can be many. */
const prioritizeUnits = <Unit extends { readonly code: string }>(
  units: readonly Unit[],
  first: readonly (string | null)[],
): readonly Unit[] => {
  const rankOf = ({ code }: Unit) => (first.includes(code) ? first.indexOf(code) : first.length);
  return units.toSorted((one, other) => rankOf(one) - rankOf(other));
};

/** Shows a number beside the unit it is in. */
export function MeasurementField(props: FieldInputProps) {
  const { attribute, label, text, onChange } = props;
  const allowed = attribute.validation.units;
  const units = (attribute.measurementFamily?.units ?? []).filter(
    ({ code }) => allowed === null || allowed.includes(code),
  );
  const [picked, setPicked] = useState<string | null>(null);
  const [amount, written] = splitAmountAndUnit(text);
  const unitOf = (name: string) =>
    units.find(({ symbol }) => symbol === name) ??
    units.find((one) =>
      [one.code, one.symbol, one.label].some((word) => word.toLowerCase() === name.toLowerCase()),
    );
  const writtenUnit = unitOf(written)?.code;
  const unit = writtenUnit ?? picked ?? attribute.defaultUnit ?? units[0]?.code ?? '';
  const change = (input: string, code: string) => {
    if (input.trim() === '') return onChange({ text: '', value: null });
    const [digits, name] = splitAmountAndUnit(input);
    const number = parseNumber(digits, localeTag);
    // A text that is no number with a unit stays as it was typed.
    if (number === null)
      return onChange({ text: input, value: null, fault: t('“{text}” is not a number.', { text: input }) });
    const of = name === '' ? units.find((one) => one.code === code) : unitOf(name);
    if (of === undefined)
      return onChange({
        text: input,
        value: null,
        fault: t('“{text}” is not one of the units.', { text: name }),
      });
    onChange({ text: `${digits} ${of.symbol}`, value: { amount: number, unit: of.code }, fault: null });
  };
  return (
    <span className="field-measurement">
      <input
        {...inputProps(props)}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={writtenUnit === undefined ? text : amount}
        onChange={({ currentTarget }) => change(currentTarget.value, unit)}
      />
      <ChoiceField
        {...props}
        label={t('Unit: {field}', { field: label })}
        isInvalid={false}
        isMany={false}
        chosen={units.filter(({ code }) => code === unit).map(({ code, symbol }) => toOption(code, symbol))}
        options={prioritizeUnits(units, [attribute.defaultUnit, unit]).map((one) =>
          toOption(one.code, unitTitle(one)),
        )}
        onOpen={() => undefined}
        onChange={({ value }) => {
          if (typeof value !== 'string') return;
          setPicked(value);
          change(amount, value);
        }}
      />
    </span>
  );
}
