import type { Session } from '../../../kernel/session.ts';
import type { ClaimedJob } from '../../job/index.ts';
import type { ImportInput } from './import-input.ts';

/** The session of an import's steps: what is written is written by whoever asked for it. */
export const importSession = (
  jobSession: Session,
  { triggeredBy }: ClaimedJob,
  { webhooks }: Pick<ImportInput, 'webhooks'>,
): Session => ({ ...jobSession, door: 'import', actor: triggeredBy, webhooks });
