import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAnyCurrencyChoices, useAnyLocaleChoices } from '../../../catalogue/model/fields/any-choices.ts';
import type { ChannelTarget } from '../../../catalogue/model/fields/browser-target.ts';
import { t } from '../../../i18n/translate.ts';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';

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
      <MultiPicker
        label={t('Locales')}
        data={[...locales]}
        value={[...target.locales]}
        onFocus={load}
        error={target.locales.length === 0 ? t('Choose at least one.') : undefined}
        onChange={(codes) => onChange({ ...target, locales: codes })}
      />
      <MultiPicker
        label={t('Currencies')}
        data={[...currencies]}
        value={[...target.currencies]}
        onFocus={load}
        error={target.currencies.length === 0 ? t('Choose at least one.') : undefined}
        onChange={(codes) => onChange({ ...target, currencies: codes })}
      />
    </Group>
  );
}
