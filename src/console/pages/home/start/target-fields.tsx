import { Group, MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAnyCurrencyChoices, useAnyLocaleChoices } from '../../../catalogue/model/fields/any-choices.ts';
import { t } from '../../../i18n/translate.ts';
import type { ChannelTarget } from './browser-target.ts';

/** Input of the first channel. */
export interface TargetInput extends ChannelTarget {
  /** Label of the channel. */
  readonly label: string;
}

/** Edits the label, the locales and the currencies of the first channel. */
export function TargetFields(props: {
  readonly target: TargetInput;
  readonly onChange: (target: TargetInput) => void;
}) {
  const { target, onChange } = props;
  // The lists are long, and few people open them.
  const [isLoading, setIsLoading] = useState(false);
  const locales = useAnyLocaleChoices(isLoading, target.locales);
  const currencies = useAnyCurrencyChoices(isLoading, target.currencies);
  const load = () => setIsLoading(true);
  return (
    <Group gap="sm" align="flex-start" className="start-target">
      <TextInput
        label={t('Channel')}
        value={target.label}
        onChange={({ currentTarget }) => onChange({ ...target, label: currentTarget.value })}
      />
      <MultiSelect
        label={t('Locales')}
        data={[...locales]}
        value={[...target.locales]}
        searchable
        onFocus={load}
        selectFirstOptionOnChange
        limit={50}
        clearButtonProps={{ 'aria-label': t('Clear') }}
        error={target.locales.length === 0 ? t('Choose at least one.') : undefined}
        onChange={(codes) => onChange({ ...target, locales: codes })}
      />
      <MultiSelect
        label={t('Currencies')}
        data={[...currencies]}
        value={[...target.currencies]}
        searchable
        onFocus={load}
        selectFirstOptionOnChange
        limit={50}
        clearButtonProps={{ 'aria-label': t('Clear') }}
        error={target.currencies.length === 0 ? t('Choose at least one.') : undefined}
        onChange={(codes) => onChange({ ...target, currencies: codes })}
      />
    </Group>
  );
}
