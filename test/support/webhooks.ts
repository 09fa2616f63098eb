import { setTimeout as pause } from 'node:timers/promises';
import { createCursors } from '../../src/kernel/page.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createWebhook, type IssuedSecret } from '../../src/modules/webhook/index.ts';
import { MODULES } from '../../src/modules.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { openOutboundClient } from '../../src/platform/outbound/outbound.ts';
import { openQueueBackend } from '../../src/platform/queue/queue-backend.ts';
import { createQueueSender } from '../../src/platform/queue/queue-sender.ts';
import { type QueueWorkers, startQueueWorkers } from '../../src/platform/queue/queue-workers.ts';
import { createFanOut } from '../../src/worker/fan-out.ts';
import { sweepWebhooks } from '../../src/worker/sweep-webhooks.ts';
import { createWebhookHandlers } from '../../src/worker/webhook-handlers.ts';
import { createTestOrganization, type TestOrganization } from './catalogue.ts';
import { type QueueServerKind, startQueueServer } from './queue-server.ts';
import { silentLog } from './silent-log.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

/** A delivery as the tests look at it. */
export interface DeliveryMetadata {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly sequence: number;
  readonly ref: string;
  readonly type: string;
  readonly attempt: number;
  readonly failures: number;
  /** Whole seconds from the moment it was last tried to its next attempt; null when there is none. */
  readonly waitS: number | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status_code: number | null;
    readonly error: string | null;
    readonly response_excerpt: string | null;
    readonly duration_ms: number;
  }[];
  readonly nextAttemptAt: string | null;
}

/** An organization whose events go to endpoints, with workers and a sweep at a moment that only `advance` moves on. */
export type WebhookHarness = Awaited<ReturnType<typeof createWebhookHarness>>;

export async function createWebhookHarness(
  kind: QueueServerKind = 'PostgreSQL',
  settings: { readonly answerWithinMs?: number } = {},
) {
  const made = await createTestOrganization();
  const server = await startQueueServer(kind, made);
  const { database, connectionString } = made;
  // It stands still, so that every due time can be told exactly.
  let nowMs = Date.now();
  const clock = { now: () => new Date(nowMs) };
  const queues = openQueueBackend({
    connectionString,
    redisUrl: server.redisUrl,
    poolSize: 6,
    log: silentLog,
  });
  const queue = createQueueSender(queues, silentLog);
  /** While it is false nudges get lost, as with a process that dies after its commit. */
  let isAccepted = true;
  const runner = createOperationRunner({
    database,
    clock,
    cursors: createCursors('test'),
    modules: MODULES,
    queue: { send: (job) => (isAccepted ? queue.send(job) : undefined) },
  });
  const { vault, outboundPolicy: policy } = WEBHOOK_TOOLS;
  const outbound = openOutboundClient(policy);
  // A busy machine is no slow receiver.
  const { answerWithinMs = 10_000 } = settings;
  const fanOut = createFanOut({ runner, log: silentLog });
  const workers: QueueWorkers[] = [];
  const catalogue: TestOrganization = { ...made, runner };

  const deliveries = async (where = 'true'): Promise<DeliveryMetadata[]> => {
    const { rows } = await database.owner.query<DeliveryMetadata & { readonly sequence: string }>(
      `SELECT id, kind, status, sequence, ref, event_type AS type, attempt, failures, attempts,
         round(extract(epoch FROM next_attempt_at - (attempts->-1->>'at')::timestamptz))::int AS "waitS",
         to_jsonb(next_attempt_at)#>>'{}' AS "nextAttemptAt"
       FROM public.webhook_delivery WHERE ${where} ORDER BY sequence, id`,
    );
    return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
  };
  /** Whether nothing is left to be done now; one statement, so that nothing changes between its parts. */
  const isQuiet = async () => {
    const { rows } = await database.owner.query<{ quiet: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM public.webhook_replay WHERE finished_at IS NULL)
         AND NOT EXISTS (
           SELECT FROM public.webhook_delivery AS delivery JOIN public.webhook_endpoint AS endpoint
             ON endpoint.organization_id = delivery.organization_id AND endpoint.id = delivery.endpoint_id
           WHERE delivery.status = 'sending' OR delivery.status = 'succeeded' AND delivery.enqueued_at IS NOT NULL
             OR delivery.status = 'due' AND delivery.next_attempt_at <= $1
               AND (endpoint.state IN ('active', 'failing') OR endpoint.state = 'paused' AND kind = 'ping'))
         -- Inserted, and not promoted yet.
         AND NOT EXISTS (
           SELECT FROM public.webhook_delivery AS delivery WHERE status = 'waiting' AND NOT EXISTS (
             SELECT FROM public.webhook_delivery AS other
             WHERE other.organization_id = delivery.organization_id AND other.endpoint_id = delivery.endpoint_id
               AND other.lane = delivery.lane AND other.status IN ('due', 'sending'))) AS quiet`,
      [clock.now().toISOString()],
    );
    return rows[0]?.quiet === true;
  };

  return {
    catalogue,
    server,
    clock,
    runner,
    queue,
    queues,
    fanOut,
    deliveries,
    outbound,
    /** Moves the clock of operations, workers and sweep. */
    advance(seconds: number) {
      nowMs += seconds * 1_000;
    },
    /** Sets it to a moment. */
    advanceTo(moment: string) {
      nowMs = Date.parse(moment);
    },
    /** Lets the nudges of what is done meanwhile get lost. */
    async withoutNudges(task: () => Promise<unknown>) {
      isAccepted = false;
      await task();
      isAccepted = true;
    },
    async startWorker(concurrentJobs = 20): Promise<QueueWorkers> {
      const handlers = createWebhookHandlers({ runner, outbound, vault, log: silentLog, answerWithinMs });
      const started = await startQueueWorkers(queues, handlers, { concurrentJobs });
      workers.push(started);
      return started;
    },
    sweep: () => sweepWebhooks({ owner: database.owner, runner, queue, fanOut, clock, log: silentLog }),
    /** Makes the deliveries of all events, and waits until everything was tried that is due now. */
    async settled(session: Session = made.owner, withinMs = 30_000): Promise<void> {
      await fanOut.run(session.organizationId);
      const until = Date.now() + withinMs;
      for (;;) {
        const asked = performance.now();
        if (await isQuiet()) return;
        if (Date.now() > until) {
          const left = await deliveries(`status IN ('due', 'sending')`);
          throw new Error(`Not done: ${JSON.stringify(left.slice(0, 3))}`);
        }
        // Looking takes long while much is left; the workers shall have the database meanwhile.
        await pause(5 + 4 * (performance.now() - asked));
      }
    },
    async givenWebhook(
      patch: Parameters<typeof createWebhook.handler>[1]['patch'],
      session: Session = made.owner,
    ): Promise<IssuedSecret> {
      return (await runner.write(session, createWebhook, { vault, policy, patch })).output;
    },
    /** State, reason and failures of an endpoint. */
    async endpoint(id: string): Promise<object> {
      const { rows } = await database.owner.query(
        `SELECT state, state_reason AS reason, consecutive_failures AS failures FROM public.webhook_endpoint
         WHERE 'whk_' || replace(id::text, '-', '') = $1`,
        [id],
      );
      return rows[0];
    },
    async close() {
      await fanOut.close();
      for (const started of workers) await started.close();
      await queue.close();
      await queues.close();
      await outbound.close();
      await server.stop();
      await made.close();
    },
  };
}
