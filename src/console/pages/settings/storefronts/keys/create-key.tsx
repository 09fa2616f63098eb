import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { unwrapPayload } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import { CREATE_KEY } from '../../../../catalogue/storefronts/key-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../../ui/messages/states.tsx';

/** Shows the form for a new key; the key goes to `onCreated`. */
export function CreateKey(props: {
  readonly storefront: string;
  readonly onCreated: (created: { readonly name: string; readonly key: string }) => void;
  readonly onCancel: () => void;
}) {
  const form = useForm({
    initialValues: { name: '', kind: 'PUBLISHABLE' },
    validate: { name: (name) => (name.trim() === '' ? t('Enter a name.') : null) },
  });
  const creating = useMutation({
    mutationFn: async ({ name, kind }: { name: string; kind: string }) => {
      const input = {
        storefront: props.storefront,
        name: name.trim(),
        kind: kind === 'SECRET' ? ('SECRET' as const) : ('PUBLISHABLE' as const),
      };
      return unwrapPayload((await request(CREATE_KEY, { input })).createStorefrontKey);
    },
    onSuccess: ({ key, storefrontKey }) => props.onCreated({ name: storefrontKey.name, key }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => creating.mutate(values))} noValidate>
      <Stack>
        {creating.isError ? <ErrorAlert error={creating.error} /> : null}
        <TextInput
          label={t('Name')}
          description={t('The program that uses the key.')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group label={t('Kind')} {...form.getInputProps('kind')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="PUBLISHABLE"
              label={t('Publishable')}
              description={t(
                'For browsers and apps. It is not a secret: it reads live products and exposed data only.',
              )}
            />
            <Radio
              value="SECRET"
              label={t('Secret')}
              description={t('For servers. It can also read products in preview. It is shown only once.')}
            />
          </Stack>
        </Radio.Group>
        <FormButtons submit={t('Create')} isBusy={creating.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
