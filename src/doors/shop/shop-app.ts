import { introspectionFromSchema, printSchema } from 'graphql';
import { type Context, Hono } from 'hono';
import { chargeFields } from '../../graphql/charge-fields.ts';
import { OPERATIONS_AT_ONCE } from '../../kernel/budget/operation-budget.ts';
import { KeyedSlots } from '../../kernel/budget/slots.ts';
import { languageOf } from '../../kernel/problems/messages/language.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault, Refusal } from '../../kernel/refusal.ts';
import { MEDIA_PATH, type MediaLinks, type ShopSchemas } from '../../modules/delivery/index.ts';
import type { Renditions } from '../../modules/media/index.ts';
import { readPreviewToken } from '../../modules/storefront/index.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { sendContent, sendRendition } from '../files/send-content.ts';
import { askEngine } from '../graphql/ask-engine.ts';
import { graphqlFaultAnswer } from '../graphql/errors/fault-answer.ts';
import { graphiqlPage } from '../graphql/graphiql/graphiql-app.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import { faultResponse } from '../http/fault-response.ts';
import { PAGE_HEADERS } from '../http/static-assets.ts';
import type { ShopCaller } from './shop-caller.ts';
import { createShopEngine, type ShopEngineDependencies, type ShopExchange } from './shop-engine.ts';
import { finishAnswer, PREFLIGHT_HEADERS } from './shop-headers.ts';
import type { ShopLimit } from './shop-limit.ts';

export interface ShopAppSettings extends ShopEngineDependencies, ShopMediaSettings {
  readonly schemas: ShopSchemas;
  readonly limit: ShopLimit;
}

type ShopContext = Context<DoorEnvironment>;

const BEARER = /^Bearer\s+(\S+)$/i;

/** Returns the key of a request: in its path, or with the credentials. */
function keyOf({ req }: ShopContext): string {
  const [, , segment = ''] = req.path.split('/');
  return segment === 'graphql' ? (BEARER.exec(req.header('authorization') ?? '')?.[1] ?? '') : segment;
}

/** Returns true if the path contains a secret of its holder: proxies, browsers and logs store paths. */
const hasSecretInPath = ({ req }: ShopContext): boolean => /^\/shop\/(sk|pim)_/.test(req.path);

/**
 * Creates the API of storefronts: a graph for each storefront, its schema as files, a page to try it in, and the files
 * that it links to.
 */
