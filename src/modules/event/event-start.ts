import { RequestError } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import {
  type LedgerState,
  readLedgerState,
  readNextSequence,
  subtractClockMargin,
} from '../../platform/ledger/read-ledger.ts';
import { findNewestSnapshot } from '../job/index.ts';

/** Position in the ledger at which a client begins, and the range of the ledger at that time. */
export interface FeedStart {
  /** The sequence number before the first event. */
  readonly after: number;
  /** The number of the newest event; 0 before the first. */
  readonly last: number;
  /** No event behind the place is older than this. */
  readonly since: Date;
  /** UUID of the history that the numbers belong to. */
  readonly epoch: string;
}

/** Name of the parameter in which a client states the history it has seen. */
interface EpochSource {
  readonly parameter: string;
  /** Advice for starting again when a client cannot continue; by default that of a follower of the feed. */
  readonly resync?: Message;
}

/**
 * Finds the place to begin at in the ledger of the caller's organization.
 *
 * @param input the number that the client has seen last; null begins with the oldest event that is stored
 * @param seenEpoch the history that the client has seen it in, where it knows that
 * @throws RequestError `invalid-parameter` for anything but a whole number from 0 to that of the newest event; `epoch-changed`
 * for another history than the present one; `events-expired` when events behind it are not kept any more, so that
 * nobody misses them unawares.
 */
export async function resolveStart(
  context: ReadContext,
  input: { readonly value: string; readonly parameter: string } | null,
  seenEpoch: string | null | undefined,
  source: EpochSource = { parameter: 'epoch' },
): Promise<FeedStart> {
  const { organizationId } = context.session;
  const counter = await readLedgerState(context, organizationId);
  const { lastSequence: last, epoch } = counter;
  checkEpoch(seenEpoch, counter, source);
  const after = input === null ? 0 : toSequence(input, last);
  if (after === last) return { after, last, since: subtractClockMargin(context.now), epoch };
  const first = await readNextSequence(context, organizationId, after);
  const oldest = first?.sequence ?? last + 1;
  const since = first?.since ?? subtractClockMargin(context.now);
  if (input === null) return { after: oldest - 1, last, since, epoch };
  if (oldest === after + 1) return { after, last, since, epoch };
  throw new RequestError(
    'events-expired',
    localized('events-expired', {
      first: after + 1,
      last: oldest - 1,
      resync: source.resync ?? localized('resync-by-snapshot'),
    }),
    {
      ...input,
      oldest_sequence: oldest,
      last_sequence: last,
      ...(await latestSnapshotAfter(context, oldest)),
    },
  );
}

/** Returns the newest snapshot that the stored events continue, if there is one. */
async function latestSnapshotAfter(context: ReadContext, oldest: number) {
  const newestSnapshot = await findNewestSnapshot(context, context.session.organizationId, context.now);
  if (newestSnapshot === null || newestSnapshot.sequence < oldest - 1) return {};
  return { snapshot: { job_id: encodeId('Job', newestSnapshot.id), sequence: newestSnapshot.sequence } };
}

function checkEpoch(
  seenEpoch: string | null | undefined,
  { epoch, lastSequence: last }: LedgerState,
  { parameter, resync = localized('resync-by-reading', { last }) }: EpochSource,
): void {
  if (seenEpoch === null || seenEpoch === undefined || seenEpoch === epoch) return;
  throw new RequestError('epoch-changed', localized('epoch-changed', { seen: seenEpoch, epoch, resync }), {
    parameter,
    value: seenEpoch,
    epoch,
    last_sequence: last,
  });
}

function toSequence(input: { readonly value: string; readonly parameter: string }, last: number): number {
  const { value, parameter } = input;
  const refuse = (message: Message) =>
    new RequestError('invalid-parameter', message, { ...input, last_sequence: last });
  const sequence = /^\d{1,15}$/.test(value) ? Number(value) : null;
  if (sequence === null) throw refuse(localized('sequence-invalid', { parameter }));
  if (sequence <= last) return sequence;
  throw refuse(
    last === 0
      ? localized('sequence-without-events', { parameter, sequence })
      : localized('sequence-after-newest', { parameter, sequence, last }),
  );
}
