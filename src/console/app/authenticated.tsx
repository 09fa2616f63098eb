import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';
import { isSameScope, resolveViewScope } from '../api/view-scope.ts';
import { workspaceQuery } from '../api/workspace.ts';
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
  const search = useSearch({ from: '/authenticated' });
  const workspace = useQuery({ ...workspaceQuery, enabled: session.data?.organizationId != null }).data;
  const hasEnded = session.data === null;
  const isScopeGone = workspace !== undefined && !isSameScope(search, resolveViewScope(search, workspace));
  useEffect(() => {
    // The session ended meanwhile, or the channel or locale of the address is gone: loading the route again redirects.
    if (hasEnded || isScopeGone) void router.invalidate();
  }, [hasEnded, isScopeGone, router]);
  return (
    <QueryResult query={session} what={t('session')}>
      {(signedIn) =>
        signedIn?.organizationId === null ? (
          <Suspense fallback={<Loading what={t('page')} shape="page" />}>
            <ChooseOrganization />
          </Suspense>
        ) : (
          <Layout />
        )
      }
    </QueryResult>
  );
}
