import { NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { FormButtons } from '../../shell/form-buttons.tsx';
import { FailureNote } from '../../shell/states.tsx';
import { CREATE_WEBHOOK, UPDATE_WEBHOOK, type Webhook } from './webhook-documents.ts';

/** Patterns to begin with; any other may be typed. */
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

/** What a form gives back; the secret of a new webhook, null after a change. */
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
    const issued = settled((await request(CREATE_WEBHOOK, { input })).createWebhook);
    return { url: issued.webhook.url, secret: issued.secret };
  }
  const { id, version } = webhook;
  const changed = settled((await request(UPDATE_WEBHOOK, { id, version, input })).updateWebhook);
  return { url: changed.webhook.url, secret: null };
}

/** Makes a webhook, or changes the given one. */
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
      url: (url) => (/^https?:\/\/./.test(url) ? null : 'Type an address that begins with https://.'),
      events: (events) => (events.length === 0 ? 'Name at least one type of event.' : null),
    },
  });
  const saving = useMutation({
    mutationFn: (values: Values) => save(webhook, values),
    onSuccess: props.onSaved,
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
      <Stack>
        {saving.isError ? <FailureNote error={saving.error} /> : null}
        <TextInput label="Address" type="url" data-autofocus {...form.getInputProps('url')} />
        <TagsInput
          label="Events"
          description="Types such as product.updated, or all of a kind: product.*"
          data={PATTERNS}
          {...form.getInputProps('events')}
        />
        <TagsInput
          label="Only changes of these attributes"
          description="Codes; empty for all. Narrows changes of product values; everything else is sent."
          {...form.getInputProps('changedAttributes')}
        />
        <NativeSelect
          label="What is sent"
          data={[
            { value: 'CHANGES', label: 'What changed, with old and new values' },
            { value: 'REFERENCE', label: 'Only which object it is' },
          ]}
          {...form.getInputProps('payload')}
        />
        <Textarea label="What it is for" maxLength={500} autosize {...form.getInputProps('description')} />
        <FormButtons submit="Save" isBusy={saving.isPending} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}
