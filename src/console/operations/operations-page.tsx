import { Anchor, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../shell/page.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueTable } from './queue-table.tsx';
import { WebhookHealth } from './webhook-health.tsx';

/** What waits, what runs, and what needs somebody. */
export function OperationsPage() {
  return (
    <Page
      title="Queues"
      intro="What there is to do, what runs, and what failed for good. Looks anew by itself."
    >
      <Stack gap="xl">
        <Section title="Work">
          <QueueTable />
        </Section>
        <Section title="Failed jobs">
          <FailedJobs />
        </Section>
        <Section title="Webhooks">
          <WebhookHealth />
        </Section>
        <Anchor href="/operations/board" underline="always" w="fit-content">
          All jobs as the queues keep them (Bull Board)
        </Anchor>
      </Stack>
    </Page>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // The table in it is the landmark.
    <div>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </div>
  );
}
