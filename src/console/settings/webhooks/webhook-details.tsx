import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { Webhook } from './webhook-documents.ts';

const REASONS = {
  BY_HAND: 'A user paused it.',
  FAILING: 'All deliveries failed for 24 hours.',
  GONE: 'The receiver responded with 410 Gone.',
} as const;

/** Settings and status of a webhook. */
export function WebhookDetails({ webhook }: { readonly webhook: Webhook }) {
  const { stateReason, failureRate, previousSecretUntil, changedAttributes } = webhook;
  return (
    <DescriptionList
      items={{
        URL: webhook.url,
        Status: <StatusBadge state={webhook.state} />,
        Since: <DateTime at={webhook.stateSince} />,
        Reason: stateReason === null ? null : REASONS[stateReason],
        Events: webhook.events.join(', '),
        'Changed attributes': changedAttributes?.join(', ') ?? null,
        'Consecutive failures': webhook.consecutiveFailures,
        'Failure rate (last 200 deliveries)': failureRate === null ? null : `${failureRate} %`,
        'Old secret valid until': previousSecretUntil === null ? null : <DateTime at={previousSecretUntil} />,
        Description: webhook.description,
      }}
    />
  );
}
