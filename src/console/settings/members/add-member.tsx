import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { FormButtons } from '../../shell/form-buttons.tsx';
import { SecretOnce } from '../../shell/secret-once.tsx';
import { FailureNote } from '../../shell/states.tsx';
import { tellDone } from '../../shell/tell.tsx';
import { ADD_MEMBER, ROLES, type Role } from './member-documents.ts';

/** A button that adds somebody, and shows the first password of who had no account. */
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
      <Button onClick={() => setIsOpen(true)}>Add a member</Button>
      <Dialog
        title={isOpen ? (password === null ? 'Add a member' : 'Their first password') : null}
        onClose={close}
      >
        {password === null ? (
          <MemberForm
            onCancel={close}
            onAdded={(name, first) => {
              if (first === null) close();
              else setPassword(first);
              tellDone(`${name} is a member now.`);
              void queryClient.invalidateQueries({ queryKey: ['members'] });
            }}
          />
        ) : (
          <SecretOnce label="Password" secret={password}>
            The password is shown only once. Catalograph keeps a hash of it, which nobody can read back.
          </SecretOnce>
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
      email: (email) => (email.includes('@') ? null : 'Type their e-mail address.'),
      name: (name) => (name.trim() === '' ? 'Type their name.' : null),
    },
  });
  const adding = useMutation({
    mutationFn: async (input: typeof form.values) =>
      settled((await request(ADD_MEMBER, { input })).addMember),
    onSuccess: ({ member, password }) => props.onAdded(member.user.name, password),
  });
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack>
        {adding.isError ? <FailureNote error={adding.error} /> : null}
        <TextInput label="E-mail" type="email" data-autofocus {...form.getInputProps('email')} />
        <TextInput
          label="Name"
          description="Whoever has an account already keeps the name they have there."
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Role"
          data={ROLES.map(({ value, label, words }) => ({ value, label: `${label}: ${words}` }))}
          {...form.getInputProps('role')}
        />
        <FormButtons submit="Add" isBusy={adding.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
