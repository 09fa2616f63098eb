import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { ResultOf, TadaDocumentNode } from 'gql.tada';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import {
  CategoryDocument,
  CategoryProductsDocument,
  ChannelDocument,
  HomeDocument,
  ProductDocument,
  RedirectDocument,
  SearchDocument,
  SuggestDocument,
  UrlsDocument,
} from './documents.ts';
import { type ListingQuery, readListingQuery } from './links.ts';
import { homePage } from './pages/home.ts';
import { type Language, messagePage, type Visit } from './pages/layout.ts';
import { categoryPage, PAGE_SIZE, searchPage, suggestionList } from './pages/listing.ts';
import { productPage } from './pages/product.ts';
import { type Ask, connect, ShopError } from './shop-api.ts';
import { wordsOf } from './words.ts';

const font = await readFile(
  new URL(import.meta.resolve('inter-ui/variable-latin/InterVariable-subset.woff2')),
);

export interface ShopOptions {
  /** Address of Catalograph: `http://localhost:4000`. */
  readonly apiUrl: string;
  /** A publishable key: `pk_…`. */
  readonly key: string;
  /** Address at which shoppers reach the shop. Default: that of the request. */
  readonly publicUrl?: string | undefined;
}

/** What the routes of a language share. */
interface Variables {
  visit: Visit;
  /** Reads from the Shop API in the language of the visit. The page can be cached as long as what it reads. */
  read: <Data, Input>(document: TadaDocumentNode<Data, Input>, variables: Input) => Promise<Data>;
}
type ShopRequest = Context<{ Variables: Variables }>;

/** The shop as a Hono application. Its languages are the locales of the storefront. */
export async function createShop({
  apiUrl,
  key,
  publicUrl,
}: ShopOptions): Promise<Hono<{ Variables: Variables }>> {
  const ask = connect(apiUrl, key);
  const { data } = await ask(ChannelDocument, {});
  const languages = toLanguages(data.channel.locales);
  const visitOf = (c: ShopRequest, { path }: Language): Visit => ({
    language: path,
    languages,
    origin: publicUrl ?? new URL(c.req.url).origin,
    preview: c.req.query('preview'),
    words: wordsOf(path),
  });
  const [main] = languages;
  if (main === undefined) throw new Error('The storefront has no locale.');

  const app = new Hono<{ Variables: Variables }>();
  app.use(etag());
  app.get('/assets/inter.woff2', (c) => c.body(font, 200, { 'content-type': 'font/woff2' }));
  app.get('/assets/*', serveStatic({ root: import.meta.dirname }));
  app.get('/', (c) => c.redirect(`/${main.path}/`));
  app.get('/robots.txt', (c) => c.text(`User-agent: *\nSitemap: ${visitOf(c, main).origin}/sitemap.xml\n`));
  app.get('/sitemap.xml', async (c) => {
    const { origin } = visitOf(c, main);
    const pages = await Promise.all(languages.map((language) => readPages(ask, language)));
    c.header('content-type', 'application/xml');
    return c.body(sitemap(origin, pages.flat()));
  });

  app.use('/:language/*', async (c, next) => {
    const language = languages.find(({ path, locale }) => [path, locale].includes(c.req.param('language')));
    if (language === undefined) return c.notFound();
    const context = { locale: language.locale, preview: c.req.query('preview') };
    c.set('visit', visitOf(c, language));
    c.set('read', async (document, variables) => {
      const answer = await ask(document, variables, context);
      for (const [name, value] of Object.entries(answer.caching)) c.header(name, value);
      return answer.data;
    });
    return next();
  });

  app.get('/:language/', async (c) => c.html(homePage(c.var.visit, await c.var.read(HomeDocument, {}))));

  app.get('/:language/c/:slug', async (c) => {
    const { visit, read } = c.var;
    const data = await read(CategoryDocument, { slug: c.req.param('slug') });
    if (data.category === null) return redirectOrNotFound(c);
    const query = readListingQuery(new URL(c.req.url).searchParams);
    const { products } = await read(CategoryProductsDocument, {
      category: data.category.id,
      ...toVariables(query),
    });
    return c.html(categoryPage(visit, data, data.category, products, query));
  });

  app.get('/:language/p/:slug', async (c) => {
    const data = await c.var.read(ProductDocument, { slug: c.req.param('slug') });
    if (data.product === null) return redirectOrNotFound(c);
    return c.html(productPage(c.var.visit, data, data.product));
  });

  app.get('/:language/search', async (c) => {
    const query = readListingQuery(new URL(c.req.url).searchParams);
    if (query.q === '') return c.redirect(`/${c.var.visit.language}/`);
    const { refine, first, offset } = toVariables(query);
    const data = await c.var.read(SearchDocument, { q: query.q, refine, first, offset });
    return c.html(searchPage(c.var.visit, data, query));
  });

  /** A part of a page, for assets/shop.js. */
  app.get('/:language/suggest', async (c) => {
    const data = await c.var.read(SuggestDocument, { q: c.req.query('q') ?? '' });
    return c.html(suggestionList(c.var.visit, data));
  });

  const notFound = (c: ShopRequest) => {
    const visit = c.var.visit ?? visitOf(c, main);
    c.header('cache-control', 'no-store');
    return c.html(messagePage(visit, visit.words.notFound, visit.words.notFoundHint), 404);
  };
  app.notFound(notFound);
  app.onError((error, c) => {
    if (error instanceof ShopError && BAD_ADDRESSES.has(error.code)) return notFound(c);
    process.stderr.write(`${c.req.path}: ${error.stack}\n`);
    const visit = c.var.visit ?? visitOf(c, main);
    c.header('cache-control', 'no-store');
    return c.html(messagePage(visit, visit.words.failed, visit.words.failedHint), 503);
  });
  return app;
}

