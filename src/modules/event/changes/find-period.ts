import type { ReadContext } from '../../../kernel/operation.ts';
import { findSequenceRange } from '../../../platform/ledger/read-ledger.ts';

/** Times in the ledger are those of the beginning of transactions: an event can be this far from its neighbours. */
const MARGIN_MS = 600_000;

/** A period of time, and the sequences between which its events are. */
export interface Period {
  /** RFC 3339, `-infinity` or `infinity`. */
  readonly since: string;
  readonly until: string;
  /** Sequence before the first, and of the last. */
  readonly after: number;
  readonly upTo: number;
}

/** Returns where the events of a period are in the ledger, so that a period long ago is not searched from today on. */
export async function findPeriod(
  context: ReadContext,
  {
    since,
    until,
  }: { readonly since?: string | null | undefined; readonly until?: string | null | undefined },
): Promise<Period> {
  const start = new Date(since ?? 0);
  const end = until === null || until === undefined ? context.now : new Date(until);
  const isAll = (since ?? until ?? null) === null;
  const range = isAll
    ? { after: 0, upTo: Number.MAX_SAFE_INTEGER }
    : await findSequenceRange(
        context,
        context.session.organizationId,
        new Date(Math.max(0, start.getTime() - MARGIN_MS)),
        new Date(end.getTime() + MARGIN_MS),
      );
  return { since: since ?? '-infinity', until: until ?? 'infinity', ...range };
}
