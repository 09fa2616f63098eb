import { MultiSelect, NativeSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../../language/t.ts';
import { CloseIcon } from '../../ui/icons.ts';
import type { GridAttribute, GridModel } from '../grid/columns/column-documents.ts';
import { FALSE, isEditable, TRUE } from '../values/cell-value.ts';
import { optionsQuery } from '../values/options-query.ts';
import type { BulkChoices } from './bulk-documents.ts';
import {
  ATTRIBUTE_SET,
  isChosen,
  isRelative,
  LINK,
  type Operation,
  unitOf,
  type Verb,
  verbsOf,
} from './operations.ts';

const VERBS: Readonly<Record<Verb, string>> = {
  set: t('Set to'),
  clear: t('Clear'),
  add: t('Add'),
  remove: t('Remove'),
  percent: t('Change by %'),
  amount: t('Change by amount'),
};

interface RowProps {
  readonly operation: Operation;
  readonly model: GridModel;
  readonly choices: BulkChoices;
  readonly locale: string;
  readonly fault: string | undefined;
  /** What an operation begins with, of a field. */
  readonly emptyFor: (field: string) => Omit<Operation, 'key'>;
  readonly onChange: (operation: Operation) => void;
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** One change of a bulk edit: a field, what is done with it, the value, and where it is written. */
export function OperationRow(props: RowProps) {
  const { operation, model, choices, onChange, onRemove } = props;
  const row = useRef<HTMLDivElement>(null);
  const { field, verb } = operation;
  const attribute = model.attributes.find(({ code }) => code === field);
  // The value is typed right after its field is chosen.
  useEffect(() => {
    row.current?.querySelector<HTMLElement>(field === '' ? 'input' : '[data-value]')?.focus();
  }, [field]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of inputs in a dialog
    <div ref={row} role="group" className="operation" aria-label={t('Change')}>
      <Select
        aria-label={t('Field')}
        placeholder={t('Field')}
        size="xs"
        searchable
        selectFirstOptionOnChange
        limit={100}
        maxDropdownHeight={260}
        data-autofocus={field === '' || undefined}
        value={field === '' ? null : field}
        data={fieldsOf(model, choices)}
        nothingFoundMessage={t('Nothing found')}
        onChange={(next) => (next === null ? undefined : onChange({ ...operation, ...props.emptyFor(next) }))}
      />
      <NativeSelect
        aria-label={t('Operation')}
        size="xs"
        value={verb}
        data={verbsOf(field, attribute).map((value) => ({ value, label: VERBS[value] }))}
        onChange={({ currentTarget }) => onChange({ ...operation, verb: currentTarget.value as Verb })}
      />
      {field === '' || verb === 'clear' ? <span /> : <ValueInput {...props} attribute={attribute} />}
      {attribute === undefined ? null : <Scope {...props} attribute={attribute} />}
      {onRemove === undefined ? null : (
        <button type="button" className="icon-button" aria-label={t('Remove change')} onClick={onRemove}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

const choiceOf = ({ code, label }: { readonly code: string; readonly label: string }) => ({
  value: code,
  label,
});

/** Attributes as choices; labels that occur twice have their code beside them. */
function attributeChoices(attributes: readonly GridAttribute[]) {
  const byLabel = Map.groupBy(attributes, ({ label }) => label);
  return attributes.map(({ code, label }) =>
    choiceOf({ code, label: byLabel.get(label)?.length === 1 ? label : `${label} (${code})` }),
  );
}

const fieldsOf = ({ attributes }: GridModel, { associationTypes }: BulkChoices) => [
  {
    group: t('Product'),
    items: [
      { value: ATTRIBUTE_SET, label: t('Attribute set') },
      { value: '.categories', label: t('Categories') },
      { value: '.tags', label: t('Tags') },
      ...associationTypes.map(({ code, label }) => ({
        value: `${LINK}${code}`,
        label: t('Links: {type}', { type: label }),
      })),
    ],
  },
  { group: t('Attributes'), items: attributeChoices(attributes.filter(isEditable)) },
];

function ValueInput(props: RowProps & { readonly attribute: GridAttribute | undefined }) {
  const { operation, choices, attribute, locale, fault, onChange } = props;
  const { field, text, codes } = operation;
  const set = attribute?.optionSet?.code ?? '';
  const hasOptions = attribute !== undefined && isChosen(attribute);
  const options = useQuery({ ...optionsQuery(set, locale), enabled: hasOptions && set !== '' }).data ?? [];
  const common = {
    'aria-label': t('Value'),
    'data-value': true,
    'data-autofocus': true,
    size: 'xs',
    error: fault,
  } as const;
  const change = (next: string[]) => onChange({ ...operation, codes: next });
  const single =
    attribute?.type === 'SELECT' ? options : field === ATTRIBUTE_SET ? choices.attributeSets : null;
  if (single !== null)
    return (
      <Select
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        value={codes[0] ?? null}
        data={single.map(choiceOf)}
        nothingFoundMessage={t('Nothing found')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A label may be typed before the options are loaded, and then none is highlighted.
          const typed = event.currentTarget.value.trim().toLowerCase();
          const found = single.find(({ label }) => label.toLowerCase() === typed);
          if (found === undefined || found.code === codes[0]) return;
          event.preventDefault();
          change([found.code]);
        }}
        onChange={(code) => change(code === null ? [] : [code])}
      />
    );
  if (hasOptions || field === '.categories')
    return (
      <MultiSelect
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        value={[...codes]}
        data={(hasOptions ? options : choices.categories).map(choiceOf)}
        nothingFoundMessage={t('Nothing found')}
        onChange={change}
      />
    );
  if (field.startsWith('.'))
    return (
      <TagsInput
        {...common}
        placeholder={field.startsWith(LINK) && codes.length === 0 ? t('SKUs') : ''}
        splitChars={[',', ';', ' ']}
        value={[...codes]}
        onChange={change}
      />
    );
  if (attribute?.type === 'BOOLEAN')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={['', TRUE, FALSE]}
        onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
      />
    );
  return (
    <TextInput
      {...common}
      {...(isRelative(operation.verb)
        ? {
            placeholder: operation.verb === 'percent' ? t('+5 or -10') : t('+2.00 or -0.50'),
            rightSection:
              operation.verb === 'percent' ? '%' : attribute?.type === 'PRICE' ? operation.currency : null,
            rightSectionWidth: 40,
          }
        : {})}
      value={text}
      onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
    />
  );
}

/** The channel, the locale and the currency of a value, where its attribute has one for each. */
function Scope({ operation, model, attribute, onChange }: RowProps & { readonly attribute: GridAttribute }) {
  const channel = model.channels.find(({ code }) => code === operation.channel);
  const locales = attribute.scopable
    ? (channel?.locales ?? [])
    : [
        ...new Map(
          model.channels.flatMap((one) => one.locales).map((locale) => [locale.code, locale]),
        ).values(),
      ];
  const isAdjusted = isRelative(operation.verb);
  const hasUnit = attribute.type === 'MEASUREMENT' && operation.verb === 'amount';
  return (
    <>
      {attribute.scopable ? (
        <NativeSelect
          aria-label={t('Channel')}
          size="xs"
          value={operation.channel}
          data={model.channels.map(choiceOf)}
          onChange={({ currentTarget }) => onChange({ ...operation, channel: currentTarget.value })}
        />
      ) : null}
      {attribute.localizable ? (
        <NativeSelect
          aria-label={t('Locale')}
          size="xs"
          value={operation.locale}
          data={locales.map(choiceOf)}
          onChange={({ currentTarget }) => onChange({ ...operation, locale: currentTarget.value })}
        />
      ) : null}
      {attribute.type === 'PRICE' ? (
        <NativeSelect
          aria-label={t('Currency')}
          size="xs"
          value={operation.currency}
          data={currenciesOf(model, operation.channel)}
          onChange={({ currentTarget }) => onChange({ ...operation, currency: currentTarget.value })}
        />
      ) : null}
      {hasUnit ? (
        <NativeSelect
          aria-label={t('Unit')}
          size="xs"
          value={unitOf(operation, attribute)}
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

/** The enabled currencies, those of a channel first. */
export const currenciesOf = ({ channels }: GridModel, channel: string): string[] => {
  const own = channels.filter(({ code }) => code === channel);
  return [...new Set([...own, ...channels].flatMap((one) => one.currencies.map(({ code }) => code)))];
};

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
