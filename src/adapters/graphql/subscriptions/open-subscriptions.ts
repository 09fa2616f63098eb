import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { Session } from '../../../kernel/session.ts';

/** Most subscriptions that one token, or one signed-in person, has open in one process. */
const MAX_PER_CALLER = 20;
/** Most subscriptions of one process. */
const MAX_PER_PROCESS = 1_000;

/** One open subscription. */
export interface OpenSubscription {
  /** Aborted when it ends; the reason is the RequestError that ended it, if any. */
  readonly signal: AbortSignal;
  /** Ends it; the first reason counts. */
  end(reason?: RequestError): void;
}

/** The subscriptions that are open in this process. */
export interface OpenSubscriptions {
  /** @throws RequestError `too-many-subscriptions`; `service-unavailable` when this process has no room or is stopping. */
  open(session: Session): OpenSubscription;
  /** Ends all and lets no more in; their clients get the advice to continue elsewhere. */
  stop(): void;
  readonly count: number;
}

export function createOpenSubscriptions(
  limits: { readonly perCaller: number; readonly perProcess: number } = {
    perCaller: MAX_PER_CALLER,
    perProcess: MAX_PER_PROCESS,
  },
): OpenSubscriptions {
  const open = new Map<OpenSubscription, string>();
  let isStopping = false;

  const refuseBeyondLimits = (caller: string) => {
    if (isStopping) throw stopping();
    if (open.size >= limits.perProcess) {
      throw new RequestError('service-unavailable', localized('subscriptions-full'));
    }
    const own = [...open.values()].filter((other) => other === caller).length;
    if (own < limits.perCaller) return;
    throw new RequestError('too-many-subscriptions', localized('too-many-subscriptions', { count: own }), {
      maximum: limits.perCaller,
    });
  };

  return {
    open(session) {
      const caller = session.tokenId ?? session.userId ?? session.actor.id;
      refuseBeyondLimits(caller);
      const controller = new AbortController();
      const subscription: OpenSubscription = {
        signal: controller.signal,
        end(reason) {
          open.delete(subscription);
          controller.abort(reason);
        },
      };
      open.set(subscription, caller);
      return subscription;
    },
    stop() {
      isStopping = true;
      for (const subscription of [...open.keys()]) subscription.end(stopping());
    },
    get count() {
      return open.size;
    },
  };
}

const stopping = () => new RequestError('service-unavailable', localized('subscriptions-ending'));
