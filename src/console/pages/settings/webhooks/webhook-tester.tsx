import { Button, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { TEST_WEBHOOK, type Webhook } from './webhook-documents.ts';

const REASONS = {
  ATTRIBUTES: t('no matching attribute changed'),
  BEFORE_ENDPOINT: t('older than the webhook'),
  KEPT_BY_IMPORT: t('suppressed by the import'),
  TYPE: t('other event type'),
} as const;

/** Tests event settings with recent events before they are saved. */
export function WebhookTester({ webhook }: { readonly webhook: Webhook }) {
  const [events, setEvents] = useState<string[]>([...webhook.events]);
  const [attributes, setAttributes] = useState<string[]>([...(webhook.changedAttributes ?? [])]);
  const [tried, setTried] = useState({ events, attributes });
  const query = useQuery({
    queryKey: ['test', webhook.id, tried],
    queryFn: async ({ signal }) => {
      const changedAttributes = tried.attributes.length === 0 ? null : tried.attributes;
      const variables = { id: webhook.id, events: tried.events, changedAttributes };
      return (await request(TEST_WEBHOOK, variables, signal)).webhook?.test ?? null;
    },
  });
  return (
    <Stack>
      <TagsInput label={t('Event types')} value={events} onChange={setEvents} />
      <TagsInput label={t('Changed attributes')} value={attributes} onChange={setAttributes} />
      <Button w="fit-content" variant="default" onClick={() => setTried({ events, attributes })}>
        {t('Test with recent events')}
      </Button>
      <QueryResult query={query} what={t('recent events')}>
        {(test) =>
          test === null ? null : (
            <>
              <Text role="status">
                {t('{matching} of {examined} events would be sent.', {
                  matching: test.matching,
                  examined: test.examined,
                })}
              </Text>
              <DataTable
                label={t('Tested events')}
                rows={test.events}
                keyOf={({ eventId }) => eventId}
                columns={[
                  { title: t('Time'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
                  { title: t('Event'), cell: ({ type }) => type },
                  { title: t('Object'), cell: ({ ref }) => ref },
                  {
                    title: t('Sent'),
                    cell: ({ matches, reason }) =>
                      matches || reason === null ? t('Yes') : t('No: {reason}', { reason: REASONS[reason] }),
                  },
                ]}
              />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}
