import { Anchor, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { forAdministrators } from '../../ui/layout/restricted-page.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueTable } from './queue-table.tsx';
import { WebhookHealth } from './webhook-health.tsx';

/** Shows waiting, running and failed work. */
function OperationsContent() {
  return (
    <Page title={t('Queues')} intro={t('Waiting, running and failed work. Updates live.')}>
      <Stack gap="xl">
        <Section title={t('All queues')}>
          <QueueTable />
        </Section>
        <Section title={t('Failed jobs')}>
          <FailedJobs />
        </Section>
        <Section title={t('Webhooks')}>
          <WebhookHealth />
        </Section>
        <Anchor href="/operations/board" underline="always" w="fit-content">
          {t('Open Bull Board')}
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

export const OperationsPage = forAdministrators(t('Queues'), OperationsContent);
