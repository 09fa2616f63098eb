import { introspectionFromSchema, printSchema } from 'graphql';
import { type Context, Hono } from 'hono';
import { chargeFields } from '../../graphql/charge-fields.ts';
import { OPERATIONS_AT_ONCE } from '../../kernel/budget/operation-budget.ts';
import { KeyedSlots } from '../../kernel/budget/slots.ts';
import { DomainError, RequestError } from '../../kernel/errors.ts';
import { languageOf } from '../../kernel/problems/messages/language.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Renditions } from '../../modules/media/index.ts';
import { MEDIA_PATH, type MediaLinks, type ShopSchemaCache } from '../../modules/shop-api/index.ts';
import { readPreviewToken } from '../../modules/storefront/index.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { sendContent, sendRendition } from '../files/send-content.ts';
import { graphqlErrorResponse } from '../graphql/errors/graphql-error-response.ts';
import { graphiqlPage } from '../graphql/graphiql/graphiql-app.ts';
import { handleGraphqlRequest } from '../graphql/handle-graphql-request.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorResponse } from '../http/error-response.ts';
import { PAGE_HEADERS } from '../http/static-assets.ts';
import type { ShopCaller } from './shop-caller.ts';
import { createShopEngine, type ShopEngineDependencies, type ShopRequestState } from './shop-engine.ts';
import { finishResponse, PREFLIGHT_HEADERS } from './shop-headers.ts';
import type { ShopRateLimit } from './shop-rate-limit.ts';

export interface ShopAppSettings extends ShopEngineDependencies, ShopMediaSettings {
  readonly schemas: ShopSchemaCache;
  readonly limit: ShopRateLimit;
}

type ShopContext = Context<AppEnv>;

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
export function createShopApp(settings: ShopAppSettings): Hono<AppEnv> {
  const { access, schemas, limit, log, links } = settings;
  const engine = createShopEngine(settings);
  const faultAnswer = graphqlErrorResponse({ log, links });
  const operations = new KeyedSlots(OPERATIONS_AT_ONCE);
  const app = new Hono<AppEnv>();
  serveShopMedia(app, settings);

  const refuse = (context: ShopContext, fault: RequestError): Response | Promise<Response> => {
    if (!context.req.path.endsWith('/graphql')) return errorResponse(fault, context);
    const isPublishable = !keyOf(context).startsWith('sk_');
    const response = faultAnswer(fault, context);
    return finishResponse(context.req.raw, response, { isPublishable, isCacheable: false, locale: null });
  };
  app.use('/shop/*', async (context, next) => {
    if (context.req.method === 'OPTIONS') return next();
    const locale = context.req.query('locale');
    if (locale !== undefined) context.set('language', languageOf(locale));
    try {
      const isExposed = hasSecretInPath(context);
      const rateCount = await limit.count(context, isExposed ? '' : keyOf(context));
      context.set('bucket', rateCount.bucket);
      if (isExposed)
        return refuse(context, new RequestError('secret-key-in-url', localized('secret-key-in-url')));
      await next();
      if (context.res.status === 304) await rateCount.takeBack();
      return undefined;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const response = await refuse(context, error);
      response.headers.set('retry-after', String(error.parameters.retry_after ?? 1));
      return response;
    }
  });

  const open = async (context: ShopContext): Promise<ShopRequestState> => {
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
    let exchange: ShopRequestState;
    try {
      exchange = await open(context);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return refuse(context, error);
    }
    const response = await operations.run(context.get('bucket'), () =>
      handleGraphqlRequest(engine, context, { exchange }),
    );
    const { scope, hasErrors, caller } = exchange;
    const isPublishable = caller.kind === 'publishable';
    return finishResponse(request, response, {
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
    write: (exchange: ShopRequestState) => string,
  ) =>
    app.get(path, async (context) => {
      context.set('operation', operation);
      try {
        const exchange = await open(context);
        return finishResponse(
          context.req.raw,
          new Response(write(exchange), { headers: { 'content-type': type } }),
          {
            isPublishable: exchange.caller.kind === 'publishable',
            isCacheable: exchange.caller.kind === 'publishable',
            locale: null,
          },
        );
      } catch (error) {
        if (error instanceof RequestError) return errorResponse(error, context);
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
      if (error instanceof RequestError) return errorResponse(error, context);
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

const filesOf = ({ schema }: ShopRequestState) => {
  const schemaFiles = files.get(schema) ?? {};
  files.set(schema, schemaFiles);
  return schemaFiles;
};

function sdlOf(exchange: ShopRequestState): string {
  const schemaFiles = filesOf(exchange);
  schemaFiles.sdl ??= `${printSchema(exchange.schema)}\n`;
  return schemaFiles.sdl;
}

function introspectionOf(exchange: ShopRequestState): string {
  const schemaFiles = filesOf(exchange);
  schemaFiles.introspection ??= JSON.stringify({ data: introspectionFromSchema(exchange.schema) });
  return schemaFiles.introspection;
}

/** A link names a content: what it leads to never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

interface ShopMediaSettings {
  readonly mediaLinks: MediaLinks;
  readonly renditions: Renditions;
  readonly storage: ObjectStorage;
}

/** Files of shops, by links that say all that is needed: nothing is asked of the database. */
function serveShopMedia(app: Hono<AppEnv>, settings: ShopMediaSettings): void {
  const { mediaLinks, renditions, storage } = settings;
  app.get(`${MEDIA_PATH}/*`, async (context: Context<AppEnv>) => {
    context.set('operation', 'shopMedia');
    try {
      const { organizationId, content, rendition } = mediaLinks.read(context.req.path);
      const response = await (rendition === null
        ? sendContent(context.req.raw, content, storage, FOR_EVER)
        : sendRendition(context.req.raw, renditions.of(content, organizationId, rendition), FOR_EVER));
      response.headers.set('access-control-allow-origin', '*');
      return response;
    } catch (error) {
      if (error instanceof RequestError || error instanceof DomainError) return errorResponse(error, context);
      throw error;
    }
  });
}
