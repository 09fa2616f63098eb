import type { Context } from 'hono';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { StorefrontKeyDirectory, StorefrontKeyPrincipal } from '../../modules/storefront-key/index.ts';
import { type RevocableCounter, revocableCounter } from '../../platform/rate-limit/memory-counter.ts';
import type { RateLimitRule } from '../../platform/rate-limit/rate-limit.ts';
import type { AppEnv } from '../http/app-env.ts';
import { clientAddress } from '../http/limits/client-address.ts';
import { clientBucket } from '../http/limits/client-bucket.ts';

/** The header in which a server with a secret key names the address of its shopper. */
const BUYER_IP_HEADER = 'catalograph-buyer-ip';

/** A request that was counted. */
export interface CountedRequest {
  /** Names the client whose requests are counted together. */
  readonly bucket: string;
  /** Takes the count back: what a cache has already costs nothing. */
  takeBack(): Promise<void>;
}

/** Counts requests to shops in this process: each key and address by itself. */
export interface ShopRateLimit {
  /** @throws RequestError `rate-limited` for one too many */
  count(context: Context<AppEnv>, key: string): Promise<CountedRequest>;
}

export interface ShopRateLimitSettings {
  readonly keys: Pick<StorefrontKeyDirectory, 'find' | 'isKnown'>;
  /** Limit of keys without a limit of their own, and of addresses without a key. */
  readonly rule: RateLimitRule;
  readonly trustedProxyCount: number;
}

/**
 * A key that was never found is counted for its address before it is looked up, and no more once it was: an address can
 * make this process ask the database for so many wrong ones as it has requests.
 */
export function createShopRateLimit({ keys, rule, trustedProxyCount }: ShopRateLimitSettings): ShopRateLimit {
  const nobodys = revocableCounter(rule);
  const counters = new Map<number, RevocableCounter>();
  const counterOf = (limit: number) => {
    const cachedCounter = counters.get(limit) ?? revocableCounter({ ...rule, limit });
    counters.set(limit, cachedCounter);
    return cachedCounter;
  };
  const countIn = async (counter: RevocableCounter, bucket: string): Promise<CountedRequest> => {
    const { isExceeded, limit, retryAfterSeconds } = await counter.count(bucket);
    if (isExceeded) {
      const detail = localized('rate-limited', {
        count: limit,
        period: rule.windowSeconds,
        seconds: retryAfterSeconds,
      });
      throw new RequestError('rate-limited', detail, { retry_after: retryAfterSeconds });
    }
    return { bucket, takeBack: () => counter.revoke(bucket) };
  };
  return {
    async count(context, key) {
      const address = clientAddress(context, trustedProxyCount);
      const guess = keys.isKnown(key) ? null : await countIn(nobodys, clientBucket(address));
      const holder = await holderOf(keys, key);
      // The API itself reports the fault of a key.
      if (holder === null) return guess ?? countIn(nobodys, clientBucket(address));
      await guess?.takeBack();
      const buyer = holder.kind === 'secret' ? context.req.header(BUYER_IP_HEADER) : undefined;
      const bucket = `key:${holder.keyId}:${clientBucket(buyer ?? address)}`;
      return countIn(counterOf(holder.requestsPerMinute ?? rule.limit), bucket);
    },
  };
}

async function holderOf(
  keys: Pick<StorefrontKeyDirectory, 'find'>,
  key: string,
): Promise<StorefrontKeyPrincipal | null> {
  try {
    return await keys.find(key);
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}
