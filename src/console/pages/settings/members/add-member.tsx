import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { OneTimeSecret } from '../../../ui/messages/one-time-secret.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { ADD_MEMBER, ROLES, type Role } from './member-documents.ts';

/** Shows a button that adds a member, and shows the initial password of a new account. */
export function AddMember() {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState<string | null>(null);
  const close = () => {
    setIsOpen(false);
    setPassword(null);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Add member')}</Button>
      <Dialog
        title={isOpen ? (password === null ? t('New member') : t('Initial password')) : null}
        onClose={close}
      >
        {password === null ? (
          <MemberForm
            onCancel={close}
            onAdded={(name, first) => {
              if (first === null) close();
              else setPassword(first);
              notifySuccess(t('{name} added.', { name }));
              void queryClient.invalidateQueries({ queryKey: ['members'] });
            }}
          />
        ) : (
          <OneTimeSecret label={t('Password')} secret={password}>
            {t('The password is shown only once. Catalograph stores only a hash of it.')}
          </OneTimeSecret>
        )}
      </Dialog>
    </>
  );
}

function MemberForm(props: {
  readonly onAdded: (name: string, password: string | null) => void;
  readonly onCancel: () => void;
}) {
  const form = useForm({
    initialValues: { email: '', name: '', role: 'EDITOR' as Role },
    validate: {
      email: (email) => (email.includes('@') ? null : t('Enter an e-mail address.')),
      name: (name) => (name.trim() === '' ? t('Enter a name.') : null),
    },
  });
  const adding = useMutation({
    mutationFn: async (input: typeof form.values) =>
      unwrapPayload((await request(ADD_MEMBER, { input })).addMember),
    onSuccess: ({ member, password }) => props.onAdded(member.user.name, password),
  });
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack>
        {adding.isError ? <ErrorAlert error={adding.error} /> : null}
        <TextInput label={t('E-mail')} type="email" data-autofocus {...form.getInputProps('email')} />
        <TextInput
          label={t('Name')}
          description={t('An existing account keeps its name.')}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t('Role')}
          data={ROLES.map(({ value, label, description }) => ({ value, label: `${label}: ${description}` }))}
          {...form.getInputProps('role')}
        />
        <FormButtons submit={t('Add')} isBusy={adding.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
