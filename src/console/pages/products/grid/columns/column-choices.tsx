import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useViewScope } from '../../../../api/view-scope.ts';
import { byGroup } from '../../../../catalogue/columns/by-group.ts';
import { type ColumnAddress, columnKey } from '../../../../catalogue/columns/column-address.ts';
import type { GridAttribute, GridModel } from '../../../../catalogue/columns/column-documents.ts';
import { currenciesOf, withColumn } from '../../../../catalogue/columns/currencies.ts';
import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { keyOfProperty, PROPERTIES } from '../../../../catalogue/properties/product-properties.tsx';
import { t } from '../../../../language/t.ts';
import { SortableList } from '../../../../ui/sortable-list.tsx';

/** Channel and locale of the values of new columns; empty for those of the page. */
interface Place {
  readonly value: string;
  readonly label: string;
  readonly locale?: string;
  readonly channel?: string;
}

const placesOf = ({ channels }: GridModel): readonly Place[] => {
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
function columnsOf(attribute: GridAttribute, place: Place, currencies: readonly string[]): ColumnAddress[] {
  const address: ColumnAddress = {
    code: attribute.code,
    ...(attribute.localizable && place.locale !== undefined ? { locale: place.locale } : {}),
    ...(attribute.scopable && place.channel !== undefined ? { channel: place.channel } : {}),
  };
  return attribute.type === 'PRICE' ? currencies.map((currency) => ({ ...address, currency })) : [address];
}

/** Chooses the columns of the grid, by search and group. */
export function ColumnChoices(props: {
  readonly model: GridModel;
  readonly columns: readonly GridColumn[];
  readonly onChange: (columns: readonly ColumnAddress[]) => void;
}) {
  const { model, columns, onChange } = props;
  const [words, setWords] = useState('');
  const [at, setAt] = useState('');
  // Chosen columns stay where they are, so that the choice can be reverted at once.
  const [before] = useState(() => new Set(columns.map(({ key }) => key)));
  const places = placesOf(model);
  const place = places.find(({ value }) => value === at) ?? { value: '', label: '' };
  const currencies = currenciesOf(model, useViewScope().channel?.code ?? '');
  const isWanted = (...names: readonly string[]) =>
    names.some((name) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const attributes = byGroup(model.attributes)
    .filter(({ code, label }) => isWanted(code, label))
    .filter(({ localizable, scopable }) =>
      place.locale === undefined ? true : place.channel === undefined ? localizable : scopable,
    );
  const properties = PROPERTIES.filter(
    ({ code, title, column }) => column !== undefined && place.locale === undefined && isWanted(code, title),
  );
  const shown = new Set(columns.map(({ key }) => key));
  const isSearching = words.trim() !== '';
  const isOffered = (address: ColumnAddress) => {
    const key = columnKey(address);
    return isSearching || !(before.has(key) && shown.has(key));
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
          columnsOf(attribute, place, currencies).map((address) => ({
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
  const toggle = (address: ColumnAddress) => {
    const key = columnKey(address);
    const now = columns.map((column) => column.address);
    onChange(
      shown.has(key) ? now.filter((other) => columnKey(other) !== key) : withColumn(now, address, currencies),
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
        data={places.map(({ value, label }) => ({ value, label }))}
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
                checked={shown.has(columnKey(address))}
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