export function createShopApp(settings: ShopAppSettings): Hono<DoorEnvironment> {
  const { access, schemas, limit, log, links } = settings;
  const engine = createShopEngine(settings);
  const faultAnswer = graphqlFaultAnswer({ log, links });
  const operations = new KeyedSlots(OPERATIONS_AT_ONCE);
  const app = new Hono<DoorEnvironment>();
  serveShopMedia(app, settings);

  const refuse = (context: ShopContext, fault: Fault): Response | Promise<Response> => {
    if (!context.req.path.endsWith('/graphql')) return faultResponse(fault, context);
    const isPublishable = !keyOf(context).startsWith('sk_');
    const answer = faultAnswer(fault, context);
    return finishAnswer(context.req.raw, answer, { isPublishable, isCacheable: false, locale: null });
  };
  app.use('/shop/*', async (context, next) => {
    if (context.req.method === 'OPTIONS') return next();
    const locale = context.req.query('locale');
    if (locale !== undefined) context.set('language', languageOf(locale));
    try {
      const isExposed = hasSecretInPath(context);
      const counted = await limit.count(context, isExposed ? '' : keyOf(context));
      context.set('bucket', counted.bucket);
      if (isExposed) return refuse(context, new Fault('secret-key-in-url', localized('secret-key-in-url')));
      await next();
      if (context.res.status === 304) await counted.takeBack();
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const answer = await refuse(context, error);
      answer.headers.set('retry-after', String(error.parameters.retry_after ?? 1));
      return answer;
    }
  });

  const open = async (context: ShopContext): Promise<ShopExchange> => {
    const requestId = context.get('requestId');
    const caller = await access.findCaller(keyOf(context), requestId);
    context.set('caller', caller.session);
    const { storefront, structure } = caller;
    const { locale, currency, preview = '' } = context.req.query();
    const hasPreviewToken = !['', 'true', 'false'].includes(preview);
    if (hasPreviewToken) readPreviewToken(links, storefront, preview);
    const shop = await schemas.of(structure, storefront);
    chargeFields(shop.schema);
    return {
      ...shop,
      requestId,
      caller,
      asked: { locale, currency, preview: hasPreviewToken || preview === 'true' },
      mayPreview: hasPreviewToken || caller.kind === 'secret',
      scope: null,
      hasErrors: false,
    };
  };

  const answerGraphql = async (context: ShopContext): Promise<Response> => {
    context.set('operation', 'shopGraphql');
    const request = context.req.raw;
    let exchange: ShopExchange;
    try {
      exchange = await open(context);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return refuse(context, error);
    }
    const answer = await operations.run(context.get('bucket'), () =>
      askEngine(engine, context, { exchange }),
    );
    const { scope, hasErrors, caller } = exchange;
    const isPublishable = caller.kind === 'publishable';
    return finishAnswer(request, answer, {
      isPublishable,
      isCacheable: isPublishable && !hasErrors && scope?.preview === false,
      locale: scope?.locale ?? null,
    });
  };

  app.options('/shop/:key/graphql', () => new Response(null, { status: 204, headers: PREFLIGHT_HEADERS }));
  app.all('/shop/graphql', answerGraphql);
  app.all('/shop/:key/graphql', answerGraphql);

  /** A text that is made of the schema alone. */
  const schemaFile = (
    path: string,
    operation: string,
    type: string,
    write: (exchange: ShopExchange) => string,
  ) =>
    app.get(path, async (context) => {
      context.set('operation', operation);
      try {
        const exchange = await open(context);
        return finishAnswer(
          context.req.raw,
          new Response(write(exchange), { headers: { 'content-type': type } }),
          {
            isPublishable: exchange.caller.kind === 'publishable',
            isCacheable: exchange.caller.kind === 'publishable',
            locale: null,
          },
        );
      } catch (error) {
        if (error instanceof Fault) return faultResponse(error, context);
        throw error;
      }
    });
  schemaFile('/shop/:key/schema.graphql', 'shopSchema', 'text/plain; charset=utf-8', sdlOf);
  schemaFile(
    '/shop/:key/introspection.json',
    'shopIntrospection',
    'application/json; charset=utf-8',
    introspectionOf,
  );

  app.get('/shop/:key', async (context, next) => {
    if (!(context.req.header('accept') ?? '').includes('text/html')) return next();
    const key = context.req.param('key');
    try {
      const caller: ShopCaller = await access.findCaller(key, context.get('requestId'));
      const title = caller.storefront.code;
      const options = {
        title,
        endpoint: `/shop/${key}/graphql`,
        shouldPersistHeaders: false,
        defaultQuery: FIRST_QUERY,
      };
      return context.html(await graphiqlPage(options), 200, { ...PAGE_HEADERS, vary: 'Accept' });
    } catch (error) {
      if (error instanceof Fault) return faultResponse(error, context);
      throw error;
    }
  });
  return app;
}

const FIRST_QUERY = `{
  channel { label locales { code } currencies }
  navigation { label slug productCount }
}
`;

const files = new WeakMap<object, { sdl?: string; introspection?: string }>();

const filesOf = ({ schema }: ShopExchange) => {
  const known = files.get(schema) ?? {};
  files.set(schema, known);
  return known;
};

function sdlOf(exchange: ShopExchange): string {
  const known = filesOf(exchange);
  known.sdl ??= `${printSchema(exchange.schema)}\n`;
  return known.sdl;
}

function introspectionOf(exchange: ShopExchange): string {
  const known = filesOf(exchange);
  known.introspection ??= JSON.stringify({ data: introspectionFromSchema(exchange.schema) });
  return known.introspection;
}

/** A link names a content: what it leads to never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface ShopMediaSettings {
  readonly mediaLinks: MediaLinks;
  readonly renditions: Renditions;
  readonly storage: ObjectStorage;
}

/** Files of shops, by links that say all that is needed: nothing is asked of the database. */
function serveShopMedia(app: Hono<DoorEnvironment>, settings: ShopMediaSettings): void {
  const { mediaLinks, renditions, storage } = settings;
  app.get(`${MEDIA_PATH}/*`, async (context: Context<DoorEnvironment>) => {
    context.set('operation', 'shopMedia');
    try {
      const { organizationId, content, rendition } = mediaLinks.read(context.req.path);
      const answer = await (rendition === null
        ? sendContent(context.req.raw, content, storage, FOR_EVER)
        : sendRendition(context.req.raw, renditions.of(content, organizationId, rendition), FOR_EVER));
      answer.headers.set('access-control-allow-origin', '*');
      return answer;
    } catch (error) {
      if (error instanceof Fault || error instanceof Refusal) return faultResponse(error, context);
      throw error;
    }
  });
}
