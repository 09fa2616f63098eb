import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import type { Condition } from '../../search/conditions.ts';

/** The currencies or units that amounts can have, by their codes. */
export interface MeasureOptions {
  readonly key: 'currency' | 'unit';
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The code that an amount has until another is chosen. */
  readonly first: string;
}

/** Shows the amounts that values are compared with, in a currency or unit; numbers have none. */
export function AmountOperand(props: {
  readonly condition: Condition;
  readonly measures: MeasureOptions | null;
  /** True if an amount is missing. */
  readonly isFaulty: boolean;
  readonly onChange: (condition: Condition) => void;
}) {
  const { condition, measures, isFaulty, onChange } = props;
  const { operator, value } = condition;
  const [least = '', most = ''] = value.split(',');
  const measure = measures === null ? '' : (condition[measures.key] ?? measures.first);
  const inMeasure = measures === null ? {} : { [measures.key]: measure };
  const amount = (label: string, text: string, toValue: (input: string) => string, isFirst: boolean) => (
    <TextInput
      label={label}
      data-value={isFirst || undefined}
      size="xs"
      type="number"
      step="any"
      error={isFaulty}
      value={text}
      onChange={({ currentTarget }) =>
        onChange({ ...condition, ...inMeasure, value: toValue(currentTarget.value) })
      }
    />
  );
  return (
    <>
      {operator === 'between' ? (
        <>
          {amount(t('From'), least, (input) => `${input},${most}`, true)}
          {amount(t('To'), most, (input) => `${least},${input}`, false)}
        </>
      ) : (
        amount(t('Value'), least, (input) => input, true)
      )}
      {measures === null ? null : (
        <NativeSelect
          label={measures.label}
          size="xs"
          data={
            measures.choices.some((choice) => choice.value === measure)
              ? [...measures.choices]
              : [...measures.choices, measure]
          }
          value={measure}
          onChange={({ currentTarget }) => onChange({ ...condition, [measures.key]: currentTarget.value })}
        />
      )}
    </>
  );
}
