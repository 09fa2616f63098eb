import { Autocomplete, Button, Group, NativeSelect, Pill, PillGroup, Select } from '@mantine/core';
import { useState } from 'react';
import { t, tCode } from '../../language/t.ts';
import { inWords } from '../../ui/status-badge.tsx';
import { type Condition, isPlain, plainOperators } from './conditions.ts';
import { fieldLabel } from './field-label.ts';
import type { FilterField } from './grid-documents.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  eq: t('is'),
  ne: t('is not'),
  in: t('is one of'),
  nin: t('is none of'),
  lt: t('is less than'),
  lte: t('is at most'),
  gt: t('is greater than'),
  gte: t('is at least'),
  any: t('has one of'),
  all: t('has all of'),
  none: t('has none of'),
  empty: t('is empty'),
  missing: t('is missing'),
  last_days: t('in the last … days'),
};
const labelOf = (operator: string) => OPERATORS[operator] ?? tCode(inWords(operator));

/** The filters of a search, and a form to add one; fields and operators come from the API. */
export function ConditionEditor(props: {
  readonly fields: readonly FilterField[];
  readonly conditions: readonly Condition[];
  /** The label of a value, where it is known. */
  readonly labelOfValue: (field: string, value: string) => string;
  readonly onChange: (conditions: readonly Condition[]) => void;
}) {
  const { fields, conditions, labelOfValue, onChange } = props;
  return (
    <>
      <NewCondition
        fields={fields.filter(isPlain)}
        onAdd={(condition) => onChange([...conditions, condition])}
      />
      {conditions.length === 0 ? null : (
        <PillGroup aria-label={t('Filters')} className="toolbar-row">
          {conditions.map((condition) => {
            const { field, operator, value } = condition;
            const values = value.split(',').map((one) => labelOfValue(field, one));
            const words = `${fieldLabel(field)} ${labelOf(operator)} ${values.join(', ')}`;
            return (
              <Pill
                key={words}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': t('Remove filter: {words}', { words }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(conditions.filter((other) => other !== condition))}
              >
                {words}
              </Pill>
            );
          })}
        </PillGroup>
      )}
    </>
  );
}

function NewCondition(props: {
  readonly fields: readonly FilterField[];
  readonly onAdd: (condition: Condition) => void;
}) {
  const { fields, onAdd } = props;
  const [name, setName] = useState('status');
  const [operator, setOperator] = useState('eq');
  const [value, setValue] = useState('');
  const field = fields.find((candidate) => candidate.field === name) ?? fields[0];
  if (field === undefined) return null;
  const operators = plainOperators(field);
  const chosen = operators.includes(operator) ? operator : (operators[0] ?? 'eq');
  const values =
    chosen === 'empty' || field.type === 'boolean' ? ['true', 'false'] : [...(field.values ?? [])];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() === '') return;
        onAdd({ field: field.field, operator: chosen, value: value.trim() });
        setValue('');
      }}
    >
      <Group align="center" gap={6}>
        <Select
          label={t('Filter by')}
          size="xs"
          searchable
          allowDeselect={false}
          data={fields.map(({ field: option }) => ({ value: option, label: fieldLabel(option) }))}
          value={field.field}
          onChange={(option) => setName(option ?? 'status')}
        />
        <NativeSelect
          label={t('Operator')}
          size="xs"
          data={operators.map((option) => ({ value: option, label: labelOf(option) }))}
          value={chosen}
          onChange={({ currentTarget }) => setOperator(currentTarget.value)}
        />
        <Autocomplete
          label={t('Value')}
          placeholder={t('Value')}
          size="xs"
          data={values}
          value={value}
          onChange={setValue}
        />
        <Button type="submit" size="xs" variant="default">
          {t('Add filter')}
        </Button>
      </Group>
    </form>
  );
}
