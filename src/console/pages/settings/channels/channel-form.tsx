import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { enabledCurrenciesQuery } from '../currencies/currency-documents.ts';
import { EffectLines, useEffects } from '../effects.tsx';
import { enabledLocalesQuery } from '../locales/locale-documents.ts';
import {
  type Channel,
  type ChannelSettings,
  CREATE_CHANNEL,
  previewChannel,
  UPDATE_CHANNEL,
} from './channel-documents.ts';

interface Values {
  readonly code: string;
  /** Labels by the code of the locale. */
  readonly labels: Readonly<Record<string, string>>;
  readonly locales: string[];
  readonly currencies: string[];
  readonly active: boolean;
  readonly guarded: boolean;
}

/** Returns the settings of the form that decide where products are live. */
const settingsOf = ({ locales, currencies, active, guarded }: Values): ChannelSettings => ({
  locales,
  currencies,
  active,
  publishGuard: guarded ? 'COMPLETE' : 'NONE',
});

async function save(channel: Channel | null, values: Values): Promise<string> {
  const { code } = values;
  const stored = new Map(channel?.labels.map(({ locale, text }) => [locale, text]));
  const labels = Object.entries(values.labels)
    .map(([locale, text]) => ({ locale, text: text.trim() === '' ? null : text.trim() }))
    .filter(({ locale, text }) => (stored.get(locale) ?? null) !== text);
  const input = { labels, ...settingsOf(values) };
  if (channel === null) {
    const { createChannel } = await request(CREATE_CHANNEL, { input: { code: code.trim(), ...input } });
    return unwrapPayload(createChannel).channel.code;
  }
  const { updateChannel } = await request(UPDATE_CHANNEL, {
    code: channel.code,
    version: channel.version,
    input,
  });
  return unwrapPayload(updateChannel).channel.code;
}

const needsOne = (selectedCodes: readonly string[]) =>
  selectedCodes.length === 0 ? t('Select at least one.') : null;
const CLEAR = { 'aria-label': t('Clear') };

/** Creates a channel, or edits the given one. */
export function ChannelForm(props: {
  readonly channel: Channel | null;
  readonly onSaved: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const { channel } = props;
  const locales = useQuery(enabledLocalesQuery).data ?? [];
  const currencies = useQuery(enabledCurrenciesQuery).data ?? [];
  const form = useForm<Values>({
    initialValues: {
      code: channel?.code ?? '',
      labels: Object.fromEntries(channel?.labels.map(({ locale, text }) => [locale, text]) ?? []),
      locales: channel?.locales.map(({ code }) => code) ?? [],
      currencies: channel?.currencies.map(({ code }) => code) ?? [],
      active: channel?.active ?? true,
      guarded: channel?.publishGuard === 'COMPLETE',
    },
    validate: {
      code: (code) =>
        /^\w+$/.test(code.trim()) ? null : t('Use only letters, digits and _, such as webshop.'),
      locales: needsOne,
      currencies: needsOne,
    },
  });
  const settings = settingsOf(form.values);
  const code = form.values.code.trim();
  const { query, isCounting } = useEffects(changeOf(channel, code, settings), (signal) =>
    previewChannel(channel === null, code, settings, signal),
  );
  const saving = useMutation({
    mutationFn: (values: Values) => save(channel, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack gap="sm">
        {saving.isError ? <ErrorAlert error={saving.error} /> : null}
        <TextInput
          label={t('Code')}
          description={t('Letters, digits and _. It cannot be changed later.')}
          disabled={channel !== null}
          {...form.getInputProps('code')}
        />
        {locales.map(({ code }) => (
          <TextInput
            key={code}
            label={t('Label in {locale}', { locale: localeName(code) })}
            maxLength={255}
            value={form.values.labels[code] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('labels', { ...form.values.labels, [code]: value })
            }
          />
        ))}
        <MultiSelect
          label={t('Locales')}
          searchable
          selectFirstOptionOnChange
          data={locales.map(({ code }) => ({ value: code, label: `${localeName(code)} (${code})` }))}
          clearButtonProps={CLEAR}
          {...form.getInputProps('locales')}
        />
        <MultiSelect
          label={t('Currencies')}
          searchable
          selectFirstOptionOnChange
          data={currencies.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
          clearButtonProps={CLEAR}
          {...form.getInputProps('currencies')}
        />
        <Checkbox label={t('Active')} {...form.getInputProps('active', { type: 'checkbox' })} />
        <Checkbox
          label={t('Publish complete products only')}
          {...form.getInputProps('guarded', { type: 'checkbox' })}
        />
        <EffectLines query={query} />
        <FormButtons
          submit={t('Save')}
          isBusy={saving.isPending}
          isDisabled={isCounting}
          onCancel={props.onCancel}
        />
      </Stack>
    </form>
  );
}

/** Returns the unsaved settings as a key for {@link useEffects}; empty while they are as stored, or not complete. */
function changeOf(channel: Channel | null, code: string, settings: ChannelSettings): string {
  const stored = channel && {
    locales: channel.locales.map((locale) => locale.code),
    currencies: channel.currencies.map((currency) => currency.code),
    active: channel.active,
    publishGuard: channel.publishGuard,
  };
  const isWhole = settings.locales?.length && settings.currencies?.length && /^\w+$/.test(code);
  const change = JSON.stringify(settings);
  return isWhole && change !== JSON.stringify(stored) ? `channel ${code} ${change}` : '';
}
