import { NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { CREATE_WEBHOOK, UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts';

/** Suggested patterns; others can be typed. */
const PATTERNS = [
  '*',
  'product.*',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'category.*',
  'entity.*',
];

interface Values {
  readonly url: string;
  readonly description: string;
  readonly events: string[];
  readonly changedAttributes: string[];
  readonly payload: Webhook['payload'];
}

/** The result of the form; the secret of a new webhook, null after an edit. */
export interface SavedWebhook {
  readonly url: string;
  readonly secret: string | null;
}

async function save(webhook: Webhook | null, values: Values): Promise<SavedWebhook> {
  const { changedAttributes, description, ...rest } = values;
  const input = {
    ...rest,
    description: description.trim() === '' ? null : description,
    changedAttributes: changedAttributes.length === 0 ? null : changedAttributes,
  };
  if (webhook === null) {
    const issued = unwrapPayload((await request(CREATE_WEBHOOK, { input })).createWebhook);
    return { url: issued.webhook.url, secret: issued.secret };
  }
  const { id, version } = webhook;
  const changed = unwrapPayload((await request(UPDATE_WEBHOOK, { id, version, input })).updateWebhook);
  return { url: changed.webhook.url, secret: null };
}

/** Creates a webhook, or edits the given one. */
export function WebhookForm(props: {
  readonly webhook: Webhook | null;
  readonly onSaved: (saved: SavedWebhook) => void;
  readonly onCancel: () => void;
}) {
  const { webhook } = props;
  const form = useForm<Values>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook === null ? ['product.*'] : [...webhook.events],
      changedAttributes: [...(webhook?.changedAttributes ?? [])],
      payload: webhook?.payload ?? 'CHANGES',
    },
    validate: {
      url: (url) => (/^https?:\/\/./.test(url) ? null : t('Enter a URL that starts with https://.')),
      events: (events) => (events.length === 0 ? t('Enter at least one event type.') : null),
    },
  });
  const saving = useMutation({
    mutationFn: (values: Values) => save(webhook, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <ErrorAlert error={saving.error} /> : null}
        <TextInput label={t('URL')} type="url" data-autofocus {...form.getInputProps('url')} />
        <TagsInput
          label={t('Events')}
          description={t('Event types, such as product.updated, or product.* for all product events.')}
          data={PATTERNS}
          {...form.getInputProps('events')}
        />
        <TagsInput
          label={t('Changed attributes')}
          description={t(
            'Attribute codes; leave empty for all. Limits changes of product values only; all other events are sent.',
          )}
          {...form.getInputProps('changedAttributes')}
        />
        <NativeSelect
          label={t('Payload')}
          data={[
            { value: 'CHANGES', label: t('Changes with old and new values') },
            { value: 'REFERENCE', label: t('Reference to the object only') },
          ]}
          {...form.getInputProps('payload')}
        />
        <Textarea label={t('Description')} maxLength={500} autosize {...form.getInputProps('description')} />
        <FormButtons submit={t('Save')} isBusy={saving.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
