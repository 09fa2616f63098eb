import { Checkbox, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { storefrontChannelsQuery } from '../../../catalogue/storefronts/channels-query.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { OrderedList } from './ordered-list.tsx';
import type { SectionProps } from './storefront-draft.ts';

const codesOf = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code);

/** Edits label and state, and the channel with its locales and currencies. */
export function SettingsSection({ draft, onChange }: SectionProps) {
  const channels = useQuery(storefrontChannelsQuery);
  return (
    <QueryResult query={channels} what={t('channels')}>
      {(all) => {
        const channel = all.find(({ code }) => code === draft.channel);
        const offered = codesOf(channel?.locales ?? []);
        return (
          <Stack gap="xl" maw={720}>
            <section>
              <TextInput
                label={t('Name')}
                value={draft.label}
                maw={360}
                mb="sm"
                onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
              />
              <Checkbox
                label={t('Active')}
                description={t('Its keys are accepted. Clear the box to refuse all of them.')}
                checked={draft.active}
                onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
              />
            </section>
            <section>
              <NativeSelect
                label={t('Channel')}
                description={t('Its live products are the ones that the storefront shows.')}
                maw={360}
                data={all.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
                value={draft.channel}
                onChange={({ currentTarget }) => {
                  const selectedChoice = all.find(({ code }) => code === currentTarget.value);
                  if (selectedChoice === undefined) return;
                  onChange({
                    channel: selectedChoice.code,
                    locales: codesOf(selectedChoice.locales),
                    currencies: codesOf(selectedChoice.currencies),
                  });
                }}
              />
            </section>
            <section>
              <Title order={2} mb={4}>
                {t('Locales')}
              </Title>
              <Text c="var(--ink-2)" mb="xs">
                {t('The languages of the storefront. The first is used where a request names none.')}
              </Text>
              <OrderedList
                label={t('Locales')}
                codes={draft.locales}
                choices={offered.map((code) => ({
                  code,
                  label: localeName(code),
                }))}
                add={t('Add locale…')}
                first={t('Default')}
                isRequired
                onChange={(codes) => onChange({ locales: codes })}
              />
            </section>
            <section>
              <Title order={2} mb={4}>
                {t('Currencies')}
              </Title>
              <Text c="var(--ink-2)" mb="xs">
                {t('Prices are never converted. The first is used where a request names none.')}
              </Text>
              <OrderedList
                label={t('Currencies')}
                codes={draft.currencies}
                choices={codesOf(channel?.currencies ?? []).map((code) => ({ code, label: code }))}
                add={t('Add currency…')}
                first={t('Default')}
                onChange={(currencies) => onChange({ currencies })}
              />
            </section>
          </Stack>
        );
      }}
    </QueryResult>
  );
}
