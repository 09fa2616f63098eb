import { Stack, Title } from '@mantine/core';
import { JobTable } from '../jobs/job-table.tsx';
import { t } from '../language/t.ts';
import { Page } from '../ui/page.tsx';
import { ProductCounts } from './product-counts.tsx';

/** The start page: product counts and recent jobs. */
export function HomePage() {
  return (
    <Page title={t('Home')}>
      <Stack gap="xl">
        <ProductCounts />
        <section aria-label={t('Recent jobs')}>
          <Title order={2} mb="xs">
            {t('Recent jobs')}
          </Title>
          <JobTable first={5} type={null} status={null} />
        </section>
      </Stack>
    </Page>
  );
}
