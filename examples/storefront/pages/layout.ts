import type { ResultOf } from 'gql.tada';
import { html, raw } from 'hono/html';
import type { Cards, HomeDocument } from '../documents.ts';
import type { Words } from '../words.ts';

export type Html = ReturnType<typeof html>;

export interface Language {
  /** Its part of the path: `en`. */
  readonly path: string;
  /** Code of the locale of the storefront: `en_US`. */
  readonly locale: string;
  readonly label: string;
}

/** What a page knows of the request that it answers. */
export interface Visit {
  /** First part of the path: `en`. */
  readonly language: string;
  readonly languages: readonly Language[];
  /** Address of the shop without a slash at the end: `https://shop.example`. */
  readonly origin: string;
  /** Token of a preview link, which every link of the page carries on. */
  readonly preview: string | undefined;
  readonly words: Words;
}

/** What is special about a page. */
export interface PageOptions {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** Path of the page in each language in which it exists: `{ en: '/en/p/heron' }`. */
  readonly paths: Readonly<Record<string, string>>;
  /** The same of the page that search engines know it by, where that is another one. */
  readonly canonicalPaths?: Readonly<Record<string, string>> | undefined;
  readonly navigation: ResultOf<typeof HomeDocument>['navigation'];
  readonly q?: string;
  /** For search engines (schema.org). */
  readonly jsonLd?: object;
  /** For those who share the page (ogp.me), besides what every page has. */
  readonly openGraph?: Readonly<Record<string, string | null | undefined>>;
  /** Search engines leave the page out. */
  readonly isUnlisted?: boolean;
  readonly content: Html;
}

type CardOf = ResultOf<typeof Cards>['edges'][number];
type PictureOf = CardOf['variant']['image'];

/** The whole document around the content of a page. */
export function layout(visit: Visit, page: PageOptions): Html {
  const { language, languages, origin, words } = visit;
  const {
    title,
    description,
    paths,
    canonicalPaths = paths,
    navigation,
    q = '',
    jsonLd,
    isUnlisted = false,
    content,
  } = page;
  const canonical = canonicalPaths[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}${title === words.shopName ? '' : ` · ${words.shopName}`}</title>
  ${description ? html`<meta name="description" content="${description}">` : ''}
  ${isUnlisted || visit.preview ? html`<meta name="robots" content="noindex">` : ''}
  ${canonical ? html`<link rel="canonical" href="${origin}${canonical}">` : ''}
  ${Object.entries(canonicalPaths).map(([code, path]) => html`<link rel="alternate" hreflang="${code}" href="${origin}${path}">`)}
  ${openGraph(visit, page, canonical).map(([property, content]) => html`<meta property="${property}" content="${content}">`)}
  <link rel="stylesheet" href="/assets/shop.css">
  <link rel="icon" href="/assets/icon.svg">
  <script src="/assets/shop.js" defer></script>
  ${jsonLd ? html`<script type="application/ld+json">${raw(JSON.stringify(jsonLd).replaceAll('<', '\\u003c'))}</script>` : ''}
</head>
<body>
  <a class="skip" href="#content">${words.toContent}</a>
  ${visit.preview ? html`<p class="banner" role="status">${words.preview}</p>` : ''}
  <header class="top">
    <a class="name" href="${link(visit, '/')}">${words.shopName}</a>
    <nav aria-label="${words.menu}">
      ${navigation.map(({ label, slug }) => html`<a href="${link(visit, `/c/${slug}`)}">${label}</a>`)}
    </nav>
    <form class="search" role="search" action="${link(visit, '/search')}">
      <input type="search" name="q" value="${q}" aria-label="${words.search}" placeholder="${words.search}" autocomplete="off">
      <div class="suggestions" data-suggest="/${language}/suggest" hidden></div>
    </form>
    <nav class="languages" aria-label="${words.language}">
      ${languages.map(({ path, label }) =>
        path === language
          ? html`<span aria-current="true" title="${label}">${path}</span>`
          : html`<a href="${paths[path] ?? `/${path}/`}" lang="${path}" hreflang="${path}" title="${label}">${path}</a>`,
      )}
    </nav>
  </header>
  <main id="content">${content}</main>
  <footer><p>${words.footer}</p></footer>
</body>
</html>`;
}

/** What a page looks like where it is shared (ogp.me). */
function openGraph(
  { language, languages, origin, words }: Visit,
  { title, description, openGraph: own }: PageOptions,
  canonical: string | undefined,
): [property: string, content: string][] {
  const properties = {
    'og:site_name': words.shopName,
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonical && `${origin}${canonical}`,
    'og:locale': languages.find(({ path }) => path === language)?.locale,
    ...own,
  };
  return Object.entries(properties).flatMap(([property, content]): [string, string][] =>
    content ? [[property, content]] : [],
  );
}

/** A path of the shop in the language of the visit. */
export function link({ language, preview }: Visit, path: string): string {
  const address = `/${language}${path}`;
  if (preview === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}preview=${encodeURIComponent(preview)}`;
}

