import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Webhook } from './webhook-documents.ts';

const REASONS = {
  BY_HAND: t('A user paused it.'),
  FAILING: t('All deliveries failed for 24 hours.'),
  GONE: t('The receiver responded with 410 Gone.'),
} as const;

/** Shows the settings and the status of a webhook. */
export function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const { stateReason, failureRate, previousSecretUntil, changedAttributes } = webhook;
  return (
    <DescriptionList
      items={{
        URL: webhook.url,
        [t('Status')]: <StatusBadge state={webhook.state} />,
        [t('Since')]: <DateTime at={webhook.stateSince} />,
        [t('Reason')]: stateReason === null ? null : REASONS[stateReason],
        [t('Events')]: webhook.events.join(', '),
        [t('Changed attributes')]: changedAttributes?.join(', ') ?? null,
        [t('Consecutive failures')]: webhook.consecutiveFailures,
        [t('Failure rate (last 200 deliveries)')]: failureRate === null ? null : `${failureRate} %`,
        [t('Old secret valid until')]:
          previousSecretUntil === null ? null : <DateTime at={previousSecretUntil} />,
        [t('Description')]: webhook.description,
      }}
    />
  );
}
