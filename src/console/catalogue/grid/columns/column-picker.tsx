import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/order/sortable-list.tsx';
import type { GridAttribute, GridSchema } from '../../columns/column-documents.ts';
import { type ColumnSpec, columnKey } from '../../columns/column-spec.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import { groupAttributes } from '../../columns/group-attributes.ts';
import { insertColumn, orderCurrencies } from '../../columns/order-currencies.ts';
import { keyOfProperty, type ProductProperty } from '../../properties/product-properties.tsx';

/** Channel and locale of the values of new columns; empty for those of the page. */
interface ValueScope {
  readonly value: string;
  readonly label: string;
  readonly locale?: string;
  readonly channel?: string;
}

const valueScopes = ({ channels }: GridSchema): readonly ValueScope[] => {
  const locales = new Map(
    channels.flatMap((channel) => channel.locales.map(({ code, label }) => [code, label])),
  );
  return [
    { value: '', label: t('Channel and locale of the page') },
    ...[...locales].map(([locale, label]) => ({ value: locale, label, locale })),
    ...channels.flatMap((channel) =>
      channel.locales.map(({ code, label }) => ({
        value: `${code} ${channel.code}`,
        label: `${label} · ${channel.label}`,
        locale: code,
        channel: channel.code,
      })),
    ),
  ];
};

/** Returns the columns that an attribute can have in a channel and locale; prices have one for each currency. */
function attributeColumns(
  attribute: GridAttribute,
  scope: ValueScope,
  currencies: readonly string[],
): ColumnSpec[] {
  const address: ColumnSpec = {
    code: attribute.code,
    ...(attribute.localizable && scope.locale !== undefined ? { locale: scope.locale } : {}),
    ...(attribute.scopable && scope.channel !== undefined ? { channel: scope.channel } : {}),
  };
  return attribute.type === 'PRICE' ? currencies.map((currency) => ({ ...address, currency })) : [address];
}

/** Chooses the columns of the grid, by search and group. */
export function ColumnPicker(props: {
  readonly model: GridSchema;
  /** Properties that can be columns. */
  readonly properties: readonly ProductProperty[];
  readonly columns: readonly GridColumn[];
  readonly onChange: (columns: readonly ColumnSpec[]) => void;
}) {
  const { model, columns, onChange } = props;
  const [words, setWords] = useState('');
  const [at, setAt] = useState('');
  // Chosen columns stay where they are, so that the choice can be reverted at once.
  const [before] = useState(() => new Set(columns.map(({ key }) => key)));
  const scopeChoices = valueScopes(model);
  const scopeChoice = scopeChoices.find(({ value }) => value === at) ?? { value: '', label: '' };
  const currencies = orderCurrencies(model, useViewScope().channel?.code ?? '');
  const isWanted = (...names: readonly string[]) =>
    names.some((name) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const attributes = groupAttributes(model.attributes)
    .filter(({ code, label }) => isWanted(code, label))
    .filter(({ localizable, scopable }) =>
      scopeChoice.locale === undefined ? true : scopeChoice.channel === undefined ? localizable : scopable,
    );
  const properties = props.properties.filter(
    ({ code, title, column }) =>
      column !== undefined && scopeChoice.locale === undefined && isWanted(code, title),
  );
  const visibleKeys = new Set(columns.map(({ key }) => key));
  const isSearching = words.trim() !== '';
  const isOffered = (address: ColumnSpec) => {
    const key = columnKey(address);
    return isSearching || !(before.has(key) && visibleKeys.has(key));
  };
  const all = [
    {
      title: t('Properties'),
      choices: properties.map((property) => ({
        label: property.title,
        address: { code: keyOfProperty(property) },
      })),
    },
    ...[...Map.groupBy(attributes, ({ group }) => group?.label ?? t('Other attributes'))].map(
      ([title, own]) => ({
        title,
        choices: own.flatMap((attribute) =>
          attributeColumns(attribute, scopeChoice, currencies).map((address) => ({
            label:
              address.currency === undefined ? attribute.label : `${attribute.label} · ${address.currency}`,
            address,
          })),
        ),
      }),
    ),
  ];
  const groups = all
    .map(({ title, choices }) => ({ title, choices: choices.filter(({ address }) => isOffered(address)) }))
    .filter(({ choices }) => choices.length > 0);
  const toggle = (address: ColumnSpec) => {
    const key = columnKey(address);
    const now = columns.map((column) => column.address);
    onChange(
      visibleKeys.has(key)
        ? now.filter((other) => columnKey(other) !== key)
        : insertColumn(now, address, currencies),
    );
  };
  return (
    <Stack gap={12}>
      <TextInput
        label={t('Search attributes')}
        data-autofocus
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <NativeSelect
        label={t('Values of')}
        data={scopeChoices.map(({ value, label }) => ({ value, label }))}
        value={at}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <div className="column-choices">
        {isSearching || columns.length === 0 ? null : (
          <fieldset>
            <legend>{t('Chosen columns')}</legend>
            <SortableList
              label={t('Chosen columns')}
              items={columns.map(({ key, title, hint }) => {
                const name = hint === undefined ? title : `${title} · ${hint}`;
                return { key, name, content: <span className="ordered-label">{name}</span> };
              })}
              onMove={(keys) =>
                onChange(keys.flatMap((key) => columns.find((column) => column.key === key)?.address ?? []))
              }
              onRemove={(key) =>
                onChange(columns.filter((column) => column.key !== key).map(({ address }) => address))
              }
            />
          </fieldset>
        )}
        {groups.map(({ title, choices }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {choices.map(({ label, address }) => (
              <Checkbox
                key={columnKey(address)}
                size="xs"
                label={label}
                checked={visibleKeys.has(columnKey(address))}
                onChange={() => toggle(address)}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 ? <p className="quiet">{t('Nothing found.')}</p> : null}
      </div>
    </Stack>
  );
}
