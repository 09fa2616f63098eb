import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { byGroup } from '../../../catalogue/columns/by-group.ts';
import type { GridAttribute, GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { BulkChoices } from '../../../catalogue/properties/bulk-documents.ts';
import {
  keyOfProperty,
  PROPERTIES,
  propertyOfKey,
} from '../../../catalogue/properties/product-properties.tsx';
import { formatTag, t } from '../../../language/t.ts';
import { TypedSelect } from '../../../ui/form/typed-select.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { isNumeric, isOffered, LINK, type Verb, verbsOf } from './operations.ts';
import { choiceOf } from './places.ts';
import type { RowProps } from './row-props.ts';
import { ValueInput } from './value-input.tsx';
import { Scope } from './value-scope.tsx';

const VERBS: Readonly<Record<Verb, string>> = {
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
export function OperationRow(props: RowProps) {
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
    // biome-ignore lint/a11y/useSemanticElements: a group of inputs in a dialog
    <div ref={row} role="group" className="operation" aria-label={t('Change')}>
      <TypedSelect
        aria-label={t('Field')}
        placeholder={t('Field')}
        limit={100}
        maxDropdownHeight={260}
        data-autofocus={field === '' || undefined}
        value={field === '' ? null : field}
        data={fieldsOf(model, choices)}
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
        data={verbsOf(field, attribute).map((value) => ({ value, label: VERBS[value] }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Verb;
          // 300 as a price is not 300 percent.
          const isOther = isNumeric(next) ? next !== verb : isNumeric(verb);
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
      {attribute === undefined || verb === 'copy' ? null : <Scope {...props} attribute={attribute} />}
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
        .toSorted((one, other) => one.label.localeCompare(other.label, formatTag))
        .map(({ code, label }) =>
          choiceOf({ code, label: byLabel.get(label)?.length === 1 ? label : `${label} (${code})` }),
        ),
    }));
}

const fieldsOf = ({ attributes }: GridModel, { associationTypes }: BulkChoices) => [
  {
    group: t('Product'),
    items: [
      ...PROPERTIES.filter(({ bulk }) => bulk !== undefined).map((property) => ({
        value: keyOfProperty(property),
        label: property.title,
      })),
      ...associationTypes.map(({ code, label }) => ({
        value: `${LINK}${code}`,
        label: t('Links: {type}', { type: label }),
      })),
    ],
  },
  ...attributeGroups(byGroup(attributes.filter(isOffered))),
];
