import { NotFound } from '../../kernel/errors.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { recordAuditEntry } from '../../platform/audit/record-audit.ts';
import { startJob } from '../job/index.ts';
import { actorExists } from './erasure.store.ts';

export interface ErasePersonalDataInput {
  /** Public id of a user or token. */
  readonly actor: string;
  /** True if the comments of the actor are erased too. */
  readonly comments: boolean;
  readonly dryRun: boolean;
}

/** A type, so that it is a JSON value. */
export type StartedErasure = { readonly id: string; readonly dryRun: boolean };

/**
 * Starts the job that erases the name of a user or token, and its comments, from what the organization stores. Its id
 * stays.
 *
 * @throws NotFound for who never was a user or token of the organization
 */
export const erasePersonalData = defineWrite({
  name: 'erasePersonalData',
  scope: { sessionRole: ['owner'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['not-found'],
  async handler(context: WriteContext, input: ErasePersonalDataInput): Promise<StartedErasure> {
    const { comments, dryRun } = input;
    const subject = await requireActor(context, input.actor);
    const job = { type: 'erasure', subject, dryRun, input: { comments } } as const;
    const id = encodeId('Job', await startJob(context, job));
    if (!dryRun) {
      const { organizationId, actor, requestId } = context.session;
      const data = { actor_id: subject, comments, job_id: id };
      const kind = 'personal_data.erasure_requested';
      await recordAuditEntry(context, { organizationId, kind, at: context.now, actor, data, requestId });
    }
    return { id, dryRun };
  },
});

/** Returns the id of a present or former user or token, as it is stored. */
async function requireActor(context: WriteContext, actor: string): Promise<string> {
  const decoded = decodeId(actor);
  if (decoded?.type === 'User' || decoded?.type === 'AccessToken') {
    const id = encodeId(decoded.type, decoded.uuid);
    if (await actorExists(context, context.session.organizationId, id)) return id;
  }
  throw NotFound.of('user or token', actor);
}
