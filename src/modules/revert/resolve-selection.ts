import { Conflict, NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { Scope } from '../../kernel/scopes.ts';
import {
  findFirstSequenceSince,
  findSequenceRange,
  readLastSequences,
} from '../../platform/ledger/read-ledger.ts';
import { entityNotFoundError } from '../entity/index.ts';
import { lockEntitiesByIdentifier } from '../entity-reference/index.ts';
import type { EventSelection } from '../event/index.ts';
import { isOpen, lockJob } from '../job/index.ts';
import { productNotFoundError } from '../product/index.ts';
import { findProductIds, productKey } from '../product-reference/index.ts';
import type { ChangeSelection } from './revert-input.ts';

/** Changes that are taken back in one request; more are a job. */
export const MAX_SYNC_CHANGES = 1_000;

/**
 * The events of a job or request are searched for from this long before it began to this long after its end: clocks of
 * processes differ, and times in the ledger are those of the beginning of transactions.
 */
const MARGIN_MS = 600_000;
/** Number of the newest events among which a request that identified itself is searched for. */
const NEWEST = 200_000;

export interface ResolvedSelection {
  readonly selection: EventSelection;
  /** Name of a job; null if it has none but its type. */
  readonly subject: string | null;
  /** The scopes that its changes need, where they are known without reading all of them. */
  readonly scopes: readonly Scope[];
  /** Number of objects, where it is known; for the progress of a job. */
  readonly objects: number | null;
  /** The rejection where nothing is selected; null where that is a result like others. */
  readonly ifEmpty: NotFound | null;
}

const WRITE_SCOPES = ['products:write', 'entities:write'] as const satisfies readonly Scope[];

const problem = (
  path: readonly string[],
  code: FieldProblemCode,
  message: Message,
  value: string | null = null,
) => ValidationFailed.of([fieldProblem(code, ['selection', ...path], message, { value })]);

/** Finds the range of the ledger that a selection is about. @throws ValidationFailed, NotFound, Conflict */
export async function resolveSelection(
  context: WriteContext,
  changeSelection: ChangeSelection,
): Promise<ResolvedSelection> {
  const criteria = Object.entries(changeSelection).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  if (criteria.length !== 1) {
    const message =
      criteria.length === 0
        ? localized('changes-required', {
            list: '`requestId`, `jobId`, `sequences`, `actorSince`, `product`, `entity`',
          })
        : localized('send-one-of', { list: criteria.map(([key]) => `\`${key}\``) });
    throw problem([], criteria.length === 0 ? 'required' : 'value-not-allowed', message);
  }
  const { organizationId } = context.session;
  const last = (await readLastSequences(context, [organizationId])).get(organizationId) ?? 0;
  const all: ResolvedSelection = {
    selection: {
      after: 0,
      upTo: last,
      since: '-infinity',
      until: 'infinity',
      sequences: null,
      jobId: null,
      requestId: null,
      actorId: null,
      objectId: null,
      version: null,
    },
    subject: null,
    scopes: WRITE_SCOPES,
    objects: null,
    ifEmpty: null,
  };
  const { jobId, requestId, sequences, actorSince, product, entity } = changeSelection;
  if (jobId) return ofJob(context, all, jobId);
  if (requestId) return ofRequest(context, all, requestId);
  if (sequences) return ofSequences(all, sequences);
  if (actorSince) return ofActor(context, all, actorSince);
  if (product) return ofProduct(context, all, product);
  if (entity) return ofEntity(context, all, entity);
  throw problem(
    criteria.map(([key]) => key),
    'required',
    localized('empty-text-names-nothing'),
  );
}

async function ofJob(
  context: WriteContext,
  all: ResolvedSelection,
  jobId: string,
): Promise<ResolvedSelection> {
  const id = decodeIdOf('Job', jobId);
  const job = id === null ? undefined : await lockJob(context, id);
  if (id === null || job === undefined) throw NotFound.of('job', jobId);
  if (isOpen(job)) {
    const message = localized('job-not-finished', { job: jobId });
    throw new Conflict('not-available-yet', message);
  }
  const from = Date.parse(job.startedAt ?? job.queuedAt);
  const to = Date.parse(job.finishedAt ?? context.now.toISOString());
  const range = await between(context, all.selection, from - MARGIN_MS, to + MARGIN_MS);
  const scopes = WRITE_SCOPES.filter((scope) => job.scopes.includes(scope));
  return {
    ...all,
    selection: { ...range, jobId: id },
    subject: jobId,
    scopes: scopes.length === 0 ? WRITE_SCOPES : scopes,
    // Rows may repeat an object.
    objects: job.created + job.updated + job.deleted,
  };
}

/** Returns the part of a selection between two times. */
async function between(
  context: WriteContext,
  selection: EventSelection,
  fromMs: number,
  toMs: number,
): Promise<EventSelection> {
  const { organizationId } = context.session;
  const [since, until] = [new Date(fromMs), new Date(toMs)];
  const { after, upTo } = await findSequenceRange(context, organizationId, since, until);
  return {
    ...selection,
    after,
    upTo: Math.min(upTo, selection.upTo),
    since: since.toISOString(),
    until: until.toISOString(),
  };
}

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

async function ofRequest(
  context: WriteContext,
  all: ResolvedSelection,
  requestId: string,
): Promise<ResolvedSelection> {
  const ifEmpty = NotFound.of('change of the request', requestId);
  // An id that the server made says when.
  const [, high, low] = UUID_V7.exec(requestId) ?? [];
  const madeAt = high === undefined ? Number.NaN : Number.parseInt(`${high}${low}`, 16);
  const isOwn = madeAt <= context.now.getTime() + MARGIN_MS;
  const selection = isOwn
    ? await between(context, all.selection, madeAt - MARGIN_MS, madeAt + MARGIN_MS)
    : { ...all.selection, after: Math.max(0, all.selection.upTo - NEWEST) };
  return { ...all, selection: { ...selection, requestId }, ifEmpty };
}

function ofSequences(all: ResolvedSelection, sequences: readonly string[]): ResolvedSelection {
  const path = ['sequences'];
  if (sequences.length === 0) throw problem(path, 'too-few-items', localized('event-required'));
  if (sequences.length > MAX_SYNC_CHANGES)
    throw problem(path, 'too-many-items', localized('events-too-many', { max: MAX_SYNC_CHANGES }));
  const numbers = sequences.map((text, index) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= all.selection.upTo) return number;
    const message = localized('event-not-there', { sequence: text, last: all.selection.upTo });
    throw problem([...path, String(index)], 'reference-not-found', message, text);
  });
  const range = { after: Math.min(...numbers) - 1, upTo: Math.max(...numbers) };
  return { ...all, selection: { ...all.selection, ...range, sequences: [...new Set(numbers)] } };
}

