import { Button, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { RowTable } from '../../shell/list.tsx';
import { Moment } from '../../shell/moment.tsx';
import { Loaded } from '../../shell/states.tsx';
import { TRIAL, type Webhook } from './webhook-documents.ts';

const REASONS = {
  ATTRIBUTES: 'changes none of the attributes',
  BEFORE_ENDPOINT: 'is older than the webhook',
  KEPT_BY_IMPORT: 'the import keeps its events to itself',
  TYPE: 'is of another type',
} as const;

/** Tries patterns on the latest events, before they are saved. */
export function WebhookTester({ webhook }: { readonly webhook: Webhook }) {
  const [events, setEvents] = useState<string[]>([...webhook.events]);
  const [attributes, setAttributes] = useState<string[]>([...(webhook.changedAttributes ?? [])]);
  const [tried, setTried] = useState({ events, attributes });
  const query = useQuery({
    queryKey: ['trial', webhook.id, tried],
    queryFn: async ({ signal }) => {
      const changedAttributes = tried.attributes.length === 0 ? null : tried.attributes;
      const variables = { id: webhook.id, events: tried.events, changedAttributes };
      return (await request(TRIAL, variables, signal)).webhook?.trial ?? null;
    },
  });
  return (
    <Stack>
      <TagsInput label="Events to try" value={events} onChange={setEvents} />
      <TagsInput label="Attributes to try" value={attributes} onChange={setAttributes} />
      <Button w="fit-content" variant="default" onClick={() => setTried({ events, attributes })}>
        Try on the latest events
      </Button>
      <Loaded query={query} what="the latest events">
        {(trial) =>
          trial === null ? null : (
            <>
              <Text role="status">
                {trial.matching} of {trial.examined} events would be sent.
              </Text>
              <RowTable
                label="Tried events"
                rows={trial.events}
                keyOf={({ eventId }) => eventId}
                columns={[
                  { title: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
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
      </Loaded>
    </Stack>
  );
}
