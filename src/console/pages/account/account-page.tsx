import { Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOnboardingDismissed, setOnboardingDismissed } from '../../api/dismissed-onboarding.ts';
import { meQuery, type Workspace } from '../../api/workspace.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts, setLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { titled } from '../../ui/status-badge.tsx';

const ChangePassword = lazyComponent(
  async () => (await import('./change-password.tsx')).ChangePassword,
  null,
);

/** Shows the account of the signed-in user: name, role and password. */
export function AccountPage() {
  const account = useQuery(meQuery);
  const { data: me } = account;
  return (
    <Page title={t('Your account')}>
      <QueryResult query={account} what={t('your account')}>
        {({ user, role, organization }) => (
          <Text mb="lg">
            {t('{name} ({email}), {role} of {organization}.', {
              name: user?.name,
              email: user?.email,
              role: translateLabel(titled(role)),
              organization: organization.name,
            })}
          </Text>
        )}
      </QueryResult>
      <ChangePassword />
      <LetterKeys />
      {me === undefined ? null : <StartPage me={me} />}
    </Page>
  );
}

function LetterKeys() {
  const [isOn, setIsOn] = useState(hasLetterShortcuts);
  return (
    <Stack maw={400} mt="xl">
      <Title order={2}>{t('Keyboard')}</Title>
      <Switch
        label={t('Letter keys on the page of a product')}
        description={t(
          'J and K open the next and the previous product, M shows what is missing, other letters open panels.',
        )}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setLetterShortcuts(currentTarget.checked);
          setIsOn(currentTarget.checked);
        }}
      />
    </Stack>
  );
}

function StartPage({ me }: { readonly me: Workspace['me'] }) {
  const [isOn, setIsOn] = useState(() => !isOnboardingDismissed(me));
  return (
    <Stack maw={400} mt="xl">
      <Title order={2}>{t('Home')}</Title>
      <Switch
        label={t('First steps')}
        description={t('Shows the steps from an empty catalogue to the first request until all are done.')}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOnboardingDismissed(me, !currentTarget.checked);
          setIsOn(currentTarget.checked);
        }}
      />
    </Stack>
  );
}
