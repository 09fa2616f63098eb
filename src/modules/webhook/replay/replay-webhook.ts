import { createHash } from 'node:crypto';
import { NotFound, ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { findFirstSequenceSince, subtractClockMargin } from '../../../platform/ledger/read-ledger.ts';
import { newId } from '../../../platform/new-id.ts';
import { findProductIds, productKey } from '../../product-reference/index.ts';
import { requireEnabled } from '../delivery/redeliver-webhook-delivery.ts';
import { checkEvents } from '../endpoint/webhook-rules.ts';
import { auditWebhook, requireEndpoint, type WebhookIdInput } from '../endpoint/write-webhook.ts';
import { readOffset } from '../fan-out/fan-out.store.ts';
import { replayJob } from '../webhook-jobs.ts';
import { findObjectOf, insertReplay } from './replay.store.ts';

/** Number of days before now that replays reach. */
const REPLAYED_DAYS = 30;
const DAY_MS = 86_400_000;

/** Selection of events to send again: from a time or a sequence number on, and filtered. */
export interface ReplayFilter {
  /** RFC 3339; up to 30 days back. */
  readonly since?: string | null | undefined;
  /** The first sequence. */
  readonly fromSequence?: string | null | undefined;
  /** Patterns; only events that the endpoint gets anyway. */
  readonly events?: readonly string[] | null | undefined;
  /** SKU, id or external id of the only product. */
  readonly product?: string | null | undefined;
  /** True for only those events whose delivery failed. */
  readonly onlyFailed?: boolean | null | undefined;
}

export interface ReplayWebhookInput extends WebhookIdInput {
  readonly replay: ReplayFilter;
}

export interface ReplayResult extends WebhookIdInput {
  /** The first and the last sequence that is looked at; the first is one more than the last when there is none. */
  readonly fromSequence: number;
  readonly toSequence: number;
}

/**
 * Sends events again, in the order of each object, beside those that happen meanwhile. It is written down here and done
 * by workers, however many events there are.
 */
export const replayWebhook = defineWrite({
  name: 'replayWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found', 'conflict'],
  async handler(context: WriteContext, { id, replay }: ReplayWebhookInput): Promise<ReplayResult> {
    const endpoint = await requireEndpoint(context, id);
    requireEnabled(endpoint);
    const { organizationId } = context.session;
    const { last } = await readOffset(context);
    const problems = problemsOf(replay, last, context.now);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const since = sinceOf(replay, context.now);
    const oldest = await findFirstSequenceSince(context, organizationId, since);
    const first = Math.max(oldest, Number(replay.fromSequence ?? 0));
    const replayId = newId();
    await insertReplay(context, {
      id: replayId,
      endpointId: endpoint.id,
      position: first - 1,
      toSequence: last,
      since: subtractClockMargin(since).toISOString(),
      types: replay.events ?? [],
      objectId: await objectOf(context, replay.product ?? null),
      onlyFailed: replay.onlyFailed ?? false,
    });
    context.enqueue(replayJob(organizationId, replayId));
    await auditWebhook(context, 'webhook.replayed', endpoint, { from_sequence: first, to_sequence: last });
    return { id: encodeId('WebhookEndpoint', endpoint.id), fromSequence: first, toSequence: last };
  },
});

function sinceOf({ since }: ReplayFilter, now: Date): Date {
  const oldest = now.getTime() - REPLAYED_DAYS * DAY_MS;
  return new Date(Math.max(oldest, since === null || since === undefined ? oldest : Date.parse(since)));
}

function problemsOf({ since, fromSequence, events }: ReplayFilter, last: number, now: Date): FieldProblem[] {
  const problems = events === null || events === undefined ? [] : checkEvents(events);
  const isGiven = (value: unknown) => value !== null && value !== undefined;
  if (isGiven(since) === isGiven(fromSequence)) {
    const message = localized('replay-start-either');
    return [...problems, fieldProblem('required', ['since'], message)];
  }
  if (isGiven(since) && Date.parse(String(since)) > now.getTime())
    problems.push(
      fieldProblem('above-maximum', ['since'], localized('time-in-future'), { value: since ?? null }),
    );
  if (isGiven(fromSequence) && (Number(fromSequence) < 1 || Number(fromSequence) > last + 1)) {
    const message = localized('replay-after-newest', { last });
    problems.push(fieldProblem('above-maximum', ['fromSequence'], message, { value: fromSequence ?? null }));
  }
  return problems;
}

async function objectOf(context: WriteContext, ref: string | null): Promise<string | null> {
  if (ref === null) return null;
  const ids = await findProductIds(context, context.session.organizationId, [ref]);
  const product = await findObjectOf(context, ref, ids.get(productKey(ref)) ?? null);
  if (product === undefined) throw NotFound.of('product', ref);
  return product;
}

/**
 * Returns the ordered queue of an object in one replay: its events follow each other, and nothing else waits for them.
 */
export function replayPartition(replayId: string, objectId: string): string {
  const digest = createHash('sha256').update(`${replayId} ${objectId}`).digest('hex');
  return [0, 8, 12, 16, 20].map((start, index) => digest.slice(start, [8, 12, 16, 20, 32][index])).join('-');
}
