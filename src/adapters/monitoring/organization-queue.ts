import type { BullJob, BullQueue, JobStatus } from '../../platform/queue/queue-backend.ts';

/** Jobs of each status that are looked through for those of one organization. */
const EXAMINED_JOBS = 1_000;

const isOf = (job: BullJob | null | undefined, organizationId: string): job is BullJob =>
  typeof job?.data === 'object' &&
  job.data !== null &&
  Reflect.get(job.data, 'organizationId') === organizationId;

/** Returns a job without where in the server it failed: that is for who runs the installation. */
function reported(job: BullJob): BullJob {
  job.stacktrace = [];
  return job;
}

/**
 * Returns a queue as BullMQ knows it, in which one organization sees and touches its own jobs alone: those whose data
 * names it. Any other job is like one that is missing. It is no queue of BullMQ with something over it but has only
 * what stands here, so nothing of the whole queue can be reached through it, whatever else a tool may come to request.
 *
 * Of each status the first {@link EXAMINED_JOBS} are looked through, so what is counted may be less than there is.
 */
export function organizationQueue(queue: BullQueue, organizationId: string) {
  const own = async (status: JobStatus): Promise<BullJob[]> =>
    (await queue.getJobs([status], 0, EXAMINED_JOBS - 1))
      .filter((job) => isOf(job, organizationId))
      .map(reported);
  const getJob = async (id: string): Promise<BullJob | undefined> => {
    const job = await queue.getJob(id);
    return isOf(job, organizationId) ? reported(job) : undefined;
  };
  return {
    name: queue.name,
    qualifiedName: queue.name,
    /** Bull Board reads from this field which library the queue belongs to. */
    metaValues: { version: 'bullmq' },
    opts: {},
    /** No way to the server of the queues. */
    getBackend: () => null,
    getJob,
    async getJobs(statuses: readonly JobStatus[], start: number, end: number): Promise<BullJob[]> {
      const jobLists = await Promise.all(
        statuses.map(async (status) => (await own(status)).slice(start, end + 1)),
      );
      return jobLists.flat();
    },
    async getJobCounts(): Promise<Record<string, number>> {
      const countEntries = Object.entries(await queue.getJobCounts());
      const ownCounts = countEntries.map(
        async ([status, count]): Promise<[string, number]> => [
          status,
          count === 0 ? 0 : (await own(status as JobStatus)).length,
        ],
      );
      return Object.fromEntries(await Promise.all(ownCounts));
    },
    async getJobLogs(id: string): Promise<{ readonly logs: readonly string[] }> {
      return (await getJob(id)) === undefined ? { logs: [] } : queue.getJobLogs(id);
    },
    async promoteJobs(): Promise<void> {
      await Promise.all((await own('delayed')).map((job) => job.promote()));
    },
    // State that is not about single jobs belongs to the installation, so nobody gets it here.
    isPaused: async () => false,
    getRateLimitTtl: async () => 0,
    getWorkers: async () => [],
    getJobSchedulers: async () => [],
    getJobSchedulersCount: async () => 0,
    getMetrics: async () => ({ meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [], count: 0 }),
  };
}
