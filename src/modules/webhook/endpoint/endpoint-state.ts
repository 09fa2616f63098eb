/** States of an endpoint. Only `active` and `failing` endpoints receive events. */
export const ENDPOINT_STATES = ['active', 'failing', 'paused', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Reasons why an endpoint is paused or disabled. */
export const STATE_REASONS = ['by_hand', 'failing', 'gone'] as const;
export type StateReason = (typeof STATE_REASONS)[number];

/** Parts of an event that are sent. */
export const PAYLOADS = ['changes', 'reference'] as const;
export type Payload = (typeof PAYLOADS)[number];

/** An endpoint as its row holds it. Times are RFC 3339 in UTC, sealed bytes PostgreSQL's hexadecimal text. */
export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Patterns of event types. */
  readonly events: readonly string[];
  /** Codes; empty for no such rule. */
  readonly changedAttributes: readonly string[];
  readonly payload: Payload;
  readonly headerNames: readonly string[];
  readonly sealedHeaders: string | null;
  readonly sealedSecret: string;
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: string | null;
  readonly state: EndpointState;
  readonly stateReason: StateReason | null;
  readonly stateSince: string;
  readonly consecutiveFailures: number;
  readonly fromSequence: number;
  readonly version: number;
}

/** Returns true if events are sent to the endpoint now. */
export const isReceiving = ({ state }: Pick<EndpointRow, 'state'>): boolean =>
  state === 'active' || state === 'failing';

/** Failed attempts in a row after which an endpoint is failing. */
const FAILING_AFTER = 20;
/** Time that it may be failing before it is paused, in milliseconds. */
const PAUSED_AFTER_MS = 24 * 3_600_000;

/** Maximum number of deliveries on their way to one endpoint at once. */
export const MAX_IN_FLIGHT = 8;

/** Returns the slots of an endpoint: one that fails gets a single delivery to try it with. */
export const maxInFlight = ({ state }: Pick<EndpointRow, 'state'>): number =>
  state === 'failing' ? 1 : MAX_IN_FLIGHT;

/** Returns the endpoint after an attempt that succeeded; the same object when nothing changes. */
export function afterSuccess(row: EndpointRow, now: Date): EndpointRow {
  if (row.state === 'failing') return inState({ ...row, consecutiveFailures: 0 }, 'active', null, now);
  return row.consecutiveFailures === 0 ? row : { ...row, consecutiveFailures: 0 };
}

/** Returns the endpoint after an attempt that failed. */
export function afterFailure(row: EndpointRow, now: Date): EndpointRow {
  const next = { ...row, consecutiveFailures: row.consecutiveFailures + 1 };
  if (row.state === 'active' && next.consecutiveFailures >= FAILING_AFTER)
    return inState(next, 'failing', null, now);
  const isFailingForLong =
    row.state === 'failing' && now.getTime() - Date.parse(row.stateSince) >= PAUSED_AFTER_MS;
  return isFailingForLong ? inState(next, 'paused', 'failing', now) : next;
}

/** Returns the endpoint after a response that it is gone for good (RFC 9110, 410). */
export const afterGone = (row: EndpointRow, now: Date): EndpointRow => inState(row, 'disabled', 'gone', now);

/** Returns the endpoint switched on or off by a person; the same object when it is so already. */
export function afterSwitch(row: EndpointRow, active: boolean, now: Date): EndpointRow {
  if (isReceiving(row) === active || (row.state === 'disabled' && !active)) return row;
  if (!active) return row.state === 'paused' ? row : inState(row, 'paused', 'by_hand', now);
  return inState({ ...row, consecutiveFailures: 0 }, 'active', null, now);
}

function inState(
  row: EndpointRow,
  state: EndpointState,
  stateReason: StateReason | null,
  now: Date,
): EndpointRow {
  return { ...row, state, stateReason, stateSince: now.toISOString() };
}
