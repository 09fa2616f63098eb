import type { ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../i18n/translate.ts';
import { ErrorAlert } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';
import { useIsOutdated } from './outdated-page.tsx';

/** Shows that a page failed to load or to render; after an update of the server the notice explains the cause. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const isUpdated = useIsOutdated();
  if (isUpdated)
    return (
      <Page title={t('Catalograph was updated')}>
        <p>{t('This page needs scripts of the new version.')}</p>
      </Page>
    );
  return (
    <Page title={t('Page error')}>
      <ErrorAlert error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
