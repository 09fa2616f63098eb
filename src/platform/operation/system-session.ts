import type { WebhookMode } from '../../kernel/event.ts';
import { ROLES, SCOPES } from '../../kernel/scopes.ts';
import type { RequestOrigin, Session } from '../../kernel/session.ts';

const [OWNER] = ROLES;

/**
 * Returns the session of the product itself at work in one organization: workers, the command line, set-up. It may do
 * everything.
 */
export function systemSession(
  organizationId: string,
  origin: {
    readonly door: RequestOrigin;
    readonly requestId: string;
    readonly jobId?: string | null;
    readonly webhooks?: WebhookMode;
  },
): Session {
  return {
    organizationId,
    actor: { type: 'system', id: 'system', name: 'Catalograph' },
    role: OWNER,
    credential: 'system',
    scopes: new Set(SCOPES),
    userId: null,
    tokenId: null,
    door: origin.door,
    requestId: origin.requestId,
    jobId: origin.jobId ?? null,
    webhooks: origin.webhooks ?? 'each',
  };
}
