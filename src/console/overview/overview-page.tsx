import { Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/me.ts';
import { Page } from '../shell/page.tsx';
import { Loaded } from '../shell/states.tsx';

/** The first page: where one is, and the doors for programs. */
export function OverviewPage() {
  return (
    <Page title="Overview">
      <Loaded query={useQuery(meQuery)} what="your organization">
        {({ organization }) => (
          <List spacing="xs">
            <List.Item>Organization: {organization.name}</List.Item>
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
        )}
      </Loaded>
    </Page>
  );
}