/** Products and categories keep their old slugs: whoever comes by one is sent to the present address. */
async function redirectOrNotFound(c: ShopRequest): Promise<Response> {
  const { redirect } = await c.var.read(RedirectDocument, { path: c.req.path });
  return redirect === null ? c.notFound() : c.redirect(redirect.path, 301);
}

/** Codes for what an address can have wrong: an unknown facet, a price that is no number, a preview that is over. */
const BAD_ADDRESSES: ReadonlySet<string | null> = new Set([
  'validation-failed',
  'invalid-signature',
  'expired-link',
]);

const SORTS = {
  'price-up': { price: 'ASC' },
  'price-down': { price: 'DESC' },
} as const;

function toVariables({ refine, sort, page }: ListingQuery) {
  return {
    refine,
    sort: SORTS[sort as keyof typeof SORTS] ?? null,
    first: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  };
}

/** `en_US` is at `/en/`; of two locales of a language the second is at `/en-gb/`. */
function toLanguages(locales: ResultOf<typeof ChannelDocument>['channel']['locales']): Language[] {
  const taken = new Set<string>();
  return locales.map(({ code, label }) => {
    const [short = code] = code.split('_');
    const path = taken.has(short) ? code.replace('_', '-').toLowerCase() : short;
    taken.add(path);
    return { path, locale: code, label };
  });
}

interface SitemapPage {
  readonly path: string;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** All categories and products of a language. */
async function readPages(ask: Ask, { path, locale }: Language): Promise<SitemapPage[]> {
  const read = async (kind: 'CATEGORY' | 'PRODUCT', folder: string) => {
    const pages: SitemapPage[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { data } = await ask(UrlsDocument, { kind, after: after ?? null }, { locale });
      const { nodes, pageInfo } = data.urls;
      pages.push(...nodes.map(({ slug, updatedAt }) => ({ path: `/${path}/${folder}/${slug}`, updatedAt })));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    }
    return pages;
  };
  return [...(await read('CATEGORY', 'c')), ...(await read('PRODUCT', 'p'))];
}

function sitemap(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.map(
    ({ path, updatedAt }) => `<url><loc>${origin}${path}</loc><lastmod>${updatedAt}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}

if (import.meta.main) {
  const {
    SHOP_URL: apiUrl = 'http://localhost:4000',
    SHOP_KEY: key,
    PUBLIC_URL: publicUrl,
    PORT = '4100',
  } = process.env;
  if (key === undefined) throw new Error('Set SHOP_KEY to a publishable key of a storefront.');
  const app = await createShop({ apiUrl, key, publicUrl });
  serve({ fetch: app.fetch, port: Number(PORT) }, ({ port }) =>
    process.stdout.write(`http://localhost:${port}\n`),
  );
}