/** An image in the size that the place takes; browsers choose from `srcset`. */
export function picture(image: PictureOf | undefined, sizes: string, isFirst = false): Html | '' {
  if (image == null) return '';
  return html`<img src="${image.url}" srcset="${image.srcset}" sizes="${sizes}" alt="${image.alt ?? ''}"
    ${isFirst ? raw('fetchpriority="high"') : raw('loading="lazy"')}>`;
}

/**
 * Products side by side.
 *
 * @param isByPrice whether each shows the price that it stands in the list by
 */
export function cards(visit: Visit, products: readonly CardOf[], isByPrice = false): Html {
  return html`<ul class="cards">${products.map((product) => html`<li>${card(visit, product, isByPrice)}</li>`)}</ul>`;
}

function card(visit: Visit, { node, variant }: CardOf, isByPrice: boolean): Html {
  const { label, priceRange, options } = node;
  const { slug, image, price } = variant;
  const swatches = options.flatMap(({ values }) => values.filter(({ option }) => option?.swatch?.color));
  const isRange = !isByPrice && priceRange !== null && priceRange.min.amount !== priceRange.max.amount;
  return html`<a class="card" href="${link(visit, `/p/${slug}`)}">
    <span class="frame">${picture(image, '(min-width: 60rem) 22rem, 50vw')}</span>
    <span class="label">${label}</span>
    <span class="price">${isRange ? `${visit.words.from} ${priceRange.min.formatted}` : price?.formatted}</span>
    <span class="dots">${swatches.map(({ label, option }) => dot(label, option?.swatch?.color))}</span>
  </a>`;
}

/** A round of a colour. */
export function dot(label: string, color: string | null | undefined): Html {
  return html`<i class="dot" style="--color: ${color ?? 'transparent'}" title="${label}"></i>`;
}

/** The way to a page from the start. */
export function breadcrumbs(visit: Visit, categories: readonly { label: string; slug: string }[]): Html {
  const { words } = visit;
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"><ol>
    <li><a href="${link(visit, '/')}">${words.home}</a></li>
    ${categories.map(({ label, slug }) => html`<li><a href="${link(visit, `/c/${slug}`)}">${label}</a></li>`)}
  </ol></nav>`;
}

/** The same path in every language. */
export const everyLanguage = ({ languages }: Visit, path: string): Record<string, string> =>
  Object.fromEntries(languages.map((language) => [language.path, `/${language.path}${path}`]));

/** The paths of a product or a category, whose name in them is another one in each language. */
export function alternatePaths(
  { languages }: Visit,
  kind: 'c' | 'p',
  alternates: readonly { readonly locale: string; readonly slug: string }[],
): Record<string, string> {
  return Object.fromEntries(
    languages.flatMap(({ path, locale }) =>
      alternates.filter((one) => one.locale === locale).map(({ slug }) => [path, `/${path}/${kind}/${slug}`]),
    ),
  );
}

/** A page that says that there is none. */
export function messagePage(
  visit: Visit,
  title: string,
  hint: string,
  navigation: PageOptions['navigation'] = [],
): Html {
  const content = html`<div class="message"><h1>${title}</h1><p>${hint}</p>
    <p><a class="button" href="${link(visit, '/')}">${visit.words.home}</a></p></div>`;
  return layout(visit, { title, paths: {}, navigation, isUnlisted: true, content });
}
