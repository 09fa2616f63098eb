import { createRouter } from '../../src/adapters/http/router.ts';
import { createShopApp } from '../../src/adapters/shop/shop-app.ts';
import type { ShopAccess } from '../../src/adapters/shop/shop-caller.ts';
import { openMediaStorage } from '../../src/app.ts';
import { RequestError } from '../../src/kernel/errors.ts';
import { verbatim } from '../../src/kernel/problems/messages/message.ts';
import { createRenditions } from '../../src/modules/media/index.ts';
import { createMediaLinks, createShopSchemas } from '../../src/modules/shop-api/index.ts';
import type { Storefront } from '../../src/modules/storefront/index.ts';
import { readStructure } from '../../src/modules/structure/index.ts';
import { MODULES } from '../../src/modules.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { createImageRenderer, RENDERER_DEFAULTS } from '../../src/platform/image/image-renderer.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { createFileLinks } from '../../src/platform/storage/file-links.ts';
import type { ServedProgram } from './served-program.ts';

const PUBLIC_URL = 'http://catalograph.test:4000';

/** The door of shops over a served catalogue, with a storefront for each of some keys. */
export async function serveShop(
  { catalogue, config }: ServedProgram,
  storefronts: Readonly<Record<string, Storefront>>,
) {
  const { database, clock, cursors, log } = catalogue;
  const storage = await openMediaStorage(config);
  const renderer = createImageRenderer({ ...RENDERER_DEFAULTS, processes: 1 });
  const links = createFileLinks({ secret: 'test', publicUrl: PUBLIC_URL, clock });
  const access: ShopAccess = {
    async findCaller(key, requestId) {
      const storefront = storefronts[key];
      if (storefront === undefined)
        throw new RequestError('invalid-token', verbatim('There is no such key.'));
      const kind = key.startsWith('sk_') ? 'secret' : 'publishable';
      const session = systemSession(storefront.organizationId, { door: 'graphql', requestId });
      const { execute } = pgTransaction(database.of(storefront.organizationId).pool);
      return { storefront, kind, session, structure: await readStructure({ execute, session }) };
    },
    connect: ({ storefront: { channel }, session }, { locale, preview }) =>
      pgTransaction(database.delivery(session.organizationId, { channel, locale, preview })),
  };
  const app = createRouter({ log, publicUrl: PUBLIC_URL, around: [] });
  app.use(async (context, next) => {
    context.set('requestId', 'req_test');
    await next();
  });
  app.route(
    '/',
    createShopApp({
      access,
      clock,
      cursors,
      links,
      log,
      storage,
      renditions: createRenditions({ storage, renderer }),
      mediaLinks: createMediaLinks({ secret: 'test', absolute: links.absolute }),
      modules: MODULES,
      schemas: createShopSchemas(),
      limit: { count: async () => ({ bucket: 'key', takeBack: async () => undefined }) },
    }),
  );
  return {
    request: (path: string, init: RequestInit = {}) => app.request(`${PUBLIC_URL}${path}`, init),
    close: () => renderer.close(),
  };
}
