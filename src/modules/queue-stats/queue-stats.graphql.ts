import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import type { QueueStats } from './queue-stats.store.ts';
import { readQueueStats } from './read-queue-stats.ts';

const QueueStatsType = builder.objectRef<QueueStats>('QueueStats').implement({
  description: 'How much there is to do of one kind of work of the organization.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: '`jobs`: imports, exports, mass edits, recomputations. `webhooks`: deliveries.',
    }),
    waiting: t.exposeInt('waiting', {
      description: 'To be done; deliveries also while they wait for an earlier one of their object.',
    }),
    running: t.exposeInt('running', { description: 'A worker is at them.' }),
    retrying: t.exposeInt('retrying', { description: 'Have failed and are tried again later.' }),
    failed: t.exposeInt('failed', {
      description:
        'Dead letters: `jobs(status: [FAILED])` and `webhookDeliveries(status: [DEAD])` list them.',
    }),
    oldestWaitingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when the oldest of those that could be done has been waiting; null for none.',
      resolve: ({ oldestWaitingSince }) => oldestWaitingSince,
    }),
  }),
});

builder.queryField('queueStats', (t) =>
  t.field({
    type: [QueueStatsType],
    description:
      'What the organization has in its queues: jobs for those who hold `import-export:read`, webhooks for those who hold `settings:read`.',
    authScopes: { holds: readQueueStats.scope },
    extensions: factsOf(readQueueStats),
    resolve: (_root, _args, context) => context.read(readQueueStats, {}) as Promise<QueueStats[]>,
  }),
);
