import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isAdministrator, mayConfigure, meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { EmptyState } from '../messages/states.tsx';
import { Page } from '../page.tsx';

/** Returns a page for those whose role `mayOpen` it. Others who open its address read who can help them. */
const restricted = (mayOpen: (role: string | undefined) => boolean, explanation: string) =>
  function restrictPage(title: string, Content: ComponentType) {
    return function RestrictedPage() {
      return mayOpen(useQuery(meQuery).data?.role) ? (
        <Content />
      ) : (
        <Page title={title}>
          <EmptyState title={explanation}>{t('Ask one of them if you need something here.')}</EmptyState>
        </Page>
      );
    };
  };

export const forAdministrators = restricted(isAdministrator, t('Only owners and admins can use this page'));
export const forManagers = restricted(mayConfigure, t('Only owners, admins and managers can use this page'));
