import { NativeSelect } from '@mantine/core';
import type { GridAttribute } from '../../../catalogue/columns/column-documents.ts';
import { orderCurrencies } from '../../../catalogue/columns/order-currencies.ts';
import { t } from '../../../i18n/translate.ts';
import { adjustmentUnit, isNumericOperation } from './operations.ts';
import type { OperationRowProps } from './row-props.ts';
import { attributeLocales, toSelectOption } from './select-options.ts';

/** Shows the channel, the locale and the currency of a value, where its attribute has one for each. */
export function ValueScopeFields({
  operation,
  model,
  attribute,
  onChange,
}: OperationRowProps & { readonly attribute: GridAttribute }) {
  const isAdjusted = isNumericOperation(operation.verb);
  const hasUnit = attribute.type === 'MEASUREMENT' && operation.verb === 'amount';
  return (
    <>
      {attribute.scopable ? (
        <NativeSelect
          aria-label={t('Channel')}
          size="xs"
          value={operation.channel}
          data={model.channels.map(toSelectOption)}
          onChange={({ currentTarget }) => onChange({ ...operation, channel: currentTarget.value })}
        />
      ) : null}
      {attribute.localizable ? (
        <NativeSelect
          aria-label={t('Locale')}
          size="xs"
          value={operation.locale}
          data={attributeLocales(model, attribute, operation.channel).map(toSelectOption)}
          onChange={({ currentTarget }) => onChange({ ...operation, locale: currentTarget.value })}
        />
      ) : null}
      {attribute.type === 'PRICE' ? (
        <NativeSelect
          aria-label={t('Currency')}
          size="xs"
          value={operation.currency}
          data={orderCurrencies(model, operation.channel)}
          onChange={({ currentTarget }) => onChange({ ...operation, currency: currentTarget.value })}
        />
      ) : null}
      {hasUnit ? (
        <NativeSelect
          aria-label={t('Unit')}
          size="xs"
          value={adjustmentUnit(operation, attribute)}
          data={(attribute.measurementFamily?.units ?? []).map(({ code, symbol }) => ({
            value: code,
            label: symbol,
          }))}
          onChange={({ currentTarget }) => onChange({ ...operation, unit: currentTarget.value })}
        />
      ) : null}
      {isAdjusted ? (
        <NativeSelect
          aria-label={t('Rounding')}
          size="xs"
          value={operation.rounding}
          data={ROUNDINGS[attribute.type === 'PRICE' ? 'price' : 'number']}
          onChange={({ currentTarget }) => onChange({ ...operation, rounding: currentTarget.value })}
        />
      ) : null}
    </>
  );
}

const ROUNDINGS = {
  price: [
    { value: '', label: t('Round to cents') },
    ...['.99', '.95', '.90'].map((ending) => ({ value: ending, label: t('Round to {ending}', { ending }) })),
    { value: '0', label: t('Round to whole numbers') },
  ],
  number: [
    { value: '', label: t('Do not round') },
    { value: '0', label: t('Round to whole numbers') },
    { value: '1', label: t('Round to 1 decimal') },
    { value: '2', label: t('Round to 2 decimals') },
  ],
};
