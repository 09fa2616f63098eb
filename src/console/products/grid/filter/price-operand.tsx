import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../../language/t.ts';
import type { Condition } from './conditions.ts';

/** The amounts and the currency that prices are compared with. */
export function PriceOperand(props: {
  readonly condition: Condition;
  readonly currencies: readonly string[];
  readonly onChange: (condition: Condition) => void;
}) {
  const { condition, currencies, onChange } = props;
  const { operator, value, currency = currencies[0] ?? '' } = condition;
  const [least = '', most = ''] = value.split(',');
  const amount = (label: string, text: string, toValue: (typed: string) => string, isFirst: boolean) => (
    <TextInput
      label={label}
      data-value={isFirst || undefined}
      size="xs"
      type="number"
      step="any"
      value={text}
      onChange={({ currentTarget }) =>
        onChange({ ...condition, currency, value: toValue(currentTarget.value) })
      }
    />
  );
  return (
    <>
      {operator === 'between' ? (
        <>
          {amount(t('From'), least, (typed) => `${typed},${most}`, true)}
          {amount(t('To'), most, (typed) => `${least},${typed}`, false)}
        </>
      ) : (
        amount(t('Value'), least, (typed) => typed, true)
      )}
      <NativeSelect
        label={t('Currency')}
        size="xs"
        data={[...new Set([...currencies, currency])]}
        value={currency}
        onChange={({ currentTarget }) => onChange({ ...condition, currency: currentTarget.value })}
      />
    </>
  );
}
