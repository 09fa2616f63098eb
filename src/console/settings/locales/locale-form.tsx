import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { FormButtons } from '../../shell/form-buttons.tsx';
import { FailureNote } from '../../shell/states.tsx';
import { CREATE_LOCALE, type Locale, UPDATE_LOCALE } from './locale-documents.ts';

interface Values {
  readonly code: string;
  readonly enabled: boolean;
  readonly fallback: string;
}

async function save(locale: Locale | null, { code, enabled, fallback }: Values): Promise<string> {
  const input = { enabled, fallback: fallback.trim() === '' ? null : fallback.trim() };
  if (locale === null) {
    const { createLocale } = await request(CREATE_LOCALE, { input: { code: code.trim(), ...input } });
    return settled(createLocale).locale.code;
  }
  const { updateLocale } = await request(UPDATE_LOCALE, {
    code: locale.code,
    version: locale.version,
    input,
  });
  return settled(updateLocale).locale.code;
}

/** Makes a locale, or changes the given one. */
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
    validate: { code: (code) => (code.trim() === '' ? 'Type a code such as de_DE.' : null) },
  });
  const saving = useMutation({
    mutationFn: (values: Values) => save(locale, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <FailureNote error={saving.error} /> : null}
        <TextInput
          label="Code"
          description="Language and region, and a script where it matters: de_DE, zh_Hant_TW."
          disabled={locale !== null}
          data-autofocus={locale === null ? true : undefined}
          {...form.getInputProps('code')}
        />
        <Checkbox
          label="Values may be written in it"
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <TextInput
          label="Stand-in"
          description="Code of the locale that is read where this one has no value; empty for none."
          {...form.getInputProps('fallback')}
        />
        <FormButtons submit="Save" isBusy={saving.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
