import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { hasScope } from '../../kernel/scopes.ts';
import { countDeliveries, countJobs, type QueueStats } from './queue-stats.store.ts';

/** Returns the contents of the organization's queues, without those whose objects the caller may not read. */
export const readQueueStats = defineRead({
  name: 'queueStats',
  scope: { anyOf: ['settings:read', 'import-export:read'] },
  errors: [],
  async handler(context: ReadContext, _input: object): Promise<readonly QueueStats[]> {
    const { organizationId } = context.session;
    return [
      ...(hasScope(context.session, 'import-export:read')
        ? [await countJobs(context, organizationId, context.now)]
        : []),
      ...(hasScope(context.session, 'settings:read')
        ? [await countDeliveries(context, organizationId, context.now)]
        : []),
    ];
  },
});
