import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { ShopScope } from '../../modules/shop-api/index.ts';
import type { Storefront } from '../../modules/storefront/index.ts';
import type { CatalogueStructure } from '../../modules/structure/index.ts';

/** Caller of the Shop API: a storefront, by one of its keys. */
export interface ShopCaller {
  readonly storefront: Storefront;
  /** A publishable key is no secret: its responses may be kept by caches. */
  readonly kind: 'publishable' | 'secret';
  readonly session: Session;
  /** The configuration as it is now. */
  readonly structure: CatalogueStructure;
}

/** Lookups of callers and of the content that they may read. */
export interface ShopAccess {
  /**
   * Returns the caller of a key.
   * @throws RequestError for a key that does not exist, or no longer
   */
  findCaller(key: string, requestId: string): Promise<ShopCaller>;
  /** Statements that see what is shown in a channel and locale. */
  connect(caller: ShopCaller, scope: ShopScope): Transaction;
}
