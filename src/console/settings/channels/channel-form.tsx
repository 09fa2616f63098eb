import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { enabledCurrenciesQuery } from '../currencies/currency-documents.ts';
import { enabledLocalesQuery } from '../locales/locale-documents.ts';
import { type Channel, CREATE_CHANNEL, UPDATE_CHANNEL } from './channel-documents.ts';

interface Values {
  readonly code: string;
  readonly locales: string[];
  readonly currencies: string[];
  readonly active: boolean;
  readonly guarded: boolean;
}

async function save(channel: Channel | null, values: Values): Promise<string> {
  const { code, locales, currencies, active, guarded } = values;
  const publishGuard = guarded ? ('COMPLETE' as const) : ('NONE' as const);
  const input = { locales, currencies, active, publishGuard };
  if (channel === null) {
    const { createChannel } = await request(CREATE_CHANNEL, { input: { code: code.trim(), ...input } });
    return settled(createChannel).channel.code;
  }
  const { updateChannel } = await request(UPDATE_CHANNEL, {
    code: channel.code,
    version: channel.version,
    input,
  });
  return settled(updateChannel).channel.code;
}

const needsOne = (chosen: readonly string[]) => (chosen.length === 0 ? t('Select at least one.') : null);
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
  const saving = useMutation({
    mutationFn: (values: Values) => save(channel, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <ErrorAlert error={saving.error} /> : null}
        <TextInput
          label={t('Code')}
          description={t('Letters, digits and _. It cannot be changed later.')}
          disabled={channel !== null}
          {...form.getInputProps('code')}
        />
        <MultiSelect
          label={t('Locales')}
          searchable
          selectFirstOptionOnChange
          data={locales.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
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
        <FormButtons submit={t('Save')} isBusy={saving.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
