import { useQuery } from '@tanstack/react-query';
import { mayConfigure, meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../text-link.tsx';
import { EmptyState } from './states.tsx';

/** Says that values have no channel to be shown in yet, with the way to the first one for whoever may create it. */
export function NoChannels() {
  const role = useQuery(meQuery).data?.role;
  return (
    <EmptyState title={t('No channels yet')}>
      {mayConfigure(role) ? (
        <TextLink to="/settings/channels/{-$code}">{t('Create channel')}</TextLink>
      ) : undefined}
    </EmptyState>
  );
}
