import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { readLedger } from '../../platform/ledger/read-ledger.ts';
import type { Vault } from '../../platform/secret/vault.ts';
import { type ClaimedDelivery, claimRow } from './delivery.store.ts';
import { deliveryBody } from './delivery-body.ts';
import { openHeaders, openSecrets } from './endpoint-secrets.ts';
import { signatureHeaders } from './sign-delivery.ts';

/** How long a worker may have a delivery: the time of its request, and that of writing down what became of it. */
const LEASE_MS = 30_000;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

export interface ClaimInput {
  /** UUID. */
  readonly deliveryId: string;
  readonly vault: Vault;
}

/** A delivery in the hands of a worker, ready to be sent. */
export interface ReadyRequest {
  readonly delivery: Pick<
    ClaimedDelivery,
    'id' | 'endpointId' | 'lane' | 'kind' | 'attempt' | 'failures' | 'isEndpointWell'
  >;
  readonly startedAt: Date;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Gives a delivery to the worker that asks; null when it is not there, not due, or another has it. */
export const claimDelivery = defineWrite({
  name: 'claimDelivery',
  scope: 'settings:write',
  effect: 'write',
  retry: 'unsafe',
  errors: [],
  transaction: 'autocommit',
  async work(work: WriteWork, { deliveryId, vault }: ClaimInput): Promise<ReadyRequest | null> {
    const claimed = await claimRow(work, deliveryId, leaseFrom(work.now));
    return claimed === undefined ? null : readyRequest(work, claimed, vault);
  },
});

/** What is sent for a claimed delivery: the body of its event, signed at this moment. */
export async function readyRequest(
  work: WriteWork,
  claimed: ClaimedDelivery,
  vault: Vault,
): Promise<ReadyRequest> {
  const { endpoint, kind, attempt } = claimed;
  const body = await bodyOf(work, claimed);
  const id = encodeId('Event', claimed.eventId);
  return {
    ...{ delivery: claimed, startedAt: work.now, url: endpoint.url, body },
    headers: {
      ...openHeaders(vault, endpoint),
      'Content-Type': 'application/json',
      'User-Agent': 'Catalograph-Webhooks/1',
      'Catalograph-Event-Type': claimed.eventType,
      'Catalograph-Event-Id': id,
      'Catalograph-Delivery-Id': encodeId('WebhookDelivery', claimed.id),
      'Catalograph-Delivery-Attempt': String(attempt),
      ...(kind === 'event' ? {} : { 'Catalograph-Delivery-Kind': kind }),
      ...signatureHeaders(openSecrets(vault, endpoint, work.now), { id, at: work.now, body }),
    },
  };
}

async function bodyOf(work: WriteWork, claimed: ClaimedDelivery): Promise<Buffer> {
  if (claimed.body !== null) return Buffer.from(claimed.body);
  const { organizationId } = work.session;
  const { sequence, eventAt, endpoint } = claimed;
  const [event] = await readLedger(work, {
    ...{ organizationId, after: sequence - 1, upTo: sequence, since: new Date(eventAt), limit: 1 },
  });
  if (event === undefined) throw new Error(`The ledger has no event ${sequence}.`);
  return deliveryBody(event, organizationId, endpoint.payload);
}
