import { introspectionFromSchema, printSchema } from 'graphql';
import { type Context, Hono } from 'hono';
import { Fault } from '../../kernel/refusal.ts';
import type { ShopSchemas } from '../../modules/delivery/index.ts';
import { askEngine } from '../graphql/ask-engine.ts';
import { graphqlFaultAnswer } from '../graphql/errors/fault-answer.ts';
import { graphiqlPage } from '../graphql/graphiql/graphiql-app.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import { faultResponse } from '../http/fault-response.ts';
import { PAGE_HEADERS } from '../http/static-assets.ts';
import type { ShopCaller } from './shop-caller.ts';
import { createShopEngine, type ShopEngineDependencies, type ShopExchange } from './shop-engine.ts';
import { finishAnswer, PREFLIGHT_HEADERS } from './shop-headers.ts';
import { type ShopMediaSettings, serveShopMedia } from './shop-media.ts';

export interface ShopAppSettings extends ShopEngineDependencies, ShopMediaSettings {
  readonly schemas: ShopSchemas;
}

type ShopContext = Context<DoorEnvironment>;

const BEARER = /^Bearer\s+(\S+)$/i;

/**
 * The door of front ends: a graph for each storefront, its schema as files, a page to try it in, and the files that it
 * links to.
 */
export function createShopApp(settings: ShopAppSettings): Hono<DoorEnvironment> {
  const { access, schemas, log, links } = settings;
  const engine = createShopEngine(settings);
  const faultAnswer = graphqlFaultAnswer({ log, links });
  const app = new Hono<DoorEnvironment>();
  serveShopMedia(app, settings);

  const open = async (context: ShopContext, key: string): Promise<ShopExchange> => {
    const requestId = context.get('requestId');
    const caller = await access.findCaller(key, requestId);
    context.set('caller', caller.session);
    const { storefront, structure } = caller;
    const { locale, currency, preview } = context.req.query();
    return {
      ...(await schemas.of(structure, storefront)),
      requestId,
      caller,
      asked: { locale, currency, preview: preview === 'true' },
      mayPreview: caller.kind === 'secret',
      scope: null,
      hasErrors: false,
    };
  };

  const answerGraphql = async (context: ShopContext, key: string): Promise<Response> => {
    context.set('operation', 'shopGraphql');
    const request = context.req.raw;
    let exchange: ShopExchange;
    try {
      exchange = await open(context, key);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const isPublishable = !key.startsWith('sk_');
      return finishAnswer(request, faultAnswer(error, context), {
        isPublishable,
        isCacheable: false,
        locale: null,
      });
    }
    const answer = await askEngine(engine, context, { exchange });
    const { scope, hasErrors, caller } = exchange;
    const isPublishable = caller.kind === 'publishable';
    return finishAnswer(request, answer, {
      isPublishable,
      isCacheable: isPublishable && !hasErrors && scope?.preview === false,
      locale: scope?.locale ?? null,
    });
  };

  app.options('/shop/:key/graphql', () => new Response(null, { status: 204, headers: PREFLIGHT_HEADERS }));
  app.all('/shop/graphql', (context) => {
    const [, key = ''] = BEARER.exec(context.req.header('authorization') ?? '') ?? [];
    return answerGraphql(context, key);
  });
  app.all('/shop/:key/graphql', (context) => answerGraphql(context, context.req.param('key')));

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
        const exchange = await open(context, context.req.param('key') ?? '');
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
