import { MultiSelect, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { TransformError } from '../mapping.ts';
import { PairsField } from './pairs-field.tsx';
import {
  type Pair,
  type Setting,
  TRANSFORM_KINDS,
  type TransformDraft,
  type TransformField,
} from './transform-kinds.ts';

/** Shows the settings of a transform, with their errors. */
export function TransformFields(props: {
  readonly draft: TransformDraft;
  readonly faults: readonly TransformError[];
  /** Columns of the file. */
  readonly columns: readonly string[];
  readonly onChange: (draft: TransformDraft) => void;
}) {
  const { draft, faults, columns, onChange } = props;
  const fields = TRANSFORM_KINDS[draft.kind]?.fields ?? [];
  if (fields.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          setting={draft.settings[field.name] ?? ''}
          error={faults.find(({ setting }) => setting === field.name)?.message ?? null}
          columns={columns}
          onChange={(setting) =>
            onChange({ ...draft, settings: { ...draft.settings, [field.name]: setting } })
          }
        />
      ))}
    </SimpleGrid>
  );
}

function SettingField(props: {
  readonly field: TransformField;
  readonly setting: Setting;
  readonly error: string | null;
  readonly columns: readonly string[];
  readonly onChange: (setting: Setting) => void;
}) {
  const { field, setting, error, columns, onChange } = props;
  const { label, description, form } = field;
  const common = { label, description, error, size: 'xs' } as const;
  if (form === 'pairs') {
    return <PairsField label={label} pairs={setting as readonly Pair[]} error={error} onChange={onChange} />;
  }
  if (form === 'columns') {
    return (
      <MultiSelect
        {...common}
        searchable
        selectFirstOptionOnChange
        data={[...new Set([...columns, ...(setting as readonly string[])])]}
        value={[...(setting as readonly string[])]}
        onChange={onChange}
      />
    );
  }
  if (form === 'text' || form === 'number') {
    return (
      <TextInput
        {...common}
        inputMode={form === 'number' ? 'numeric' : 'text'}
        value={String(setting)}
        onChange={({ currentTarget: { value } }) =>
          onChange(form === 'number' ? value.replace(/\D/g, '') : value)
        }
      />
    );
  }
  return (
    <NativeSelect
      {...common}
      data={form.map(([value, text]) => ({ value, label: text }))}
      value={String(setting)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
