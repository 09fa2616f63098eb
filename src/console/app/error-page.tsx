import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorAlert } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';

/** For a page that failed to load or to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <Page title="Page error">
      <ErrorAlert error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
