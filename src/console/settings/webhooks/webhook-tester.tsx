import { Button, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { RowTable } from '../../ui/list.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TEST, type Webhook } from './webhook-documents.ts';

const REASONS = {
  ATTRIBUTES: 'no matching attribute changed',
  BEFORE_ENDPOINT: 'older than the webhook',
  KEPT_BY_IMPORT: 'suppressed by the import',
  TYPE: 'other event type',
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
      return (await request(TEST, variables, signal)).webhook?.test ?? null;
    },
  });
  return (
    <Stack>
      <TagsInput label="Event types" value={events} onChange={setEvents} />
      <TagsInput label="Changed attributes" value={attributes} onChange={setAttributes} />
      <Button w="fit-content" variant="default" onClick={() => setTried({ events, attributes })}>
        Test with recent events
      </Button>
      <QueryResult query={query} what="recent events">
        {(test) =>
          test === null ? null : (
            <>
              <Text role="status">
                {test.matching} of {test.examined} events would be sent.
              </Text>
              <RowTable
                label="Tested events"
                rows={test.events}
                keyOf={({ eventId }) => eventId}
                columns={[
                  { title: 'Time', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
                  { title: 'Event', cell: ({ type }) => type },
                  { title: 'Object', cell: ({ ref }) => ref },
                  {
                    title: 'Sent',
                    cell: ({ matches, reason }) =>
                      matches || reason === null ? 'Yes' : `No: ${REASONS[reason]}`,
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
