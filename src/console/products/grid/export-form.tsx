import { MultiSelect, NativeSelect, Stack, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../../api/failure.ts';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { EmptyState, ErrorAlert } from '../../ui/messages/states.tsx';
import { columnNames } from './column-names.ts';
import { type ExportChoices, type ExportInput, RUN_EXPORT } from './grid-documents.ts';

const FORMATS = [
  { value: 'CSV', label: t('CSV') },
  { value: 'XLSX', label: t('Excel (.xlsx)') },
  { value: 'JSONL', label: t('JSON Lines') },
] as const;

interface Values {
  readonly profile: string;
  readonly format: string;
  readonly columns: string[];
  readonly channel: string;
  readonly locales: string[];
}

const codesOf = (items: readonly { readonly code: string; readonly label: string }[]) =>
  items.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }));

/** The options of an export: profile, format, columns, channel and locales. */
export function ExportForm(props: {
  readonly filter: object;
  readonly choices: ExportChoices;
  readonly onStarted: (jobId: string) => void;
  readonly onCancel: () => void;
}) {
  const { filter, choices, onStarted, onCancel } = props;
  const profiles = choices.importExportProfiles.nodes.filter(
    ({ direction, resource }) => direction !== 'IMPORT' && resource === 'PRODUCTS',
  );
  const form = useForm<Values>({
    initialValues: {
      profile: profiles[0]?.code ?? '',
      format: profiles[0]?.format ?? 'CSV',
      columns: [],
      channel: '',
      locales: [],
    },
  });
  const starting = useMutation({
    mutationFn: async ({ profile, format, columns, channel, locales }: Values) => {
      const input: ExportInput = {
        filter,
        format: FORMATS.find(({ value }) => value === format)?.value ?? null,
        columns: columns.length === 0 ? null : columns,
        channel: channel === '' ? null : channel,
        locales: locales.length === 0 ? null : locales,
      };
      return settled((await request(RUN_EXPORT, { code: profile, input })).runProfile).job.id;
    },
    onSuccess: onStarted,
  });
  if (profiles.length === 0)
    return (
      <EmptyState title={t('No export profile for products')}>
        {t('Create a profile through the API first.')}
      </EmptyState>
    );
  const chosen = profiles.find(({ code }) => code === form.values.profile);
  const errors = faultsOf(starting.error);
  return (
    <form onSubmit={form.onSubmit((values) => starting.mutate(values))} noValidate>
      <Stack>
        {starting.error === null || errors.columns !== null ? null : <ErrorAlert error={starting.error} />}
        <NativeSelect
          label={t('Profile')}
          data={codesOf(profiles)}
          {...form.getInputProps('profile')}
          onChange={({ currentTarget: { value } }) => {
            const format = profiles.find(({ code }) => code === value)?.format ?? 'CSV';
            form.setValues({ profile: value, format });
          }}
        />
        <NativeSelect label={t('Format')} data={[...FORMATS]} {...form.getInputProps('format')} />
        <TagsInput
          label={t('Columns')}
          description={t('In this order. Examples: sku, name-en_US, price-EUR.')}
          placeholder={
            (chosen?.columns ?? []).length > 0 ? t('Columns of the profile') : t('All columns with values')
          }
          data={columnNames(choices)}
          maxDropdownHeight={220}
          {...form.getInputProps('columns')}
          error={errors.columns}
        />
        <NativeSelect
          label={t('Channel')}
          data={[{ value: '', label: t('All channels') }, ...codesOf(choices.channels.nodes)]}
          {...form.getInputProps('channel')}
        />
        <MultiSelect
          label={t('Locales')}
          placeholder={form.values.locales.length === 0 ? t('All') : ''}
          data={codesOf(choices.locales.nodes)}
          {...form.getInputProps('locales')}
        />
        <Text size="sm">{t('Variants contain only their own values, without inherited ones.')}</Text>
        <FormButtons submit={t('Start export')} isBusy={starting.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

/** Errors of columns, shown at their field. */
function faultsOf(error: Error | null): { readonly columns: string | null } {
  const faults = error instanceof Failure ? error.faults : [];
  const found = faults.filter(({ path }) => path.includes('columns')).map(({ message }) => message);
  return { columns: found.length === 0 ? null : found.join(' ') };
}
