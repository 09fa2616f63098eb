import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { GridAttribute, GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { groupAttributes } from '../../../catalogue/columns/group-attributes.ts';
import type { BulkEditOptions } from '../../../catalogue/properties/bulk-documents.ts';
import {
  keyOfProperty,
  PROPERTIES,
  propertyOfKey,
} from '../../../catalogue/properties/product-properties.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Combobox } from '../../../ui/form/combobox.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import {
  availableOperations,
  isBulkEditable,
  isNumericOperation,
  LINK_FIELD_PREFIX,
  type OperationKind,
} from './operations.ts';
import type { OperationRowProps } from './row-props.ts';
import { toSelectOption } from './select-options.ts';
import { ValueInput } from './value-input.tsx';
import { ValueScopeFields } from './value-scope-fields.tsx';

const VERBS: Readonly<Record<OperationKind, string>> = {
  set: t('Set to'),
  fill: t('Set where empty'),
  append: t('Append'),
  prepend: t('Prepend'),
  replace: t('Find and replace'),
  copy: t('Copy from'),
  clear: t('Clear'),
  add: t('Add'),
  remove: t('Remove'),
  percent: t('Change by %'),
  amount: t('Change by amount'),
};

/** Shows one change of a bulk edit: the field, the operation, the value, and the channel and locale. */
export function OperationRow(props: OperationRowProps) {
  const { operation, model, choices, onChange, onRemove } = props;
  const row = useRef<HTMLDivElement>(null);
  const { field, verb } = operation;
  const attribute = model.attributes.find(({ code }) => code === field);
  const none = propertyOfKey(field)?.column?.none;
  // The value is typed right after its field is chosen.
  useEffect(() => {
    const value = '[data-value], [data-values] :is(input, select, button)';
    row.current?.querySelector<HTMLElement>(field === '' ? 'input' : value)?.focus();
  }, [field]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group has a label, but shows no legend
    <div ref={row} role="group" className="operation" aria-label={t('Change')}>
      <Combobox
        aria-label={t('Field')}
        placeholder={t('Field')}
        limit={100}
        maxDropdownHeight={260}
        data-autofocus={field === '' || undefined}
        value={field === '' ? null : field}
        data={fieldOptions(model, choices)}
        onKeyDown={(event) => {
          // Without a field there is nothing to apply.
          if (event.key === 'Enter') event.preventDefault();
        }}
        onChange={(next) => onChange({ ...operation, ...props.emptyFor(next) })}
      />
      <NativeSelect
        aria-label={t('Operation')}
        size="xs"
        value={verb}
        data={availableOperations(field, attribute).map((value) => ({ value, label: VERBS[value] }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as OperationKind;
          // 300 as a price is not 300 percent.
          const isOther = isNumericOperation(next) ? next !== verb : isNumericOperation(verb);
          onChange({ ...operation, verb: next, ...(isOther ? { text: '' } : {}) });
        }}
      />
      {none !== undefined && verb === 'clear' ? (
        <span className="quiet">{none}</span>
      ) : field === '' || verb === 'clear' ? (
        <span />
      ) : (
        <ValueInput {...props} attribute={attribute} />
      )}
      {attribute === undefined || verb === 'copy' ? null : (
        <ValueScopeFields {...props} attribute={attribute} />
      )}
      {onRemove === undefined ? null : (
        <button type="button" className="icon-button" aria-label={t('Remove change')} onClick={onRemove}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

/** Groups attributes as in the form of a product, by label; labels that occur twice have their code beside them. */
function attributeGroups(attributes: readonly GridAttribute[]) {
  const byLabel = Map.groupBy(attributes, ({ label }) => label);
  const byGroup = [...Map.groupBy(attributes, ({ group }) => group?.label ?? '')];
  // Attributes without a group stand last.
  return byGroup
    .toSorted(([one], [other]) => Number(one === '') - Number(other === ''))
    .map(([group, members]) => ({
      group: group === '' ? t('Other attributes') : group,
      items: members
        .toSorted((one, other) => one.label.localeCompare(other.label, localeTag))
        .map(({ code, label }) =>
          toSelectOption({ code, label: byLabel.get(label)?.length === 1 ? label : `${label} (${code})` }),
        ),
    }));
}

const fieldOptions = ({ attributes }: GridSchema, { associationTypes }: BulkEditOptions) => [
  {
    group: t('Product'),
    items: [
      ...PROPERTIES.filter(({ bulk }) => bulk !== undefined).map((property) => ({
        value: keyOfProperty(property),
        label: property.title,
      })),
      ...associationTypes.map(({ code, label }) => ({
        value: `${LINK_FIELD_PREFIX}${code}`,
        label: t('Links: {type}', { type: label }),
      })),
    ],
  },
  ...attributeGroups(groupAttributes(attributes.filter(isBulkEditable))),
];