async function ofActor(
  context: WriteContext,
  all: ResolvedSelection,
  { actorId, since: sinceInput }: NonNullable<ChangeSelection['actorSince']>,
): Promise<ResolvedSelection> {
  const since = new Date(sinceInput);
  if (since > context.now) {
    const message = localized('send-past-moment');
    throw problem(['actorSince', 'since'], 'value-not-allowed', message, since.toISOString());
  }
  if (decodeIdOf('User', actorId) === null && decodeIdOf('AccessToken', actorId) === null) {
    const message = localized('actor-invalid', { actor: actorId });
    throw problem(['actorSince', 'actorId'], 'invalid-format', message, actorId);
  }
  const first = await findFirstSequenceSince(
    context,
    context.session.organizationId,
    new Date(since.getTime() - MARGIN_MS),
  );
  return {
    ...all,
    selection: { ...all.selection, after: first - 1, since: since.toISOString(), actorId },
    subject: actorId,
  };
}

async function ofProduct(
  context: WriteContext,
  all: ResolvedSelection,
  { ref, version }: NonNullable<ChangeSelection['product']>,
): Promise<ResolvedSelection> {
  const ids = await findProductIds(context, context.session.organizationId, [ref]);
  const id = ids.get(productKey(ref));
  if (id === undefined) throw await productNotFoundError(context, ref);
  const ifEmpty = NotFound.of(`version ${version} of the product`, ref);
  return { ...all, selection: { ...all.selection, objectId: id, version }, ifEmpty };
}

async function ofEntity(
  context: WriteContext,
  all: ResolvedSelection,
  { version, ...reference }: NonNullable<ChangeSelection['entity']>,
): Promise<ResolvedSelection> {
  const id =
    decodeIdOf('Entity', reference.code) ??
    (await lockEntitiesByIdentifier(context, context.session.organizationId, [reference]))[0]?.id;
  if (id === undefined) throw await entityNotFoundError(context, reference);
  const ifEmpty = NotFound.of(`version ${version} of the entity`, reference.code);
  return { ...all, selection: { ...all.selection, objectId: id, version }, ifEmpty };
}
