import { Anchor, List, Stack, Title } from '@mantine/core';
import { JobTable } from '../jobs/job-table.tsx';
import { Page } from '../ui/page.tsx';
import { ProductCounts } from './product-counts.tsx';

/** The start page: product counts, recent jobs, links for developers. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Stack gap="xl">
        <ProductCounts />
        <section aria-label="Recent jobs">
          <Title order={2} size="h4" mb="sm">
            Recent jobs
          </Title>
          <JobTable first={5} type={null} status={null} />
        </section>
        <section aria-label="Developers">
          <Title order={2} size="h4" mb="sm">
            Developers
          </Title>
          <List spacing="xs">
            <List.Item>
              <Anchor href="/graphql" underline="always">
                GraphQL explorer (GraphiQL)
              </Anchor>
            </List.Item>
            <List.Item>
              <Anchor href="/docs" underline="always">
                REST API reference
              </Anchor>
            </List.Item>
          </List>
        </section>
      </Stack>
    </Page>
  );
}
