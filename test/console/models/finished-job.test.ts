// Risk: a change that was cancelled counts as made, or one that is repeated after a failed attempt as failed.
import { afterEach, expect, test, vi } from 'vitest';
import { finishedJob } from '../../../src/console/catalogue/undo/undo-changes.ts';

afterEach(() => void vi.unstubAllGlobals());

const failure = { code: 'internal-error', detail: 'The database was restarted.' };

/** Lets the API return a job in these states, one after the other. */
function respondWith(...states: readonly { readonly status: string; readonly failure?: typeof failure }[]) {
  const jobs = states.map((state) => ({ failure: null, progress: { processed: 7 }, ...state }));
  vi.stubGlobal('location', new URL('http://catalograph.test/'));
  vi.stubGlobal('fetch', async () => Response.json({ data: { job: jobs.shift() ?? null } }));
}

test('a failed attempt that the server repeats does not end the wait, whatever the job keeps of it', async () => {
  respondWith({ status: 'RUNNING' }, { status: 'QUEUED', failure }, { status: 'COMPLETED', failure });
  expect(await finishedJob('J')).toMatchObject({ status: 'COMPLETED' });
});

test('a job that ends with errors is returned with them', async () => {
  respondWith({ status: 'COMPLETED_WITH_ERRORS' });
  expect(await finishedJob('J')).toMatchObject({ status: 'COMPLETED_WITH_ERRORS' });
});

test('a job that has failed or was cancelled rejects, with the reason', async () => {
  respondWith({ status: 'FAILED', failure });
  await expect(finishedJob('J')).rejects.toThrow(failure.detail);
  respondWith({ status: 'CANCELLED' });
  await expect(finishedJob('J')).rejects.toThrow('The job was cancelled.');
});
