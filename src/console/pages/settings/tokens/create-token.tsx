import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { ScopeCheckboxes } from './scope-checkboxes.tsx';
import { CREATE_TOKEN } from './token-documents.ts';

const DAY_MS = 86_400_000;
const EXPIRY = [
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In 1 year') },
  { value: '', label: t('Never') },
];

interface Values {
  readonly name: string;
  /** Number of days, as text; empty for never. */
  readonly days: string;
  readonly scopes: string[];
}

const createToken = async ({ name, days, scopes }: Values) => {
  const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
  const { createAccessToken } = await request(CREATE_TOKEN, { input: { name, scopes, expiresAt } });
  return unwrapPayload(createAccessToken);
};

/** Shows the form for a new token; the secret goes to `onCreated`. */
export function CreateToken(props: {
  readonly onCreated: (created: { readonly name: string; readonly token: string }) => void;
  readonly onCancel: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: '', days: '90', scopes: ['products:read'] },
    validate: {
      name: (name) => (name.trim() === '' ? t('Enter a name.') : null),
      scopes: (scopes) => (scopes.length === 0 ? t('Select at least one scope.') : null),
    },
  });
  const creating = useMutation({
    mutationFn: createToken,
    onSuccess: ({ token, accessToken }) => props.onCreated({ name: accessToken.name, token }),
  });
  const scopeError = form.errors.scopes;
  return (
    <form onSubmit={form.onSubmit((values) => creating.mutate(values))} noValidate>
      <Stack>
        {creating.isError ? <ErrorAlert error={creating.error} /> : null}
        <TextInput
          label={t('Name')}
          description={t('The program that uses the token.')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect label={t('Expires')} data={EXPIRY} {...form.getInputProps('days')} />
        <ScopeCheckboxes
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={typeof scopeError === 'string' ? scopeError : undefined}
        />
        <FormButtons submit={t('Create')} isBusy={creating.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
