import { Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { Combobox } from '../../../ui/form/combobox.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import { operatorLabel } from '../../search/condition-label.ts';
import {
  type Condition,
  editableOperators,
  expectsAmounts,
  expectsChoices,
  expectsList,
  hasCurrency,
  isAmountType,
  isFilled,
  measureKind,
  toListCondition,
} from '../../search/conditions.ts';
import { groupFields } from '../../search/field-groups.ts';
import { fieldUnits, hasChoices } from '../../search/filter-options.ts';
import type { FilterField } from '../../search/grid-documents.ts';
import { FALSE, TRUE } from '../../values/cell-value.ts';
import { AmountOperand, type MeasureOptions } from './amount-operand.tsx';
import { ChoiceOperand } from './choice-operand.tsx';

const ATTRIBUTE = 'attributes.';
const EMPTY = ['empty:true', 'empty:false'];

/** Returns operators as they are chosen: the test for an empty value has two, yes or no has one. */
const choicesOf = (field: FilterField): readonly string[] =>
  editableOperators(field)
    .filter((operator) => field.type !== 'boolean' || operator !== 'ne')
    .flatMap((operator) => (operator === 'empty' ? EMPTY : [operator]));

/** Returns the currencies or units of a field of amounts; null for others. */
function measureOptions({ field, type }: FilterField, model: GridSchema): MeasureOptions | null {
  const key = isAmountType(type) ? measureKind(type) : null;
  if (key === null) return null;
  if (key === 'unit') {
    const { units, first } = fieldUnits(field, model);
    return {
      key,
      label: t('Unit'),
      first,
      choices: units.map(({ code, symbol }) => ({ value: code, label: symbol })),
    };
  }
  const codes = [...new Set(model.channels.flatMap((one) => one.currencies.map(({ code }) => code)))];
  return {
    key,
    label: t('Currency'),
    first: codes[0] ?? '',
    choices: codes.map((code) => ({ value: code, label: code })),
  };
}

/** Returns the condition with the measure that its amounts have from the start. */
const withDefaultMeasure = (condition: Condition, measures: MeasureOptions | null): Condition =>
  measures === null ? condition : { ...condition, [measures.key]: condition[measures.key] ?? measures.first };

/**
 * Returns a condition on a field, to be filled in.
 *
 * @param operatorChoice the operator, which another replaces that the field has
 */
export function newCondition(field: FilterField, operatorChoice: string, model: GridSchema): Condition {
  const [first = 'eq'] = choicesOf(field);
  const initialChoice = choicesOf(field).includes(operatorChoice) ? operatorChoice : first;
  const isFlag = initialChoice.startsWith('empty:');
  const condition: Condition = {
    field: field.field,
    operator: isFlag ? 'empty' : initialChoice,
    value: isFlag ? initialChoice.slice('empty:'.length) : field.type === 'boolean' ? 'true' : '',
  };
  return withDefaultMeasure(condition, measureOptions(field, model));
}

/** Shows one condition: field, operator, value, and where the value is of. */
export function ConditionRow(props: {
  readonly condition: Condition;
  readonly fields: readonly FilterField[];
  readonly model: GridSchema;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
  /** True if it has the focus when the conditions open. */
  readonly isFirst: boolean;
  /** True if it shows that its value is missing. */
  readonly isChecked: boolean;
}) {
  const { fields, model, onChange, onRemove, isFirst } = props;
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  const groups = useMemo(() => groupFields(fields, model), [fields, model]);
  const locale = useViewScope().locale?.code ?? '';
  const field = fields.find((one) => one.field === props.condition.field) ?? fields[0];
  if (field === undefined) return null;
  const condition = toListCondition(props.condition, field.type);
  const { operator, value, not } = condition;
  const choices = choicesOf(field);
  const selectedChoice = operator === 'empty' ? `empty:${value}` : operator;
  const measures = measureOptions(field, model);
  const isFaulty = props.isChecked && !isFilled(condition);
  const isChoice = expectsChoices(operator, field.type);
  const chooseField = (name: string) => {
    const next = fields.find((one) => one.field === name) ?? field;
    onChange(newCondition(next, selectedChoice, model));
    // The value is typed right after its field is chosen.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-value]')?.focus());
  };
  const chooseOperator = (next: string) => {
    if (next.startsWith('empty:'))
      return onChange({ ...condition, operator: 'empty', value: next.slice('empty:'.length) });
    const [least = ''] = value.split(',');
    const isKept = operator !== 'empty' && isChoice === expectsChoices(next, field.type);
    const nextValue = isKept
      ? operator === 'between'
        ? least
        : value
      : field.type === 'boolean'
        ? 'true'
        : '';
    onChange(withDefaultMeasure({ ...condition, operator: next, value: nextValue }, measures));
  };
  return (
    <div
      ref={row}
      role="group"
      className="row filter-row"
      aria-label={t('Condition')}
      aria-describedby={isFaulty ? id : undefined}
      data-faulty={isFaulty || undefined}
    >
      <Checkbox
        label={t('Not')}
        size="xs"
        checked={not === true}
        onChange={({ currentTarget }) => {
          const { not: _before, ...rest } = condition;
          onChange(currentTarget.checked ? { ...rest, not: true } : rest);
        }}
      />
      <Combobox
        label={t('Filter by')}
        data-field
        data-autofocus={isFirst || undefined}
        data={groups}
        value={field.field}
        onChange={chooseField}
      />
      <NativeSelect
        label={t('Operator')}
        size="xs"
        data={choices.map((option) => ({ value: option, label: operatorLabel(option, field.type) }))}
        value={selectedChoice}
        onChange={({ currentTarget }) => chooseOperator(currentTarget.value)}
      />
      <Operand
        field={field}
        condition={condition}
        model={model}
        locale={locale}
        measures={measures}
        isFaulty={isFaulty}
        onChange={onChange}
      />
      <ScopeSelect condition={condition} model={model} onChange={onChange} />
      <button type="button" className="icon-button" aria-label={t('Remove condition')} onClick={onRemove}>
        <CloseIcon />
      </button>
      {isFaulty ? (
        <p id={id} className="field-fault">
          {isChoice ? t('Choose a value.') : t('Enter a value.')}
        </p>
      ) : null}
    </div>
  );
}

/** Edits the value that the field is compared with. */
function Operand(props: {
  readonly field: FilterField;
  readonly condition: Condition;
  readonly model: GridSchema;
  readonly locale: string;
  readonly measures: MeasureOptions | null;
  readonly isFaulty: boolean;
  readonly onChange: (condition: Condition) => void;
}): ReactNode {
  const { field, condition, model, locale, measures, isFaulty, onChange } = props;
  const { operator, value } = condition;
  const { type } = field;
  const common = { label: t('Value'), 'data-value': true, size: 'xs', error: isFaulty } as const;
  const change = (next: string) => onChange({ ...condition, value: next });
  const codes = value.split(',').filter((code) => code !== '');
  if (hasCurrency(operator, type) && measures !== null)
    return (
      <NativeSelect
        {...common}
        label={measures.label}
        data={[{ value: '', label: t('Any currency') }, ...measures.choices]}
        value={condition.currency ?? ''}
        onChange={({ currentTarget }) => {
          const { currency: _before, ...rest } = condition;
          const currency = currentTarget.value;
          onChange(currency === '' ? rest : { ...rest, currency });
        }}
      />
    );
  if (operator === 'empty') return null;
  if (expectsAmounts(operator, type))
    return (
      <AmountOperand condition={condition} measures={measures} isFaulty={isFaulty} onChange={onChange} />
    );
  if (expectsChoices(operator, type) && hasChoices(field, model))
    return (
      <ChoiceOperand
        key={field.field}
        field={field}
        model={model}
        locale={locale}
        chosen={codes}
        isFaulty={isFaulty}
        onChange={(next) => change(next.join(','))}
      />
    );
  if (expectsList(operator))
    return (
      <TagsInput
        {...common}
        splitChars={[',', ';', '\t', '\n']}
        value={codes}
        onChange={(next) => change(next.join(','))}
      />
    );
  if (type === 'boolean')
    return (
      <NativeSelect
        {...common}
        data={[
          { value: 'true', label: TRUE },
          { value: 'false', label: FALSE },
        ]}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    );
  const isDay = (type === 'datetime' || type === 'date') && operator !== 'last_days';
  const isNumber = operator === 'last_days' || type === 'completeness';
  return (
    <TextInput
      {...common}
      type={isDay ? 'date' : isNumber ? 'number' : 'text'}
      value={isDay ? value.slice(0, 10) : value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

/** Chooses the channel and locale of the value, for attributes that have one for each. */
function ScopeSelect(props: {
  readonly condition: Condition;
  readonly model: GridSchema;
  readonly onChange: (condition: Condition) => void;
}) {
  const { condition, model, onChange } = props;
  const { channel = '', locale = '', ...rest } = condition;
  const attribute = model.attributes.find(({ code }) => condition.field === `${ATTRIBUTE}${code}`);
  if (attribute === undefined || !(attribute.localizable || attribute.scopable)) return null;
  const locales = new Map(
    model.channels.flatMap((one) => one.locales.map(({ code, label }) => [code, label])),
  );
  const scopeOptions = [
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
      data={scopeOptions}
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
