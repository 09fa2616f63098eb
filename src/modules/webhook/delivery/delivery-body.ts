import type { LedgerRow } from '../../../platform/ledger/read-ledger.ts';
import { eventBody } from '../../event/index.ts';
import type { Payload } from '../endpoint/endpoint-state.ts';

/** Keys that every reference has of its object, whatever identifies it. */
const REFERENCE_KEYS = ['id', 'sku', 'code', 'name', 'version'] as const;

/**
 * Returns the bytes of an event as an endpoint gets them, the same for every attempt: the event of the feed, or only
 * what it is about, for those who read the object themselves.
 */
export function deliveryBody(row: LedgerRow, organizationId: string, payload: Payload): Buffer {
  const body = eventBody(row, organizationId);
  if (payload === 'changes') return Buffer.from(JSON.stringify(body));
  const data = Object.fromEntries(
    REFERENCE_KEYS.filter((key) => key in body.data).map((key) => [key, body.data[key]]),
  );
  return Buffer.from(JSON.stringify({ ...body, data }));
}
