import type { ReadContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';
import { type Moment, momentText } from '../../kernel/text/moment.ts';
import { findSequenceAtTime, findVersion } from '../../platform/ledger/find-sequence.ts';
import { readCounter, readFirstAfter } from '../../platform/ledger/read-ledger.ts';

/** Origin of a requested time, and the object whose versions it may name. */
export interface MomentRequest {
  /** The parameter that holds it, for messages: `asOf`. */
  readonly parameter: string;
  /** UUID of the object whose versions count, null for one that there is not; without it a version is rejected. */
  readonly objectId?: string | null;
}

/**
 * Returns the sequence of a time: the state after the event of this number is requested.
 *
 * @throws Fault `invalid-parameter` for the future and for a version that does not exist; `history-incomplete` for a
 * time of which states are no longer known
 */
export async function sequenceAt(
  context: ReadContext,
  moment: Moment,
  { parameter, objectId }: MomentRequest,
): Promise<number> {
  const { organizationId } = context.session;
  const value = momentText(moment);
  const { lastSequence, historyCompleteFrom } = await readCounter(context, organizationId);
  // Right before the first event that says what was there before it, states are known.
  const completeFrom = historyCompleteFrom - 1;
  const known = (sequence: number) => {
    if (sequence >= completeFrom) return sequence;
    const message = localized('states-before-unknown', { sequence: completeFrom });
    throw new Fault('history-incomplete', message, { parameter, value, complete_from: completeFrom });
  };
  const refuse = (message: Message) => new Fault('invalid-parameter', message, { parameter, value });
  if ('version' in moment) {
    if (objectId === undefined) throw refuse(localized('moment-is-version', { moment: value }));
    // A missing object has nothing that could be found, whatever the version.
    if (objectId === null) return 0;
    const { sequence, latest } = await findVersion(context, organizationId, objectId, moment.version);
    // The latest version is still the one at the first time that is known; what it inherits is known only then.
    if (sequence !== null)
      return moment.version === latest ? Math.max(sequence, completeFrom) : known(sequence);
    if (latest === null) return 0;
    if (moment.version >= 1 && moment.version < latest)
      throw new Fault('history-incomplete', localized('version-gone', { version: value }), {
        parameter,
        value,
      });
    throw refuse(localized('version-not-found', { version: value, latest }));
  }
  if ('time' in moment) {
    if (moment.time > context.now) throw refuse(localized('moment-in-future', { moment: value }));
    const sequence = known(await findSequenceAtTime(context, organizationId, moment.time));
    // A time before the first event that is stored cannot be told from one right before it.
    const isEdge = sequence === completeFrom && sequence > 0;
    const first = isEdge ? await readFirstAfter(context, organizationId, sequence - 1) : null;
    return isEdge && first?.sequence !== sequence ? known(-1) : sequence;
  }
  if (moment.sequence > lastSequence)
    throw refuse(localized('moment-after-newest', { moment: value, last: lastSequence }));
  return known(moment.sequence);
}
