import { Autocomplete, Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useViewScope } from '../../../app/view-scope.ts';
import { t } from '../../../language/t.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import { optionsQuery } from '../../values/options-query.ts';
import type { GridModel } from '../columns/column-documents.ts';
import type { FilterField } from '../grid-documents.ts';
import { operatorLabel } from './condition-words.ts';
import { type Condition, plainOperators, takesPrice } from './conditions.ts';
import { groupFields } from './field-groups.ts';
import { PriceOperand } from './price-operand.tsx';

const ATTRIBUTE = 'attributes.';
const EMPTY = ['empty:true', 'empty:false'];

/** Operators as they are chosen: whether a value is empty has two. */
const choicesOf = (field: FilterField): readonly string[] =>
  plainOperators(field).flatMap((operator) => (operator === 'empty' ? EMPTY : [operator]));

/** One condition: field, operator, value, and where the value is of. */
export function ConditionRow(props: {
  readonly condition: Condition;
  readonly fields: readonly FilterField[];
  readonly model: GridModel;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
  /** Whether it has the focus when the conditions open. */
  readonly isFirst: boolean;
}) {
  const { condition, fields, model, onChange, onRemove, isFirst } = props;
  const row = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupFields(fields, model), [fields, model]);
  const { operator, value, channel, locale, not, ...own } = condition;
  const field = fields.find((one) => one.field === own.field) ?? fields[0];
  const set = field?.optionSet ?? '';
  const shownIn = useViewScope().locale?.code ?? '';
  const loaded = useQuery({ ...optionsQuery(set, shownIn), enabled: set !== '' });
  if (field === undefined) return null;
  const choices = choicesOf(field);
  const options = [...new Set((loaded.data ?? []).map(({ label }) => label))];
  const chosen = operator === 'empty' ? `empty:${value}` : operator;
  const currencies = [...new Set(model.channels.flatMap((one) => one.currencies.map(({ code }) => code)))];
  const chooseField = (name: string) => {
    const next = fields.find((one) => one.field === name);
    const [first = 'eq'] = next === undefined ? [] : choicesOf(next);
    const kept = next !== undefined && choicesOf(next).includes(chosen) ? chosen : first;
    const isFlag = kept.startsWith('empty:');
    onChange({
      field: name,
      operator: isFlag ? 'empty' : kept,
      value: isFlag ? kept.slice('empty:'.length) : '',
      ...(next?.type === 'price' && currencies[0] !== undefined ? { currency: currencies[0] } : {}),
    });
    // The value is typed right after its field is chosen.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-value]')?.focus());
  };
  const chooseOperator = (next: string) => {
    if (next.startsWith('empty:'))
      return onChange({ ...condition, operator: 'empty', value: next.slice('empty:'.length) });
    const [least = ''] = value.split(',');
    const kept = operator === 'empty' ? '' : operator === 'between' ? least : value;
    const currency = condition.currency ?? (field.type === 'price' ? currencies[0] : undefined);
    onChange({
      ...condition,
      operator: next,
      value: kept,
      ...(currency === undefined ? {} : { currency }),
    });
  };
  return (
    <div ref={row} className="filter-row">
      <Checkbox
        label={t('Not')}
        size="xs"
        checked={not === true}
        onChange={({ currentTarget }) => {
          const { not: _before, ...rest } = condition;
          onChange(currentTarget.checked ? { ...rest, not: true } : rest);
        }}
      />
      <Select
        label={t('Filter by')}
        size="xs"
        searchable
        selectFirstOptionOnChange
        data-field
        data-autofocus={isFirst || undefined}
        onFocus={({ currentTarget }) => currentTarget.select()}
        allowDeselect={false}
        data={groups}
        value={field.field}
        onChange={(option) => chooseField(option ?? 'status')}
      />
      <NativeSelect
        label={t('Operator')}
        size="xs"
        data={choices.map((option) => ({ value: option, label: operatorLabel(option, field.type) }))}
        value={chosen}
        onChange={({ currentTarget }) => chooseOperator(currentTarget.value)}
      />
      {operator === 'empty' ? null : takesPrice(operator, field.type) ? (
        <PriceOperand condition={condition} currencies={currencies} onChange={onChange} />
      ) : (field.type === 'datetime' || field.type === 'date') && operator !== 'last_days' ? (
        <TextInput
          label={t('Value')}
          data-value
          size="xs"
          type="date"
          value={value.slice(0, 10)}
          onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
        />
      ) : (
        <Autocomplete
          label={t('Value')}
          data-value
          placeholder={t('Value')}
          size="xs"
          limit={100}
          data={field.type === 'boolean' ? ['true', 'false'] : [...(field.values ?? options)]}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
      <PlaceSelect condition={condition} model={model} onChange={onChange} />
      <button type="button" className="icon-button" aria-label={t('Remove condition')} onClick={onRemove}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Where the value is of, for attributes that have one for each locale or channel. */
function PlaceSelect(props: {
  readonly condition: Condition;
  readonly model: GridModel;
  readonly onChange: (condition: Condition) => void;
}) {
  const { condition, model, onChange } = props;
  const { channel = '', locale = '', ...rest } = condition;
  const attribute = model.attributes.find(({ code }) => condition.field === `${ATTRIBUTE}${code}`);
  if (attribute === undefined || !(attribute.localizable || attribute.scopable)) return null;
  const locales = new Map(
    model.channels.flatMap((one) => one.locales.map(({ code, label }) => [code, label])),
  );
  const places = [
    { value: '~', label: t('Any channel and locale') },
    ...(attribute.localizable ? [...locales].map(([code, label]) => ({ value: `${code}~`, label })) : []),
    ...(attribute.scopable
      ? model.channels.flatMap((one) =>
          attribute.localizable
            ? one.locales.map((in_) => ({
                value: `${in_.code}~${one.code}`,
                label: `${in_.label} · ${one.label}`,
              }))
            : [{ value: `~${one.code}`, label: one.label }],
        )
      : []),
  ];
  return (
    <NativeSelect
      label={t('In')}
      size="xs"
      data={places}
      value={`${locale}~${channel}`}
      onChange={({ currentTarget }) => {
        const [nextLocale = '', nextChannel = ''] = currentTarget.value.split('~');
        onChange({
          ...rest,
          ...(nextChannel === '' ? {} : { channel: nextChannel }),
          ...(nextLocale === '' ? {} : { locale: nextLocale }),
        });
      }}
    />
  );
}
