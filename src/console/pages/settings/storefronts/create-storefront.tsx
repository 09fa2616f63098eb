import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { workspaceQuery } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { CREATE_STOREFRONT, STOREFRONTS_QUERY_KEY } from './storefront-documents.ts';

interface Values {
  readonly name: string;
  /** Code; empty while it follows the name. */
  readonly code: string;
  readonly channel: string;
  readonly expose: string;
}

/** Makes a code of a name: `Web shop` → `web_shop`. */
const slugify = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

const codeOf = ({ code, name }: Values) => (code === '' ? slugify(name) : code.trim());

/** Shows the form for a new storefront. */
export function CreateStorefront(props: {
  readonly onCreated: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const { channels, channel } = useViewScope();
  const { data: workspace } = useQuery(workspaceQuery);
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    initialValues: { name: '', code: '', channel: channel?.code ?? '', expose: 'required' },
    validate: {
      name: (name) => (name.trim() === '' ? t('Enter a name.') : null),
      code: (_code, values) =>
        /^\w+$/.test(codeOf(values)) ? null : t('Use only letters, digits and _, such as webshop.'),
    },
  });
  const creating = useMutation({
    mutationFn: async (values: Values) => {
      const locale = workspace?.me.organization.defaultLocale;
      const input = {
        code: codeOf(values),
        channel: values.channel,
        expose: values.expose === 'required' ? ('REQUIRED' as const) : null,
        labels: locale === undefined || locale === null ? [] : [{ locale, text: values.name.trim() }],
      };
      return unwrapPayload((await request(CREATE_STOREFRONT, { input })).createStorefront).storefront.code;
    },
    onSuccess: (code) => {
      void queryClient.invalidateQueries({ queryKey: STOREFRONTS_QUERY_KEY });
      props.onCreated(code);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => creating.mutate(values))} noValidate>
      <Stack>
        {creating.isError ? <ErrorAlert error={creating.error} /> : null}
        <TextInput
          label={t('Name')}
          description={t('A name for your team, such as Web shop.')}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('Code')}
          description={t('Letters, digits and _. It cannot be changed later.')}
          {...form.getInputProps('code')}
          value={codeOf(form.values)}
        />
        <NativeSelect
          label={t('Channel')}
          description={t('Its live products are the ones that the storefront shows.')}
          data={channels.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
          {...form.getInputProps('channel')}
        />
        <Radio.Group label={t('Expose')} {...form.getInputProps('expose')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="required"
              label={t('Attributes that the channel requires')}
              description={t(
                'Required attributes, label, image, price and axes of variants. Choose more later.',
              )}
            />
            <Radio value="nothing" label={t('Nothing yet')} />
          </Stack>
        </Radio.Group>
        <FormButtons submit={t('Create')} isBusy={creating.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
