import { defineRead, type ReadWork } from '../../kernel/operation.ts';
import { holds } from '../../kernel/scopes.ts';
import { countDeliveries, countJobs, type QueueStats } from './queue-stats.store.ts';

/** What the organization has in its queues; those left out whose objects the caller may not read. */
export const readQueueStats = defineRead({
  name: 'queueStats',
  scope: { anyOf: ['settings:read', 'import-export:read'] },
  errors: [],
  async work(work: ReadWork, _input: object): Promise<readonly QueueStats[]> {
    const { organizationId } = work.session;
    return [
      ...(holds(work.session, 'import-export:read') ? [await countJobs(work, organizationId, work.now)] : []),
      ...(holds(work.session, 'settings:read')
        ? [await countDeliveries(work, organizationId, work.now)]
        : []),
    ];
  },
});
