import { Anchor, List, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/me.ts';
import { JobTable } from '../jobs/job-table.tsx';
import { Page } from '../shell/page.tsx';
import { ProductFigures } from './product-figures.tsx';

/** The first page: how the catalogue stands, what was done last, and the doors for programs. */
export function OverviewPage() {
  const organization = useQuery(meQuery).data?.organization.name;
  return (
    <Page title="Overview" intro={organization === undefined ? '' : `The catalogue of ${organization}.`}>
      <Stack gap="xl">
        <ProductFigures />
        <section aria-label="Latest jobs">
          <Title order={2} size="h4" mb="sm">
            Latest jobs
          </Title>
          <JobTable first={5} type={null} status={null} />
        </section>
        <section aria-label="For programs">
          <Title order={2} size="h4" mb="sm">
            For programs
          </Title>
          <List spacing="xs">
            <List.Item>
              <Anchor href="/graphql" underline="always">
                GraphQL with GraphiQL
              </Anchor>
            </List.Item>
            <List.Item>
              <Anchor href="/docs" underline="always">
                REST reference
              </Anchor>
            </List.Item>
          </List>
        </section>
      </Stack>
    </Page>
  );
}
