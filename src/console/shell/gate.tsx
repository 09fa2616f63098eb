import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../api/session.ts';
import { ChooseOrganization } from '../sign-in/choose-organization.tsx';
import { Frame } from './frame.tsx';
import { Loaded } from './states.tsx';

/** Stands before all pages for signed-in people; the route lets nobody else come as far. */
export function Gate() {
  const router = useRouter();
  const session = useQuery(sessionQuery);
  const hasEnded = session.data === null;
  useEffect(() => {
    // A session that ended meanwhile: asking the route again leads to the sign-in page and back.
    if (hasEnded) void router.invalidate();
  }, [hasEnded, router]);
  return (
    <Loaded query={session} what="your session">
      {(signedIn) => (signedIn?.organizationId === null ? <ChooseOrganization /> : <Frame />)}
    </Loaded>
  );
}
