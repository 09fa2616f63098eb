import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { loadStorefront } from '../../modules/storefront/index.ts';
import type { StorefrontKeyDirectory, StorefrontKeyPrincipal } from '../../modules/storefront-key/index.ts';
import { readStructure } from '../../modules/structure/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { pgTransaction } from '../../platform/database/transaction.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import type { ShopAccess } from './shop-caller.ts';

/** Finds storefronts by their keys. */
export function createShopAccess(settings: {
  readonly keys: StorefrontKeyDirectory;
  readonly database: Database;
}): ShopAccess {
  const { keys, database } = settings;
  return {
    async findCaller(key, requestId) {
      const holder = await keys.find(key);
      const session = sessionOf(holder, requestId);
      const { execute } = pgTransaction(database.of(holder.organizationId).pool);
      const reading = { execute, session };
      const structure = await readStructure(reading);
      const storefront = await loadStorefront(reading, structure, holder.storefrontId);
      if (storefront?.active !== true)
        throw new RequestError('revoked-key', localized('storefront-not-active'));
      return { storefront, kind: holder.kind, session, structure };
    },
    connect: ({ storefront: { channel }, session }, { locale, preview }) =>
      pgTransaction(database.delivery(session.organizationId, { channel, locale, preview })),
  };
}

/** Returns the session of a key: it holds no scope, so no operation of another API runs with it. */
function sessionOf({ organizationId, keyId, name }: StorefrontKeyPrincipal, requestId: string): Session {
  return {
    ...systemSession(organizationId, { door: 'shop', requestId }),
    actor: { type: 'token', id: keyId, name },
    role: 'viewer',
    credential: 'token',
    scopes: new Set(),
  };
}
