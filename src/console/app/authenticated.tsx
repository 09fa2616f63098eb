import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/translate.ts';
import { Loading, QueryResult } from '../ui/messages/states.tsx';
import { Layout } from './layout.tsx';

/** Members of one organization, most people, never need it. */
const ChooseOrganization = lazy(async () => ({
  default: (await import('../pages/sign-in/choose-organization.tsx')).ChooseOrganization,
}));

/** Wraps all pages for signed-in users; its route redirects everyone else to the sign-in page. */
export function Authenticated() {
  const router = useRouter();
  const session = useQuery(sessionQuery);
  const hasEnded = session.data === null;
  useEffect(() => {
    // The session ended meanwhile: loading the route again redirects to the sign-in page.
    if (hasEnded) void router.invalidate();
  }, [hasEnded, router]);
  return (
    <QueryResult query={session} what={t('session')}>
      {(signedIn) =>
        signedIn?.organizationId === null ? (
          <Suspense fallback={<Loading what={t('page')} />}>
            <ChooseOrganization />
          </Suspense>
        ) : (
          <Layout />
        )
      }
    </QueryResult>
  );
}
