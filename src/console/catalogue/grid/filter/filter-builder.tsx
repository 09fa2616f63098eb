import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import {
  type Clause,
  type Condition,
  dropEmptyConditions,
  flattenConditions,
  isAnyOf,
  isEditableField,
  isFilled,
  type SearchCriteria,
} from '../../search/conditions.ts';
import type { FilterField } from '../../search/grid-documents.ts';
import { ConditionRow, newCondition } from './condition-row.tsx';

/** Returns the condition that a new row begins with: on the status, or the first field of what has none. */
function firstCondition(fields: readonly FilterField[], model: GridSchema): Condition {
  const field = fields.find((one) => one.field === 'status') ?? fields[0];
  return field === undefined ? { field: '', operator: 'eq', value: '' } : newCondition(field, '', model);
}

interface Settings {
  readonly search: SearchCriteria;
  readonly fields: readonly FilterField[];
  readonly model: GridSchema;
  readonly onChange: (change: Pick<SearchCriteria, 'where' | 'advanced'>) => void;
}

/**
 * Returns the object that a text of JSON is; null for nothing.
 *
 * @throws SyntaxError for anything else
 */
function readAdvanced(text: string): object | null {
  if (text.trim() === '') return null;
  const read: unknown = JSON.parse(text);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  throw new SyntaxError('no object');
}

/** Shows all conditions of a search, to be changed together. */
export function FilterBuilder(
  props: Settings & {
    /** A condition to begin with, whose operator and value are chosen; null for none. */
    readonly initialCondition: Condition | null;
    readonly onClose: () => void;
  },
) {
  const { search, model, initialCondition, onChange, onClose } = props;
  const fields = useMemo(() => props.fields.filter(isEditableField), [props.fields]);
  const [where, setWhere] = useState(() => firstClauses(search, initialCondition, fields, model));
  const [advanced, setAdvanced] = useState(
    search.advanced === null ? '' : JSON.stringify(search.advanced, null, 2),
  );
  const [isAdvanced, setIsAdvanced] = useState(search.advanced !== null);
  const [fault, setFault] = useState<string | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const put = (index: number, clause: Clause | null) =>
    setWhere((before) => before.toSpliced(index, 1, ...(clause === null ? [] : [clause])));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!flattenConditions(where).every(isFilled)) {
      const { currentTarget: form } = event;
      setIsChecked(true);
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[data-faulty] [data-value]')?.focus());
      return;
    }
    try {
      onChange({ where: dropEmptyConditions(where), advanced: readAdvanced(advanced) });
      onClose();
    } catch {
      setFault(t('This is not a JSON object. Correct it, or remove it.'));
    }
  };
  return (
    <form
      ref={(form) => {
        if (initialCondition === null) return;
        // In a new condition, the value is typed first.
        const values = [...(form?.querySelectorAll('[data-value]') ?? [])];
        values.at(-1)?.setAttribute('data-autofocus', 'true');
      }}
      onSubmit={submit}
    >
      <Stack gap="sm">
        {where.map((clause, index) =>
          isAnyOf(clause) ? (
            <Alternatives
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone.
              key={index}
              conditions={clause.any}
              isChecked={isChecked}
              fields={fields}
              model={model}
              onChange={(any) => put(index, any.length === 0 ? null : { any })}
              onAdd={() => {
                put(index, { any: [...clause.any, firstCondition(fields, model)] });
                setIsChecked(false);
              }}
            />
          ) : (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone.
              key={index}
              condition={clause}
              isFirst={index === 0 && initialCondition === null}
              isChecked={isChecked}
              fields={fields}
              model={model}
              onChange={(next) => put(index, next)}
              onRemove={() => put(index, null)}
            />
          ),
        )}
        <AddButtons
          first={firstCondition(fields, model)}
          onAdd={(clause) => {
            setWhere([...where, clause]);
            // A condition that is not filled in yet is no fault.
            setIsChecked(false);
          }}
          onAdvanced={isAdvanced ? null : () => setIsAdvanced(true)}
        />
        {isAdvanced ? (
          <Textarea
            label={t('Filter as JSON')}
            description={t('For developers: conditions as the API takes them. They hold besides the others.')}
            autosize
            minRows={3}
            maxRows={12}
            classNames={{ input: 'code' }}
            value={advanced}
            error={fault}
            onChange={({ currentTarget }) => setAdvanced(currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Text size="xs" c="var(--ink-2)" mr="auto">
            {t('All of these hold.')}
          </Text>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Apply filter')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function AddButtons(props: {
  readonly first: Condition;
  readonly onAdd: (clause: Clause) => void;
  /** It is null where the filter as JSON is shown. */
  readonly onAdvanced: (() => void) | null;
}) {
  const { first, onAdd, onAdvanced } = props;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        onClick={({ currentTarget: { form } }) => {
          onAdd(first);
          // Its field is typed next.
          requestAnimationFrame(() => {
            [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].at(-1)?.focus();
          });
        }}
      >
        {t('Add condition')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onAdd({ any: [first, first] })}>
        {t('Add alternatives')}
      </Button>
      {onAdvanced === null ? null : (
        <Button size="xs" variant="subtle" onClick={onAdvanced}>
          {t('Filter as JSON')}
        </Button>
      )}
    </Group>
  );
}

/** Returns the conditions of the search and the one to begin with; one where there are none. */
function firstClauses(
  search: SearchCriteria,
  initialCondition: Condition | null,
  fields: readonly FilterField[],
  model: GridSchema,
): readonly Clause[] {
  const field = fields.find((one) => one.field === initialCondition?.field);
  const first = firstCondition(fields, model);
  const { operator: _o, value: _v, ...scope } = initialCondition ?? first;
  const added = field === undefined ? [] : [{ ...newCondition(field, '', model), ...scope }];
  const all = [...search.where, ...added];
  return all.length === 0 ? [first] : all;
}

/** Shows conditions of which at least one holds. */
function Alternatives(props: {
  readonly conditions: readonly Condition[];
  readonly isChecked: boolean;
  readonly fields: readonly FilterField[];
  readonly model: GridSchema;
  readonly onChange: (conditions: readonly Condition[]) => void;
  readonly onAdd: () => void;
}) {
  const { conditions, isChecked, fields, model, onChange, onAdd } = props;
  return (
    <fieldset className="filter-group">
      <legend>{t('At least one of')}</legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone.
          key={index}
          condition={condition}
          isFirst={false}
          isChecked={isChecked}
          fields={fields}
          model={model}
          onChange={(next) => onChange(conditions.with(index, next))}
          onRemove={() => onChange(conditions.toSpliced(index, 1))}
        />
      ))}
      <Button size="compact-xs" variant="subtle" onClick={onAdd}>
        {t('Add alternative')}
      </Button>
    </fieldset>
  );
}
