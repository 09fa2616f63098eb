import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { useMutationWithToast } from '../../ui/use-mutation-with-toast.ts';
import { SCHEDULES_KEY, type Schedule, saveSchedule, UNSCHEDULED_PROFILES } from './schedule-documents.ts';

const EXAMPLES = {
  url: 'https://supplier.example.com/stock.csv',
  folder: 'supplier/in',
  pattern: 'stock-*.csv',
  cron: '0 3 * * 1-5',
};

interface Values {
  readonly profile: string;
  readonly kind: 'url' | 'folder';
  readonly url: string;
  readonly folder: string;
  readonly pattern: string;
  readonly repeat: 'daily' | 'cron';
  /** `03:00` */
  readonly time: string;
  readonly cron: string;
  readonly timezone: string;
}

/** Returns the schedule of a form. */
function toSchedule({ kind, url, folder, pattern, repeat, time, cron, timezone }: Values): Schedule {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const fileName = pattern.trim() === '' ? {} : { pattern: pattern.trim() };
  return {
    cron: repeat === 'daily' ? `${minute} ${hour} * * *` : cron.trim(),
    timezone: timezone.trim(),
    source: kind === 'url' ? { url: url.trim() } : { folder: folder.trim(), ...fileName },
  };
}

const required = (text: string) => (text.trim() === '' ? t('Fill in this field.') : null);

/** Shows the form for a schedule of imports: of a profile that has none yet. */
export function ScheduleForm({ onClose }: { readonly onClose: () => void }) {
  const profiles = useQuery({
    queryKey: [...SCHEDULES_KEY, 'profiles'],
    queryFn: ({ signal }) =>
      fetchAllPages(
        async (after) => (await request(UNSCHEDULED_PROFILES, { after }, signal)).importExportProfiles,
      ),
  });
  const form = useForm<Values>({
    initialValues: {
      profile: '',
      kind: 'url',
      url: '',
      folder: '',
      pattern: '',
      repeat: 'daily',
      time: '03:00',
      cron: '',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    validate: {
      profile: required,
      url: (text, { kind }) => (kind === 'url' ? required(text) : null),
      folder: (text, { kind }) => (kind === 'folder' ? required(text) : null),
      time: (text, { repeat }) => (repeat === 'daily' ? required(text) : null),
      cron: (text, { repeat }) => (repeat === 'cron' ? required(text) : null),
      timezone: required,
    },
  });
  const saving = useMutationWithToast(
    async (values: Values) => {
      const profile = profiles.data?.find(({ code }) => code === values.profile);
      if (profile !== undefined) await saveSchedule(profile, toSchedule(values));
    },
    [SCHEDULES_KEY],
    () => {
      onClose();
      return t('Schedule saved.');
    },
  );
  if (profiles.data === undefined)
    return profiles.isError ? <ErrorAlert error={profiles.error} /> : <Loading what={t('profiles')} />;
  const choices = profiles.data.filter(({ direction }) => direction !== 'EXPORT');
  const { kind, repeat } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <ErrorAlert error={saving.error} /> : null}
        <NativeSelect
          label={t('Profile')}
          description={t('How the file is read. A profile has one schedule.')}
          data={[
            { value: '', label: t('Select a profile') },
            ...choices.map(({ code, label }) => ({ value: code, label: label ?? code })),
          ]}
          data-autofocus
          {...form.getInputProps('profile')}
        />
        <NativeSelect
          label={t('Source')}
          data={[
            { value: 'url', label: t('URL') },
            { value: 'folder', label: t('Folder in the storage') },
          ]}
          {...form.getInputProps('kind')}
        />
        {kind === 'url' ? (
          <TextInput label={t('URL')} placeholder={EXAMPLES.url} {...form.getInputProps('url')} />
        ) : (
          <>
            <TextInput label={t('Folder')} placeholder={EXAMPLES.folder} {...form.getInputProps('folder')} />
            <TextInput
              label={t('File names')}
              description={t('The newest file is imported once; * matches any characters.')}
              placeholder={EXAMPLES.pattern}
              {...form.getInputProps('pattern')}
            />
          </>
        )}
        <NativeSelect
          label={t('Times')}
          data={[
            { value: 'daily', label: t('Every day') },
            { value: 'cron', label: t('Cron expression') },
          ]}
          {...form.getInputProps('repeat')}
        />
        {repeat === 'daily' ? (
          <TextInput type="time" label={t('Time')} {...form.getInputProps('time')} />
        ) : (
          <TextInput
            label={t('Cron expression')}
            placeholder={EXAMPLES.cron}
            {...form.getInputProps('cron')}
          />
        )}
        <TextInput label={t('Time zone')} {...form.getInputProps('timezone')} />
        <FormButtons submit={t('Create')} isBusy={saving.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
