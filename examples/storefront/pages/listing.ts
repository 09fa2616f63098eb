import type { ResultOf } from 'gql.tada';
import { html, raw } from 'hono/html';
import type { CategoryDocument, Listing, SearchDocument, SuggestDocument } from '../documents.ts';
import { type ListingQuery, listingLink, refinementFields, withQuery } from '../links.ts';
import {
  alternatePaths,
  breadcrumbs,
  cards,
  dot,
  everyLanguage,
  type Html,
  layout,
  link,
  type Visit,
} from './layout.ts';

type ListingOf = ResultOf<typeof Listing>;
type CategoryOf = NonNullable<ResultOf<typeof CategoryDocument>['category']>;
type FacetOf = ListingOf['facets'][number];
type ListOf = Extract<FacetOf, { __typename: 'ListFacet' }>;
type RangeOf = Extract<FacetOf, { __typename: 'RangeFacet' }>;

export const PAGE_SIZE = 12;

/** The products of a category. */
export function categoryPage(
  visit: Visit,
  { navigation }: ResultOf<typeof CategoryDocument>,
  category: CategoryOf,
  products: ListingOf,
  query: ListingQuery,
): Html {
  const { label, slug, description, seo, ancestors, children, alternates } = category;
  const content = html`
    ${breadcrumbs(visit, ancestors)}
    <div class="intro"><h1>${label}</h1>${description ? raw(description) : ''}
      ${children.length > 0 ? html`<ul class="pills">${children.map((child) => html`<li><a href="${link(visit, `/c/${child.slug}`)}">${child.label}</a></li>`)}</ul>` : ''}
    </div>
    ${listing({ visit, path: `/c/${slug}`, query }, products)}`;
  return layout(visit, {
    title: seo.title,
    description: seo.description,
    paths: alternatePaths(visit, 'c', alternates),
    navigation,
    content,
  });
}

/** What was found for some words, with better words and categories above it. */
export function searchPage(visit: Visit, data: ResultOf<typeof SearchDocument>, query: ListingQuery): Html {
  const { words } = visit;
  const { terms, categories } = data.suggest;
  const hints = [
    ...categories.map(({ label, slug }) => ({ label, href: `/c/${slug}` })),
    ...terms
      .filter((term) => term !== query.q)
      .map((term) => ({ label: term, href: withQuery('/search', [['q', term]]) })),
  ];
  const content = html`
    <div class="intro"><h1>${words.searchFor(query.q)}</h1>
      ${hints.length > 0 ? html`<ul class="pills">${hints.map(({ label, href }) => html`<li><a href="${link(visit, href)}">${label}</a></li>`)}</ul>` : ''}
    </div>
    ${listing({ visit, path: '/search', query }, data.search)}`;
  return layout(visit, {
    title: `${words.search}: ${query.q}`,
    paths: everyLanguage(visit, withQuery('/search', [['q', query.q]])),
    navigation: data.navigation,
    q: query.q,
    isUnlisted: true,
    content,
  });
}

/** Where a listing is and what was chosen there. */
interface Place {
  readonly visit: Visit;
  /** Path without query and language: `/c/lamps`. */
  readonly path: string;
  readonly query: ListingQuery;
}

/** Products with facets, sorting and pages. All of it is links and forms, and works without JavaScript. */
function listing(place: Place, { totalCount, notice, edges, facets }: ListingOf): Html {
  const { visit, query } = place;
  const { words } = visit;
  return html`<div class="listing">
    <details class="facets" open>
      <summary>${words.filter}</summary>
      ${query.refine.length > 0 ? html`<a class="clear" href="${hrefOf(place, { refine: [] })}">${words.clearAll}</a>` : ''}
      ${facets.map((facet) => (facet.__typename === 'ListFacet' ? listFacet(place, facet) : rangeFacet(place, facet)))}
    </details>
    <div>
      <div class="bar">
        <p role="status">${words.products(totalCount)}</p>
        ${query.q === '' ? sorting(place) : ''}
      </div>
      ${edges.length === 0 ? html`<p class="empty">${notice ?? words.nothingFound}</p>` : cards(visit, edges, query.sort.startsWith('price'))}
      ${pages(place, Math.ceil(totalCount / PAGE_SIZE))}
    </div>
  </div>`;
}

function hrefOf({ visit, path, query }: Place, change: Partial<ListingQuery>): string {
  return link(visit, listingLink(path, query, change));
}

