import { Checkbox, NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { Membership } from '../../../catalogue/model/attributes/create/membership.tsx';
import { usePlannedChange } from '../../../catalogue/model/changes/use-planned-change.ts';
import { EffectPanel } from '../../../catalogue/model/effects/effect-panel.tsx';
import { useAttributeSetChoices, useGroupChoices } from '../../../catalogue/model/fields/object-choices.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { SortableList } from '../../../ui/order/sortable-list.tsx';
import type { AttributeRow } from '../attribute-documents.ts';
import { type SelectionEdit, selectionChanges } from './selection-changes.ts';

const NO_CHANGE = '*';

/** Edits the group, the sets and the order of several attributes: one request, after its effects are shown. */
export function EditAttributes(props: {
  readonly rows: readonly AttributeRow[];
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}) {
  const { rows, onCancel, onSaved } = props;
  const [edit, setEdit] = useState<SelectionEdit>(UNCHANGED);
  const change = (changes: Partial<SelectionEdit>) => setEdit((old) => ({ ...old, ...changes }));
  const input = selectionChanges(rows, edit);
  const isChanged = Object.keys(input).length > 0;
  const { effects, error, isSaving, save } = usePlannedChange({
    input,
    countsEffects: isChanged,
    message: t('{count, plural, one {# attribute} other {# attributes}} saved.', { count: rows.length }),
    onSaved,
  });
  const { group } = edit;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) save();
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={t('Group')}
          data={[
            { value: NO_CHANGE, label: t('No change') },
            { value: '', label: t('No group') },
            ...useGroupChoices(),
          ]}
          value={group === undefined ? NO_CHANGE : (group ?? '')}
          onChange={({ currentTarget: { value } }) =>
            change({ group: value === NO_CHANGE ? undefined : value || null })
          }
        />
        <Membership plan={edit} onChange={change} />
        <MultiPicker
          label={t('Remove from attribute sets')}
          data={[...useAttributeSetChoices()]}
          value={[...edit.removedFrom]}
          onChange={(removedFrom) => change({ removedFrom })}
        />
        <Order rows={rows} edit={edit} onChange={change} />
        <EffectPanel query={effects} error={error} />
        <FormButtons
          submit={t('Save')}
          isBusy={isSaving}
          isDisabled={!isChanged || effects?.isError === true}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const UNCHANGED: SelectionEdit = { group: undefined, order: null, sets: [], requiredIn: [], removedFrom: [] };

/** Edits the positions of attributes in their group: a list in the new order, and the position of the first. */
function Order(props: {
  readonly rows: readonly AttributeRow[];
  readonly edit: SelectionEdit;
  readonly onChange: (changes: Partial<SelectionEdit>) => void;
}) {
  const { rows, edit, onChange } = props;
  const { order } = edit;
  const inOrder = rows.toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0));
  return (
    <>
      <Checkbox
        label={t('Set their order')}
        checked={order !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange({
            order: checked
              ? { codes: inOrder.map(({ code }) => code), from: inOrder[0]?.sortOrder ?? 0 }
              : null,
          })
        }
      />
      {order === null ? null : (
        <>
          <NumberInput
            label={t('Position of the first')}
            description={t('Forms show the attributes of a group in this order.')}
            allowDecimal={false}
            value={order.from}
            onChange={(from) => onChange({ order: { ...order, from: Number(from) } })}
          />
          <SortableList
            label={t('Order of the attributes')}
            items={order.codes.map((code) => {
              const label = rows.find((row) => row.code === code)?.label ?? code;
              return { key: code, name: label, content: <CodeLabel label={label} /> };
            })}
            onMove={(codes) => onChange({ order: { ...order, codes } })}
          />
        </>
      )}
    </>
  );
}
