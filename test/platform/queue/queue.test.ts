// Risk: one kind of queue server loses a job, does it twice at once or takes none any more where the other would not.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openQueueBackend, type QueueBackend } from '../../../src/platform/queue/queue-backend.ts';
import { createQueuedJob, jobHandler, type QueueJobHandler } from '../../../src/platform/queue/queue-job.ts';
import { createQueueSender, type QueueSender } from '../../../src/platform/queue/queue-sender.ts';
import { type QueueWorkers, startQueueWorkers } from '../../../src/platform/queue/queue-workers.ts';
import { createTestDatabase } from '../../support/postgres-server.ts';
import { QUEUE_SERVERS, type QueueServer, startQueueServer } from '../../support/queue-server.ts';
import { silentLog } from '../../support/silent-log.ts';

describe.each(QUEUE_SERVERS)('queues on %s', (kind) => {
  let database: { connectionString: string; drop(): Promise<void> };
  let server: QueueServer;
  let backend: QueueBackend;
  let sender: QueueSender;
  const warnings: string[] = [];
  const running: QueueWorkers[] = [];
  const log = { ...silentLog, warn: (_facts: object, message = '') => void warnings.push(message) };

  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startQueueServer(kind, database);
    const { connectionString } = database;
    backend = openQueueBackend({ connectionString, redisUrl: server.redisUrl, poolSize: 4, log });
    sender = createQueueSender(backend, log);
  });
  afterEach(async () => {
    for (const workers of running.splice(0)) await workers.close();
    warnings.splice(0);
  });
  afterAll(async () => {
    await sender?.close();
    await backend?.close();
    await server?.stop();
    await database?.drop();
  });

  const definitionOf = (queue: string) => ({ queue, name: 'greet', payload: z.object({ who: z.string() }) });
  const work = async (...handlers: QueueJobHandler[]) => {
    const workers = await startQueueWorkers(backend, handlers, { concurrentJobs: 2 });
    running.push(workers);
    return workers;
  };
  /** Takes part in the work of a queue: resolves with what was handled once there is `count` of it. */
  function handled(queue: string, count: number) {
    const done: string[] = [];
    const all = Promise.withResolvers<string[]>();
    const handler = jobHandler(definitionOf(queue), async ({ who }) => {
      done.push(who);
      if (done.length === count) all.resolve(done);
    });
    return { handler, done, all: all.promise };
  }

  test('hand over what was added before a worker came and what came after it', async () => {
    const definition = definitionOf('in-order');
    for (const who of ['Ada', 'Bob']) sender.send(createQueuedJob(definition, `one-${who}`, { who }));
    await sender.resend([createQueuedJob(definition, 'one-Cleo', { who: 'Cleo' })]);
    const { handler, all } = handled('in-order', 4);
    await work(handler);
    sender.send(createQueuedJob(definition, 'one-Dora', { who: 'Dora' }));
    expect((await all).sort()).toEqual(['Ada', 'Bob', 'Cleo', 'Dora']);
  });

  test('hold a job of one id once while it waits, and take it again once it is done', async () => {
    const definition = definitionOf('once');
    const job = createQueuedJob(definition, 'same', { who: 'Ada' });
    await sender.resend([job, job, job]);
    const first = handled('once', 1);
    const workers = await work(first.handler);
    await first.all;
    await workers.close();
    expect(first.done).toEqual(['Ada']);
    await sender.resend([job]);
    const second = handled('once', 1);
    await work(second.handler);
    expect(await second.all).toEqual(['Ada']);
  });

  test('keep a job that failed, and take it again when it is sent again', async () => {
    const definition = definitionOf('failing');
    const job = createQueuedJob(definition, 'unlucky', { who: 'Ada' });
    const failed = Promise.withResolvers<void>();
    await sender.resend([job]);
    const workers = await work(
      jobHandler(definition, async () => {
        failed.resolve();
        throw new Error('not this time');
      }),
    );
    await failed.promise;
    await workers.close();
    const { handler, all } = handled('failing', 1);
    await work(handler);
    await sender.resend([job]);
    expect(await all).toEqual(['Ada']);
  });

  test('tell a handler to stop and wait for it, leaving the rest for the next worker', async () => {
    const definition = definitionOf('stopping');
    const begun = Promise.withResolvers<void>();
    const seen: string[] = [];
    await sender.resend(
      ['Ada', 'Bob', 'Cleo'].map((who) => createQueuedJob(definition, `stop-${who}`, { who })),
    );
    const slow = jobHandler(definition, async ({ who }, stopping) => {
      seen.push(who);
      if (seen.length === 2) begun.resolve();
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      seen.push(`${who} gave back`);
    });
    const workers = await work(slow);
    await begun.promise;
    await workers.close();
    expect(seen.sort()).toEqual(['Ada', 'Ada gave back', 'Bob', 'Bob gave back']);
    const rest = handled('stopping', 1);
    await work(rest.handler);
    expect(await rest.all).toEqual(['Cleo']);
  });

  test('refuse a payload that does not fit without calling the handler', async () => {
    const definition = definitionOf('misfit');
    const { handler, all, done } = handled('misfit', 1);
    await work(handler);
    await sender.resend([
      { queue: 'misfit', name: 'greet', id: 'wrong', payload: { who: 7 } },
      { queue: 'misfit', name: 'leave', id: 'unknown', payload: { who: 'Bob' } },
      createQueuedJob(definition, 'right', { who: 'Ada' }),
    ]);
    await all;
    expect(done).toEqual(['Ada']);
  });

  test('never make a sender fail while the server is away, and are worked on again when it is back', async () => {
    const definition = definitionOf('away');
    const { handler, all, done } = handled('away', 2);
    await work(handler);
    await server.goAway();
    const lonely = createQueueSender(backend, log);
    const job = createQueuedJob(definition, 'lost', { who: 'Ada' });
    lonely.send(job);
    await expect(lonely.resend([job])).rejects.toThrow();
    await lonely.close();
    expect(warnings.filter((warning) => warning === 'a job waits for the sweeper')).toHaveLength(1);
    await server.comeBack();
    await sender.resend([job, createQueuedJob(definition, 'later', { who: 'Bob' })]);
    await all;
    expect(done.sort()).toEqual(['Ada', 'Bob']);
    // A worker that lost its server asks for it at its leisure.
    expect(warnings.length).toBeLessThan(40);
  });
});