/** The API says for each value which refinements follow when it is chosen or given up: that is its link. */
function listFacet(place: Place, facet: ListOf): Html {
  return html`<section class="facet"><h2>${facet.label}</h2>${clear(place, facet)}
    <ul>${facet.values.map(
      (value) => html`<li><a href="${hrefOf(place, { refine: value.refine })}" rel="nofollow"
        class="value ${value.selected ? 'chosen' : ''}" ${value.selected ? html`aria-current="true"` : ''}>
        ${facet.display === 'SWATCH' ? dot(value.label, value.swatch?.color) : html`<i class="box"></i>`}
        <span>${value.label}</span> <small>${value.count}</small></a></li>`,
    )}</ul>
  </section>`;
}

function rangeFacet(place: Place, facet: RangeOf): Html {
  const { visit, path, query } = place;
  const { words } = visit;
  const chosen = query.refine.find((refinement) => refinement.facet === facet.code);
  const others = query.refine.filter((refinement) => refinement.facet !== facet.code);
  const kept = [
    ['q', query.q],
    ['sort', query.sort],
    ['preview', visit.preview ?? ''],
    ...others.flatMap(refinementFields),
  ];
  const most = Math.max(1, ...facet.buckets.map(({ count }) => count));
  const bound = (name: 'min' | 'max', label: string) =>
    html`<input name="${facet.code}.${name}" value="${chosen?.[name] ?? ''}" placeholder="${facet[name]}"
      inputmode="decimal" aria-label="${facet.label}: ${label}">`;
  return html`<section class="facet"><h2>${facet.label} <small>${facet.currency ?? facet.unit}</small></h2>${clear(place, facet)}
    <div class="bars">${facet.buckets.map(
      ({ min, below, count, selected, refine }) => html`<a href="${hrefOf(place, { refine })}" rel="nofollow"
        class="${selected ? 'chosen' : ''}" style="--share: ${count / most}" aria-label="${min} – ${below}: ${words.products(count)}"></a>`,
    )}</div>
    <form class="range" action="/${visit.language}${path}">
      ${kept.map(([name, value]) => (value ? html`<input type="hidden" name="${name}" value="${value}">` : ''))}
      ${bound('min', words.atLeast)} – ${bound('max', words.atMost)} <button>${words.apply}</button>
    </form>
  </section>`;
}

function clear(place: Place, facet: FacetOf): Html | '' {
  if (!facet.refined) return '';
  const { words } = place.visit;
  return html`<a class="clear" href="${hrefOf(place, { refine: facet.clear })}" aria-label="${words.clear}: ${facet.label}">${words.clear}</a>`;
}

function sorting(place: Place): Html {
  const { visit, query } = place;
  const { words } = visit;
  return html`<nav class="sorts" aria-label="${words.sort}">${Object.entries(words.sorts).map(
    ([sort, label]) =>
      sort === query.sort
        ? html`<span aria-current="true">${label}</span>`
        : html`<a href="${hrefOf(place, { sort })}" rel="nofollow">${label}</a>`,
  )}</nav>`;
}

function pages(place: Place, count: number): Html | '' {
  if (count < 2) return '';
  const { visit, query } = place;
  const { words } = visit;
  const numbers = Array.from({ length: count }, (_none, index) => index + 1);
  return html`<nav class="pages" aria-label="${words.pages}">
    ${query.page > 1 ? html`<a href="${hrefOf(place, { page: query.page - 1 })}" rel="prev">${words.previous}</a>` : ''}
    ${numbers.map((page) =>
      page === query.page
        ? html`<span aria-current="page">${page}</span>`
        : html`<a href="${hrefOf(place, { page })}">${page}</a>`,
    )}
    ${query.page < count ? html`<a href="${hrefOf(place, { page: query.page + 1 })}" rel="next">${words.next}</a>` : ''}
  </nav>`;
}

/** What opens below the search field while somebody types. */
export function suggestionList(visit: Visit, { suggest }: ResultOf<typeof SuggestDocument>): Html {
  const { terms, categories, products } = suggest;
  const hints = [
    ...products.map(({ label, slug }) => ({ label, href: `/p/${slug}` })),
    ...categories.map(({ label, slug }) => ({ label, href: `/c/${slug}` })),
    ...terms.map((term) => ({ label: term, href: withQuery('/search', [['q', term]]) })),
  ];
  return html`${hints.map(({ label, href }) => html`<a href="${link(visit, href)}">${label}</a>`)}`;
}
