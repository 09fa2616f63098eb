import { graphql } from '../../api/graphql.ts';

export const QUEUES = graphql(`
  query QueueStats {
    queueStats { name waiting running retrying failed oldestWaitingSince }
  }
`);

export const WEBHOOK_HEALTH = graphql(`
  query WebhookHealth($after: String) {
    webhooks(first: 50, after: $after) {
      nodes {
        id url state stateSince consecutiveFailures failureRate
        dead: deliveries(first: 1, status: [DEAD]) { totalCount }
        pending: deliveries(first: 1, status: [PENDING, RETRYING]) { totalCount }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
