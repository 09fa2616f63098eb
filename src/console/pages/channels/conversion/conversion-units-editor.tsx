import { Box, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorProps } from '../../../catalogue/model/config-page-types.ts';
import { unitTitle } from '../../../catalogue/values/unit-title.ts';
import { t } from '../../../i18n/translate.ts';
import { AddSelect } from '../../../ui/form/add-select.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { type ConversionUnits, withUnit } from './conversion-units.ts';
import { measuredAttributesQuery, unitSymbol } from './measured-attributes.ts';

/** Selects the unit of each attribute whose amounts a channel has in another unit than they were entered in. */
export function ConversionUnitsEditor(props: EditorProps<ConversionUnits>) {
  const { label, description, value, error, isDisabled, onChange } = props;
  const attributes = useQuery(measuredAttributesQuery).data ?? [];
  const others = attributes.filter(({ code }) => value[code] === undefined);
  const [searchText, setSearchText] = useState('');
  const add = (code: string) => {
    const attribute = attributes.find((one) => one.code === code);
    const unit = attribute?.defaultUnit ?? attribute?.measurementFamily?.units?.[0]?.code;
    if (unit !== undefined) onChange(withUnit(value, code, unit));
    setSearchText('');
  };
  return (
    <fieldset className="config-labels" aria-label={label}>
      <AddSelect
        label={label}
        description={description}
        placeholder={t('Add attribute')}
        error={error}
        disabled={isDisabled}
        limit={100}
        data={others.map((attribute) => ({ value: attribute.code, label: attribute.label }))}
        searchValue={searchText}
        onSearchChange={setSearchText}
        onAdd={add}
      />
      {Object.entries(value).map(([code, unit]) => {
        const attribute = attributes.find((one) => one.code === code);
        const units = attribute?.measurementFamily?.units ?? [];
        const name = attribute?.label ?? code;
        return (
          <Group key={code} gap="xs" wrap="nowrap">
            <Box flex={1} miw={0}>
              <CodeLabel label={name} />
            </Box>
            <NativeSelect
              flex="0 1 200px"
              miw={0}
              aria-label={t('Unit: {field}', { field: name })}
              data={
                units.length === 0 ? [unit] : units.map((one) => ({ value: one.code, label: unitTitle(one) }))
              }
              value={unit}
              disabled={isDisabled}
              onChange={({ currentTarget }) => onChange(withUnit(value, code, currentTarget.value))}
            />
            <button
              type="button"
              className="icon-button"
              aria-label={t('Remove {name}', { name })}
              disabled={isDisabled}
              onClick={() => onChange(withUnit(value, code, null))}
            >
              <CloseIcon />
            </button>
          </Group>
        );
      })}
    </fieldset>
  );
}

/** Names the unit of each attribute. */
export function ConversionUnitsText({ units }: { readonly units: ConversionUnits }) {
  const attributes = useQuery(measuredAttributesQuery).data ?? [];
  return (
    <DescriptionList
      items={Object.fromEntries(
        Object.entries(units).map(([code, unit]) => {
          const attribute = attributes.find((one) => one.code === code);
          return [attribute?.label ?? code, unitSymbol(attribute, unit)];
        }),
      )}
    />
  );
}
