import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { hasScope, type ScopeExpression } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import { missingTokenError } from '../../../modules/access-token/index.ts';
import { retryWhileUnavailable } from '../../../platform/database/availability/retry-while-unavailable.ts';
import { accessDenied } from '../../../platform/operation/authorize.ts';
import type { OpenSubscription } from './open-subscriptions.ts';

/** Time for which a caller remains valid without a new check, while messages are sent, in milliseconds. */
const CACHE_MS = 1_000;
/**
 * Interval at which the caller is checked while nothing is sent, in milliseconds, so that an expired token ends an idle
 * stream too.
 */
const CHECK_INTERVAL_MS = 15_000;

/** Calls back when the rights of a caller may have changed; answers how to end that. */
export type WatchAccess = (session: Session, onChange: () => void) => () => void;

/** Caller of a subscription, as long as it lasts. */
export interface SubscriptionCaller {
  current(): Session;
  /** Resolves once it is certain that the caller may get another message; false when the subscription has ended. */
  mayGoOn(): Promise<boolean>;
}

/**
 * Keeps asking who the caller is: at every change that is heard of, before messages, and every 15 seconds. The
 * subscription ends, with the fault, once the token or sign-in is no longer valid, lacks the scope or acts for another
 * organization.
 */
export function watchCaller(
  session: Session,
  settings: {
    readonly authenticate: () => Promise<Session | null>;
    readonly subscription: OpenSubscription;
    /** Scopes that the subscription needs. */
    readonly scope: ScopeExpression;
    readonly watchAccess: WatchAccess;
  },
): SubscriptionCaller {
  const { authenticate, subscription, scope, watchAccess } = settings;
  const { signal } = subscription;
  let current = session;
  let checkedAt = performance.now();
  let checking: Promise<void> | null = null;
  let changes = 0;

  const admit = (currentSession: Session | null) => {
    if (currentSession === null) throw missingTokenError();
    if (currentSession.organizationId !== session.organizationId || currentSession.userId !== session.userId)
      throw new RequestError('role-forbidden', localized('organization-changed'));
    if (!hasScope(currentSession, scope))
      throw accessDenied(currentSession, scope, localized('this-subscription'));
    if (!isSame(currentSession, current)) current = currentSession;
  };
  const ask = async () => {
    let heard: number;
    do {
      heard = changes;
      const currentSession = await retryWhileUnavailable(authenticate, signal);
      if (signal.aborted) return;
      admit(currentSession);
      // The session may lack a change that arrived meanwhile, so it is read again.
    } while (heard !== changes);
    checkedAt = performance.now();
  };
  const check = () => {
    checking ??= ask()
      .catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        subscription.end(error);
      })
      .finally(() => {
        checking = null;
      });
    return checking;
  };
  // A failure is met again, and told, before the next message.
  const checkSoon = () => void check().catch(() => undefined);
  const unwatch = watchAccess(session, () => {
    changes += 1;
    checkedAt = Number.NEGATIVE_INFINITY;
    checkSoon();
  });
  const timer = setInterval(checkSoon, CHECK_INTERVAL_MS).unref();
  signal.addEventListener(
    'abort',
    () => {
      unwatch();
      clearInterval(timer);
    },
    { once: true },
  );
  return {
    current: () => current,
    async mayGoOn() {
      if (performance.now() - checkedAt > CACHE_MS) await check();
      return !signal.aborted;
    },
  };
}

const isSame = (a: Session, b: Session) =>
  a.role === b.role && a.scopes.size === b.scopes.size && [...a.scopes].every((scope) => b.scopes.has(scope));
