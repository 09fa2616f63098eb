// Risk: an owner sees, or makes run, what the queues keep for another organization of the same installation.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
let other: string;
let cookie: string;
beforeAll(async () => {
  served = await serveProgram();
  other = (await served.openSecondOrganization('Chairs')).organizationId;
  const { email, password } = served.ownerOfIt;
  const answer = await post('/auth/sign-in/email', { email, password });
  cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  await workIn(served.organizationId);
  await failJobs();
}, 120_000);
afterAll(() => served.close());

const BROWSER = { origin: 'http://catalograph.test:4000', 'sec-fetch-site': 'same-origin' };
const post = (path: string, body: object) =>
  served.request(path, {
    method: 'POST',
    headers: { ...BROWSER, 'content-type': 'application/json', cookie: cookie ?? '' },
    body: JSON.stringify(body),
  });
const workIn = async (id: string) =>
  expect(
    (await post('/auth/organization/set-active', { organizationId: encodeId('Organization', id) })).status,
  ).toBe(200);

/** Jobs that failed and one that waits, of either organization. */
async function failJobs(): Promise<void> {
  const { queues } = served.catalogue;
  const queue = queues.openQueue('jobs');
  const add = (id: string, organizationId: string) =>
    queue.add({ queue: 'jobs', name: 'run-job', id, payload: { organizationId, secret: `of ${id}` } });
  await add('ours-1', served.organizationId);
  await add('ours-2', served.organizationId);
  await add('theirs-1', other);
  let left = 3;
  const over = new EventTarget();
  const worker = queues.openWorker('jobs', {
    concurrentJobs: 1,
    run: async () => {
      left -= 1;
      if (left === 0) over.dispatchEvent(new Event('over'));
      throw new Error('It broke.');
    },
  });
  await once(over, 'over');
  await worker.close();
  await add('ours-3', served.organizationId);
  await add('theirs-2', other);
  await queue.close();
}

const board = async (path: string, method = 'GET') => {
  const answer = await served.request(`/operations/board${path}`, {
    method,
    headers: { ...BROWSER, cookie },
  });
  const text = await answer.text();
  return { status: answer.status, text };
};
interface Shown {
  readonly counts: Readonly<Record<string, number>>;
  readonly jobs: readonly { readonly id: string }[];
}
const jobsQueue = async (status: string): Promise<Shown> => {
  const { text } = await board(`/api/queues?activeQueue=jobs&status=${status}&page=1&jobsPerPage=10`);
  expect(text).not.toContain('theirs');
  return (JSON.parse(text) as { queues: readonly Shown[] }).queues[0] as Shown;
};

test('owners of one of several organizations see their own jobs, and those of others like missing ones', async () => {
  const latest = await jobsQueue('latest');
  expect([latest.counts.failed, latest.counts.waiting]).toEqual([2, 1]);
  expect(latest.jobs.map(({ id }) => id).sort()).toEqual(['ours-1', 'ours-2', 'ours-3']);
  expect((await jobsQueue('failed')).jobs.map(({ id }) => id).sort()).toEqual(['ours-1', 'ours-2']);

  const { job } = JSON.parse((await board('/api/queues/jobs/ours-1')).text) as { job: object };
  expect(job).toMatchObject({ failedReason: 'It broke.', isFailed: true, stacktrace: [] });
  const missing = await board('/api/queues/jobs/nobodys');
  expect(missing.status).toBe(404);
  expect(await board('/api/queues/jobs/theirs-1')).toEqual(missing);
  expect(await board('/api/queues/jobs/theirs-1/logs')).toEqual(await board('/api/queues/jobs/nobodys/logs'));
});

test('what is read of whole queues tells nothing of others', async () => {
  const paths = ['metrics', 'workers', 'rate-limit', 'default-job-options', 'jobs/theirs-1/flow'];
  for (const path of [
    '/api/job-schedulers',
    '/api/redis/stats',
    ...paths.map((one) => `/api/queues/jobs/${one}`),
  ])
    expect((await board(path)).text, path).not.toMatch(/theirs|127\.0\.0\.1|postgres/i);
});

test('what owners make go on are their own jobs', async () => {
  expect((await board('/api/queues/jobs/theirs-1/retry', 'PUT')).status).toBe(404);
  expect((await board('/api/queues/jobs/theirs-2/promote', 'PUT')).status).toBe(404);
  expect((await board('/api/queues/jobs/theirs-2/clean', 'PUT')).status).toBe(403);
  expect((await board('/api/queues/jobs/empty', 'PUT')).status).toBe(403);
  expect(await board('/api/queues/jobs/ours-1/retry', 'PUT')).toMatchObject({ status: 204 });
  expect(JSON.parse((await board('/api/queues/jobs/retry/failed', 'PUT')).text)).toEqual({
    retried: 1,
    skipped: 0,
  });
  expect((await jobsQueue('latest')).counts).toMatchObject({ failed: 0, waiting: 3 });

  await workIn(other);
  const { text } = await board('/api/queues?activeQueue=jobs&status=latest&page=1&jobsPerPage=10');
  expect(text).not.toContain('ours');
  const [theirs] = (JSON.parse(text) as { queues: readonly Shown[] }).queues;
  expect(theirs?.counts).toMatchObject({ failed: 1, waiting: 1 });
});
