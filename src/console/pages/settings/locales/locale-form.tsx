import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { EffectLines, useEffects } from '../effects.tsx';
import { enableLocale, type Locale, previewLocale, UPDATE_LOCALE } from './locale-documents.ts';

interface Values {
  readonly code: string;
  readonly enabled: boolean;
  readonly fallback: string;
}

const inputOf = ({ enabled, fallback }: Omit<Values, 'code'>) => ({
  enabled,
  fallback: fallback.trim() === '' ? null : fallback.trim(),
});

async function save(locale: Locale | null, { code, enabled, fallback }: Values): Promise<string> {
  const input = inputOf({ enabled, fallback });
  if (locale === null) {
    return enableLocale({ code: code.trim(), ...input });
  }
  const { updateLocale } = await request(UPDATE_LOCALE, {
    code: locale.code,
    version: locale.version,
    input,
  });
  return unwrapPayload(updateLocale).locale.code;
}

/** Creates a locale, or edits the given one. */
export function LocaleForm(props: {
  readonly locale: Locale | null;
  readonly onSaved: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const { locale } = props;
  const form = useForm<Values>({
    initialValues: {
      code: locale?.code ?? '',
      enabled: locale?.enabled ?? true,
      fallback: locale?.fallback?.code ?? '',
    },
    validate: { code: (code) => (code.trim() === '' ? t('Enter a code such as de_DE.') : null) },
  });
  const input = inputOf(form.values);
  const isChanged = locale !== null && locale.enabled !== input.enabled;
  const { query, isCounting } = useEffects(
    isChanged ? `locale ${locale.code} ${JSON.stringify(input)}` : '',
    (signal) => previewLocale(locale?.code ?? '', input, signal),
  );
  const saving = useMutation({
    mutationFn: (values: Values) => save(locale, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <ErrorAlert error={saving.error} /> : null}
        <TextInput
          label={t('Code')}
          description={t('Language and region, such as de_DE, with a script if needed, such as zh_Hant_TW.')}
          disabled={locale !== null}
          data-autofocus={locale === null ? true : undefined}
          {...form.getInputProps('code')}
        />
        <Checkbox label={t('Enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <TextInput
          label={t('Fallback locale')}
          description={t(
            'Code of the locale whose values are shown when this one has none. Leave empty for none.',
          )}
          {...form.getInputProps('fallback')}
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
