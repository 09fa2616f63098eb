import { Anchor, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueTable } from './queue-table.tsx';
import { WebhookHealth } from './webhook-health.tsx';

/** Waiting, running and failed work. */
export function OperationsPage() {
  return (
    <Page title="Queues" intro="Waiting, running and failed work. Updates live.">
      <Stack gap="xl">
        <Section title="All queues">
          <QueueTable />
        </Section>
        <Section title="Failed jobs">
          <FailedJobs />
        </Section>
        <Section title="Webhooks">
          <WebhookHealth />
        </Section>
        <Anchor href="/operations/board" underline="always" w="fit-content">
          Open Bull Board
        </Anchor>
      </Stack>
    </Page>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // The table inside is the landmark.
    <div>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </div>
  );
}
