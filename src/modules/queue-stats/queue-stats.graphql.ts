import { builder } from '../../graphql/builder.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import type { QueueStats } from './queue-stats.store.ts';
import { readQueueStats } from './read-queue-stats.ts';

const QueueStatsType = builder.objectRef<QueueStats>('QueueStats').implement({
  description: 'State of one queue of the organization.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: '`jobs`: imports, exports, bulk edits, recomputations. `webhooks`: deliveries.',
    }),
    waiting: t.exposeInt('waiting', {
      description:
        'Items that wait for a worker; also deliveries that wait for an earlier delivery of the same object.',
    }),
    running: t.exposeInt('running', { description: 'Items that a worker is processing.' }),
    retrying: t.exposeInt('retrying', { description: 'Items that failed and will be retried.' }),
    failed: t.exposeInt('failed', {
      description:
        'Dead letters: `jobs(status: [FAILED])` and `webhookDeliveries(status: [DEAD])` list them.',
    }),
    oldestWaitingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time since which the oldest ready item has been waiting; null for none.',
      resolve: ({ oldestWaitingSince }) => oldestWaitingSince,
    }),
  }),
});

builder.queryField('queueStats', (t) =>
  t.field({
    type: [QueueStatsType],
    description:
      'Contents of the queues of the organization: jobs for callers with `import-export:read`, webhooks for callers with `settings:read`.',
    authScopes: { holds: readQueueStats.scope },
    extensions: operationExtensions(readQueueStats),
    resolve: (_root, _args, context) => context.read(readQueueStats, {}) as Promise<QueueStats[]>,
  }),
);
