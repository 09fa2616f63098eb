import { RequestError } from '../../kernel/errors.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { formatHistoryPoint, type HistoryPoint } from '../../kernel/text/history-point.ts';
import { findSequenceAtTime, findVersionEvent } from '../../platform/ledger/find-sequence.ts';
import { readLedgerState, readNextSequence } from '../../platform/ledger/read-ledger.ts';

/** Origin of a requested time, and the object whose versions it may name. */
export interface AsOfRequest {
  /** The parameter that holds it, for messages: `asOf`. */
  readonly parameter: string;
  /** UUID of the object whose versions count, null for one that there is not; without it a version is rejected. */
  readonly objectId?: string | null;
}

/**
 * Returns the sequence of a time: the state after the event of this number is requested.
 *
 * @throws RequestError `invalid-parameter` for the future and for a version that does not exist; `history-incomplete` for a
 * time of which states are no longer known
 */
export async function resolveSequence(
  context: ReadContext,
  asOf: HistoryPoint,
  { parameter, objectId }: AsOfRequest,
): Promise<number> {
  const { organizationId } = context.session;
  const value = formatHistoryPoint(asOf);
  const { lastSequence, historyCompleteFrom } = await readLedgerState(context, organizationId);
  // Right before the first event that says what was there before it, states are known.
  const completeFrom = historyCompleteFrom - 1;
  const checkSequence = (sequence: number) => {
    if (sequence >= completeFrom) return sequence;
    const message = localized('states-before-unknown', { sequence: completeFrom });
    throw new RequestError('history-incomplete', message, { parameter, value, complete_from: completeFrom });
  };
  const refuse = (message: Message) => new RequestError('invalid-parameter', message, { parameter, value });
  if ('version' in asOf) {
    if (objectId === undefined) throw refuse(localized('moment-is-version', { moment: value }));
    // A missing object has nothing that could be found, whatever the version.
    if (objectId === null) return 0;
    const { sequence, latest } = await findVersionEvent(context, organizationId, objectId, asOf.version);
    // The latest version is still the one at the first time that is known; what it inherits is known only then.
    if (sequence !== null)
      return asOf.version === latest ? Math.max(sequence, completeFrom) : checkSequence(sequence);
    if (latest === null) return 0;
    if (asOf.version >= 1 && asOf.version < latest)
      throw new RequestError('history-incomplete', localized('version-gone', { version: value }), {
        parameter,
        value,
      });
    throw refuse(localized('version-not-found', { version: value, latest }));
  }
  if ('time' in asOf) {
    if (asOf.time > context.now) throw refuse(localized('moment-in-future', { moment: value }));
    const sequence = checkSequence(await findSequenceAtTime(context, organizationId, asOf.time));
    // A time before the first event that is stored cannot be told from one right before it.
    const isEdge = sequence === completeFrom && sequence > 0;
    const first = isEdge ? await readNextSequence(context, organizationId, sequence - 1) : null;
    return isEdge && first?.sequence !== sequence ? checkSequence(-1) : sequence;
  }
  if (asOf.sequence > lastSequence)
    throw refuse(localized('moment-after-newest', { moment: value, last: lastSequence }));
  return checkSequence(asOf.sequence);
}
