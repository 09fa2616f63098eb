import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isManager, meQuery } from '../../api/workspace.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../messages/states.tsx';
import { Page } from '../page.tsx';

/** A page for owners and admins. Others who open its address read who can help them. */
export const forManagers = (title: string, Content: ComponentType) =>
  function ManagersPage() {
    return isManager(useQuery(meQuery).data?.role) ? (
      <Content />
    ) : (
      <Page title={title}>
        <EmptyState title={t('Only owners and admins can use this page')}>
          {t('Ask one of them if you need something here.')}
        </EmptyState>
      </Page>
    );
  };
