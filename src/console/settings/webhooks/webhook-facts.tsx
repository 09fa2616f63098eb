import { Facts } from '../../shell/facts.tsx';
import { Moment } from '../../shell/moment.tsx';
import { StateBadge } from '../../shell/state-badge.tsx';
import type { Webhook } from './webhook-documents.ts';

const REASONS = {
  BY_HAND: 'Somebody paused it.',
  FAILING: 'It failed for a day.',
  GONE: 'The receiver said that it is gone (410).',
} as const;

/** How a webhook stands. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { stateReason, failureRate, previousSecretUntil, changedAttributes } = webhook;
  return (
    <Facts
      facts={{
        Address: webhook.url,
        State: <StateBadge state={webhook.state} />,
        Since: <Moment at={webhook.stateSince} />,
        'Why it stands so': stateReason === null ? null : REASONS[stateReason],
        Events: webhook.events.join(', '),
        'Only changes of': changedAttributes?.join(', ') ?? null,
        'Failures in a row': webhook.consecutiveFailures,
        'Failed of the last day': failureRate === null ? null : `${failureRate} %`,
        'The old secret signs until':
          previousSecretUntil === null ? null : <Moment at={previousSecretUntil} />,
        'What it is for': webhook.description,
      }}
    />
  );
}
