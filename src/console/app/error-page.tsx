import type { ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../language/t.ts';
import { ErrorAlert } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';

/** For a page that failed to load or to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <Page title={t('Page error')}>
      <ErrorAlert error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
