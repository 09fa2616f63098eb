import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { EndpointRow } from './endpoint-state.ts';

const time = (column: string, name: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;
const bytes = (column: string, name: string) => `'\\x' || encode(${column}, 'hex') AS "${name}"`;

const ROW = `id::text AS id, url, description, to_jsonb(events) AS events,
  to_jsonb(changed_attributes) AS "changedAttributes", payload, to_jsonb(header_names) AS "headerNames",
  ${bytes('sealed_headers', 'sealedHeaders')}, ${bytes('sealed_secret', 'sealedSecret')},
  ${bytes('sealed_previous_secret', 'sealedPreviousSecret')}, ${time('previous_secret_until', 'previousSecretUntil')},
  state, state_reason AS "stateReason", ${time('state_since', 'stateSince')},
  consecutive_failures AS "consecutiveFailures", from_sequence::int8::text AS "fromSequence", version`;

type Stored = Omit<EndpointRow, 'fromSequence'> & { readonly fromSequence: string };
const toRow = (stored: Stored): EndpointRow => ({ ...stored, fromSequence: Number(stored.fromSequence) });

/** Returns the columns that change in the life of an endpoint, with the values of a row for them. */
const toColumns = (row: EndpointRow) => ({
  url: row.url,
  description: row.description,
  events: row.events,
  changed_attributes: row.changedAttributes,
  payload: row.payload,
  header_names: row.headerNames,
  sealed_headers: row.sealedHeaders,
  sealed_secret: row.sealedSecret,
  sealed_previous_secret: row.sealedPreviousSecret,
  previous_secret_until: row.previousSecretUntil,
  state: row.state,
  state_reason: row.stateReason,
  state_since: row.stateSince,
  consecutive_failures: row.consecutiveFailures,
  from_sequence: row.fromSequence,
  version: row.version,
});
const COLUMNS = Object.keys(toColumns({} as EndpointRow)).join(', ');

const STORED_ROW: ColumnsOf<Stored> = {
  id: 'text',
  url: 'text',
  description: 'text | null',
  events: 'json',
  changedAttributes: 'json',
  payload: 'text',
  headerNames: 'json',
  sealedHeaders: 'text | null',
  sealedSecret: 'text',
  sealedPreviousSecret: 'text | null',
  previousSecretUntil: 'text | null',
  state: 'text',
  stateReason: 'text | null',
  stateSince: 'text',
  consecutiveFailures: 'int',
  version: 'int',
  fromSequence: 'text',
};

const LOCK = defineStatement<Stored>({
  name: 'webhook.lock',
  kind: 'read',
  prepared: true,
  row: STORED_ROW,
  sql: `SELECT ${ROW} FROM public.webhook_endpoint WHERE organization_id = $1::uuid AND id = $2::uuid FOR NO KEY UPDATE`,
});

/** Returns one endpoint, locked: whoever holds it is the only one who moves deliveries of it into the queue. */
export async function lockEndpoint(context: WriteContext, id: string): Promise<EndpointRow | undefined> {
  const [row] = await context.execute(LOCK, [context.session.organizationId, id]);
  return row === undefined ? undefined : toRow(row);
}

const LOCK_RECEIVING = defineStatement<Stored>({
  name: 'webhook.lock_receiving',
  kind: 'read',
  prepared: true,
  row: STORED_ROW,
  sql: `SELECT ${ROW} FROM public.webhook_endpoint WHERE organization_id = $1::uuid AND state <> 'disabled'
        ORDER BY id FOR NO KEY UPDATE`,
});

/** Returns every endpoint that gets events by itself, locked in the order of their ids. */
export async function lockReceivingEndpoints(context: WriteContext): Promise<readonly EndpointRow[]> {
  const rows = await context.execute(LOCK_RECEIVING, [context.session.organizationId]);
  return rows.map(toRow);
}

const COUNT = defineStatement({
  name: 'webhook.count',
  kind: 'read',
  row: { count: 'int' },
  sql: 'SELECT count(*)::int AS count FROM public.webhook_endpoint WHERE organization_id = $1::uuid',
});

export async function countEndpoints(context: WriteContext): Promise<number> {
  const [row] = await context.execute(COUNT, [context.session.organizationId]);
  return row?.count ?? 0;
}

const INSERT = defineStatement({
  name: 'webhook.insert',
  kind: 'write',
  sql: `INSERT INTO public.webhook_endpoint (organization_id, id, created_at, updated_at, ${COLUMNS})
        SELECT $1::uuid, $2::uuid, $3::timestamptz, $3::timestamptz, ${COLUMNS}
        FROM jsonb_populate_record(NULL::public.webhook_endpoint, $4::jsonb)`,
});

export async function insertEndpoint(context: WriteContext, row: EndpointRow): Promise<void> {
  await context.execute(INSERT, [
    context.session.organizationId,
    row.id,
    context.now.toISOString(),
    JSON.stringify(toColumns(row)),
  ]);
}

const UPDATE = defineStatement({
  name: 'webhook.update',
  kind: 'write',
  sql: `UPDATE public.webhook_endpoint SET updated_at = $3::timestamptz,
          (${COLUMNS}) = (SELECT ${COLUMNS} FROM jsonb_populate_record(NULL::public.webhook_endpoint, $4::jsonb))
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Writes a locked endpoint as it is next. */
export async function updateEndpoint(context: WriteContext, row: EndpointRow): Promise<void> {
  await context.execute(UPDATE, [
    context.session.organizationId,
    row.id,
    context.now.toISOString(),
    JSON.stringify(toColumns(row)),
  ]);
}

const COUNT_FAILURE = defineStatement({
  name: 'webhook.count_failure',
  kind: 'write',
  sql: `UPDATE public.webhook_endpoint SET consecutive_failures = $3::int
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Counts a failure, or none any more, which is no change that anybody has made. */
export async function updateFailureCount(
  context: WriteContext,
  { id, consecutiveFailures }: EndpointRow,
): Promise<void> {
  await context.execute(COUNT_FAILURE, [context.session.organizationId, id, consecutiveFailures]);
}

const FORGET_FAILURES = defineStatement({
  name: 'webhook.forget_failures',
  kind: 'write',
  sql: `UPDATE public.webhook_endpoint SET consecutive_failures = 0
        WHERE organization_id = $1::uuid AND id = $2::uuid AND state = 'active' AND consecutive_failures > 0`,
});

/** Counts no failure any more of an endpoint, if it is active. */
export async function resetFailureCount(context: WriteContext, id: string): Promise<void> {
  await context.execute(FORGET_FAILURES, [context.session.organizationId, id]);
}

const DELETE = defineStatement({
  name: 'webhook.delete',
  kind: 'write',
  sql: 'DELETE FROM public.webhook_endpoint WHERE organization_id = $1::uuid AND id = $2::uuid',
});

export async function deleteEndpointRow(context: WriteContext, id: string): Promise<void> {
  await context.execute(DELETE, [context.session.organizationId, id]);
}

const ATTRIBUTE_CODES = defineStatement({
  name: 'webhook.attribute_codes',
  kind: 'read',
  row: { code: 'text' },
  sql: `SELECT code FROM public.attribute WHERE organization_id = $1::uuid AND code_key = ANY($2::text[])`,
});

/** Returns the stored codes of attributes by their code in any case. */
export async function findAttributeCodes(
  context: WriteContext,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await context.execute(ATTRIBUTE_CODES, [context.session.organizationId, [...keys]]);
  return rows.map(({ code }) => code);
}

const ALL_ATTRIBUTE_CODES = defineStatement({
  name: 'webhook.all_attribute_codes',
  kind: 'read',
  row: { code: 'text' },
  sql: 'SELECT code FROM public.attribute WHERE organization_id = $1::uuid ORDER BY code LIMIT 5000',
});

/** Returns all attribute codes, to tell what was probably meant. */
export async function listAttributeCodes(context: WriteContext): Promise<readonly string[]> {
  const rows = await context.execute(ALL_ATTRIBUTE_CODES, [context.session.organizationId]);
  return rows.map(({ code }) => code);
}

/** Sealed bytes of one endpoint of any organization, for sealing them anew. */
export interface SealedRow {
  readonly organizationId: string;
  readonly id: string;
}

const LIST_SEALED = defineStatement<SealedRow>({
  name: 'webhook.list_sealed',
  kind: 'read',
  row: { organizationId: 'text', id: 'text' },
  sql: `SELECT organization_id::text AS "organizationId", id::text AS id FROM public.webhook_endpoint
        WHERE $1::uuid IS NULL OR (organization_id, id) > ($1::uuid, $2::uuid) ORDER BY organization_id, id LIMIT $3::int`,
});

/** Returns endpoints of all organizations behind a place in the order of their keys. */
export async function listSealed(
  owner: Transaction,
  after: SealedRow | null,
  limit: number,
): Promise<readonly SealedRow[]> {
  return owner.execute(LIST_SEALED, [after?.organizationId ?? null, after?.id ?? null, limit]);
}
