import type { WebhookMode } from '../kernel/event.ts';
import type { Session } from '../kernel/session.ts';
import {
  type ClaimedJob,
  isSystemJob,
  NO_GRANTS,
  type PrincipalGrants,
  readPrincipalGrants,
} from '../modules/job/index.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';

/** Session that the steps of one attempt act with. */
export interface StepSession {
  /** Session whose rights are those that `renew` has read last; a copy would have those of its own time. */
  readonly session: Session;
  /** Reads what the job's principal may do now. @throws RequestError `principal-lost` */
  renew(): Promise<void>;
}

/**
 * Opens the session that a job's steps act with: in the name of its principal, with the rights that the principal has
 * at each step. The product's own jobs act in its name.
 */
export function openStepSession(runner: OperationRunner, worker: Session, job: ClaimedJob): StepSession {
  const { type, principal, scopes, triggeredBy, input } = job;
  if (isSystemJob(type)) return { session: worker, renew: async () => undefined };
  let grants: PrincipalGrants = NO_GRANTS;
  const { organizationId, requestId, jobId } = worker;
  const isPersonal = principal !== null && principal.type !== 'operator';
  const session: Session = {
    organizationId,
    requestId,
    jobId,
    // A run of a schedule is attributed to the schedule, with the rights of a person.
    actor:
      isPersonal && triggeredBy.type !== 'system'
        ? { type: principal.type, id: principal.id, name: principal.name }
        : triggeredBy,
    door: ['bulk', 'revert', 'merge', 'clear'].includes(type) ? 'system' : 'import',
    webhooks: (input.webhooks ?? 'each') as WebhookMode,
    get role() {
      return grants.role;
    },
    get credential() {
      return grants.credential;
    },
    get scopes() {
      return grants.scopes;
    },
    get userId() {
      return grants.userId;
    },
    get tokenId() {
      return grants.tokenId;
    },
  };
  return {
    session,
    async renew() {
      grants = await runner.read(worker, readPrincipalGrants, { principal, scopes });
    },
  };
}
