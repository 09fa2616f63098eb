import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { organizationsQuery, setActiveOrganization } from '../../api/session.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError } from '../../ui/messages/notifications.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { CenteredPage } from './centered-page.tsx';

/** Asks members of several organizations to choose the current one. */
export function ChooseOrganization() {
  const organizations = useQuery(organizationsQuery);
  const choosing = useMutation({
    mutationFn: setActiveOrganization,
    onError: notifyError,
    onSuccess: () => location.assign('/'),
  });
  return (
    <CenteredPage>
      <Page title={t('Choose an organization')}>
        <QueryResult query={organizations} what={t('organizations')}>
          {(list) => (
            <Stack gap="sm">
              {list.length === 0 ? (
                <Text size="sm">
                  {t('You are not a member of any organization. Ask an owner to add you.')}
                </Text>
              ) : null}
              {list.map(({ id, name, role }) => (
                <Button key={id} variant="default" onClick={() => choosing.mutate(id)}>
                  {name} ({role})
                </Button>
              ))}
            </Stack>
          )}
        </QueryResult>
      </Page>
    </CenteredPage>
  );
}
