import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { chooseOrganization, organizationsQuery } from '../api/session.ts';
import { Page } from '../shell/page.tsx';
import { queryClient } from '../shell/query-client.ts';
import { Loaded } from '../shell/states.tsx';
import { tellFailure } from '../shell/tell.tsx';
import { LonePage } from './lone-page.tsx';

/** For people of several organizations: where to work now. */
export function ChooseOrganization() {
  const organizations = useQuery(organizationsQuery);
  const choosing = useMutation({
    mutationFn: chooseOrganization,
    onError: tellFailure,
    onSuccess: () => queryClient.resetQueries(),
  });
  return (
    <LonePage>
      <Page title="Choose an organization">
        <Loaded query={organizations} what="your organizations">
          {(list) => (
            <Stack gap="sm">
              {list.length === 0 ? (
                <Text size="sm">You belong to no organization any more. Ask an owner to add you again.</Text>
              ) : null}
              {list.map(({ id, name, role }) => (
                <Button key={id} variant="default" onClick={() => choosing.mutate(id)}>
                  {name} ({role})
                </Button>
              ))}
            </Stack>
          )}
        </Loaded>
      </Page>
    </LonePage>
  );
}
