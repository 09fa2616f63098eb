import { Checkbox, Text } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { type PlannedVariant, plannedVariantKey } from './plan-variants.ts';
import type { VariantCheck } from './use-variant-check.ts';
import type { VariantPlan } from './use-variant-plan.ts';

/** Shows the products that will be created: their number, their SKUs, and which of these clash. */
export function PlannedVariants(props: { readonly plan: VariantPlan; readonly check: VariantCheck }) {
  const { plan, check } = props;
  const { rows, products, select, setSku } = plan;
  return (
    <div className="sunken">
      <Text role="status">
        <Summary {...props} />
      </Text>
      {check.error === null ? null : <ErrorAlert error={check.error} />}
      {rows.length === 0 ? null : (
        <ul className="plain-list planned-skus" aria-label={t('SKUs')}>
          {rows.map((row) => (
            <PlannedRow
              key={plannedVariantKey(row)}
              row={row}
              isSelected={products.includes(row)}
              onSelect={(isOn) => select(row, isOn)}
              clash={check.clashes.get(plannedVariantKey(row))}
              onChange={(sku) => setSku(row, sku)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Summary({ plan, check }: { readonly plan: VariantPlan; readonly check: VariantCheck }) {
  const { rows, combinations, selected, existing } = plan;
  const { clashes, items, accepted } = check;
  const models = items.length - accepted.length;
  if (rows.length === 0)
    return (
      <span className="quiet">
        {combinations === 0
          ? t('Choose values of each axis: you see the SKUs before they are created.')
          : t('All these variants exist already. Choose other values.')}
      </span>
    );
  return (
    <>
      <strong>{t('{count, plural, one {# variant} other {# variants}}', { count: selected.length })}</strong>
      {clashes.size === 0
        ? ''
        : t('; {count, plural, one {# SKU clashes} other {# SKUs clash}}', { count: clashes.size })}
      {models === 0
        ? ''
        : t('; {count, plural, one {# model is} other {# models are}} created above them', {
            count: models,
          })}
      {existing === 0
        ? ''
        : t('; {count, plural, one {# exists} other {# exist}} already', { count: existing })}
    </>
  );
}

/** Shows a product that will be created: its values, its SKU, which can be typed, and why it cannot be created. */
function PlannedRow(props: {
  readonly row: PlannedVariant;
  /** True if it will be created; for a model, with the variants below. */
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly clash: string | undefined;
  /** Called with null to use the SKU of the pattern. */
  readonly onChange: (sku: string | null) => void;
}) {
  const { row, isSelected, onSelect, clash, onChange } = props;
  const id = useId();
  const isModel = row.type === 'MODEL';
  const name = row.labels.join(' · ');
  return (
    <li data-model={isModel || undefined}>
      {isModel ? (
        <label htmlFor={id}>{t('Model: {layout}', { layout: name })}</label>
      ) : (
        <Checkbox
          size="xs"
          label={name}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      )}
      <input
        id={id}
        className="field-input"
        disabled={!isSelected}
        aria-label={t('SKU of {name}', { name })}
        aria-invalid={clash !== undefined || undefined}
        aria-describedby={clash === undefined ? undefined : `${id}-clash`}
        autoComplete="off"
        spellCheck={false}
        value={row.sku}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value.trim() === '') onChange(null);
        }}
      />
      {clash === undefined ? null : (
        <span className="field-fault clash" id={`${id}-clash`}>
          {clash}
        </span>
      )}
    </li>
  );
}
