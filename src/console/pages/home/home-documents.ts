import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { JOB_FRAGMENT } from '../../catalogue/jobs/job-documents.ts';
import { JOB_TITLE } from '../../catalogue/jobs/job-title.ts';
import { localeName } from '../../i18n/locale-name.ts';

const CATALOGUE = graphql(
  `
  query HomeCatalogue($isAdmin: Boolean!, $here: ProductFilter, $words: String) {
    all: products(first: 1) { totalCount }
    here: products(first: 1, filter: $here) {
      facets(on: ["missing"], locale: $words) { values { value label count } }
    }
    published: products(first: 1, filter: { status: { eq: PUBLISHED } }) { totalCount }
    samples: products(first: 1, filter: { externalRefs: [{ system: "template", empty: false }] }) { totalCount }
    drafts: products(first: 1, filter: { status: { eq: DRAFT } }) { totalCount }
    archived: products(first: 1, filter: { status: { eq: ARCHIVED } }) { totalCount }
    inReview: products(first: 1, filter: { status: { eq: IN_REVIEW } }) { totalCount }
    attributes(first: 1) { totalCount }
    attributeSets(first: 1) { totalCount }
    latestChanges: configurationChanges(first: 60) { nodes { kind code label(locale: $words) } }
    modelChanges: configurationChanges(first: 30, kinds: [ATTRIBUTE, ATTRIBUTE_SET]) {
      nodes { change origin jobId revert actor { type } }
    }
    accessTokens(first: 100) @include(if: $isAdmin) { nodes { id name expiresAt lastUsedAt revokedAt } }
    storefrontKeys(first: 100) @include(if: $isAdmin) { nodes { lastUsedAt revokedAt } }
    latestJobs: jobs(first: 8, type: [IMPORT, EXPORT, BULK, REVERT, MERGE, CLEAR, ERASURE], dryRuns: false) { nodes { ...JobParts } }
    mentions: comments(first: 6, mentionsMe: true, resolved: false) {
      totalCount
      nodes { id body createdAt author { name } mentions { id name } product { sku label(locale: $words) } }
    }
    events(first: 1) { lastSequence nodes { sequence } }
  }
`,
  [JOB_FRAGMENT],
);

export type HomeCatalogue = ResultOf<typeof CATALOGUE>;

/**
 * Loads the numbers of the catalogue, the gaps of a channel and locale, and the latest jobs; tokens and keys for owners
 * and admins only.
 */
export const catalogueQuery = (
  isAdmin: boolean,
  here: { readonly channel: string; readonly locale: string } | null,
) =>
  queryOptions({
    queryKey: ['home', isAdmin, here],
    queryFn: ({ signal }) => request(CATALOGUE, { isAdmin, here }, signal),
    staleTime: 0,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  });

const READINESS = graphql(`
  query Readiness($words: String) {
    completenessSummary {
      attributeSet { code label(locale: $words) }
      channel { code label(locale: $words) }
      locale { code }
      products complete mean
    }
  }
`);

/** Loads readiness by attribute set, channel and locale; it is requested again while the page is visible. */
export const readinessQuery = (locale: string | null) =>
  queryOptions({
    queryKey: ['readiness', locale],
    queryFn: async ({ signal }) => {
      const { completenessSummary } = await request(READINESS, {}, signal);
      return completenessSummary.map((entry) => ({
        ...entry,
        locale: { ...entry.locale, label: localeName(entry.locale.code) },
      }));
    },
    staleTime: 0,
    refetchInterval: 5_000,
  });

const MISSING = graphql(`
  query MissingAttributes($filter: ProductFilter) {
    products(first: 1, filter: $filter) { facets(on: ["missing"]) { values { value } } }
  }
`);

/** Loads the attributes that products of a set lack in a channel and locale, the most frequent first. */
export const missingAttributesQuery = (attributeSet: string, channel: string, locale: string) =>
  queryOptions({
    queryKey: ['missing attributes', attributeSet, channel, locale],
    queryFn: async ({ signal }) => {
      const completeness = { lt: 100 };
      const filter = { attributeSet: { eq: attributeSet }, channel, locale, completeness };
      const { products } = await request(MISSING, { filter }, signal);
      return products.facets.flatMap(({ values }) => values.map(({ value }) => value));
    },
    staleTime: 10_000,
  });

const ATTENTION = graphql(
  `
  query Attention($blocked: ProductFilter!, $incomplete: ProductFilter!, $isAdmin: Boolean!, $words: String) {
    blocked: products(first: 1, filter: $blocked) { totalCount }
    incomplete: products(first: 1, filter: $incomplete) { totalCount }
    jobs(first: 25, status: [FAILED, COMPLETED_WITH_ERRORS], dryRuns: false) {
      nodes { ...JobTitle id status finishedAt progress { failed } reverted { at } }
    }
    webhooks(first: 100) @include(if: $isAdmin) { nodes { id url state stateSince } }
  }
`,
  [JOB_TITLE],
);

export type Attention = ResultOf<typeof ATTENTION>;

/** A channel and one of its locales. */
export interface HomeScope {
  readonly channel: string;
  readonly locale: string;
}

/**
 * Loads the matters that somebody has to look at.
 *
 * @param here the channel and locale of the page, in which published products have to be complete
 */
export const attentionQuery = (scopes: readonly HomeScope[], here: HomeScope | null, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['attention', scopes, here, isAdmin],
    queryFn: ({ signal }) => {
      const or = scopes.map((scope) => ({ publication: { ...scope, state: 'BLOCKED' as const } }));
      const incomplete =
        here === null
          ? { or }
          : {
              publication: { ...here, state: 'PUBLISHED' as const },
              completeness: { lt: 100, ...here },
            };
      return request(ATTENTION, { blocked: { or }, incomplete, isAdmin }, signal);
    },
    enabled: scopes.length > 0,
    staleTime: 0,
    refetchInterval: 15_000,
  });

const ACTIVITY = graphql(`
  query Activity($after: BigInt!, $types: [String!]) {
    events(first: 1, afterSequence: $after, types: $types) {
      summary { actor { id type name } type day firstAt lastAt objects refs }
    }
  }
`);

/** The latest events that are counted. */
const RECENT = 10_000;

/** Loads the actions of the latest events, and whether there are none before them. */
export const activityQuery = (types: readonly string[], { lastSequence, nodes }: HomeCatalogue['events']) =>
  queryOptions({
    queryKey: ['activity', lastSequence],
    queryFn: async ({ signal }) => {
      const oldest = Number(nodes[0]?.sequence ?? lastSequence) - 1;
      const after = Math.max(Number(lastSequence) - RECENT, oldest, 0);
      const { events } = await request(ACTIVITY, { after: String(after), types: [...types] }, signal);
      return { summary: events.summary, isFromStart: after === oldest || after === 0 };
    },
    placeholderData: keepPreviousData,
  });

const OWN_PRODUCTS = graphql(`
  query OwnProducts($complete: ProductFilter!, $published: ProductFilter!) {
    complete: products(first: 1, filter: $complete) { totalCount }
    published: products(first: 1, filter: $published) { totalCount }
  }
`);

/**
 * Loads how many products are complete and published, of those that somebody has changed by hand, without the samples
 * of a template.
 */
export const ownProductsQuery = (skus: readonly string[], here: HomeScope | null) =>
  queryOptions({
    queryKey: ['home', 'own products', skus, here],
    queryFn: async ({ signal }) => {
      const own = { sku: { in: [...skus] }, externalRefs: [{ system: 'template', empty: true }] };
      const variables = {
        complete: { ...own, ...here, completeness: { eq: 100 } },
        published: { ...own, status: { eq: 'PUBLISHED' as const } },
      };
      const { complete, published } = await request(OWN_PRODUCTS, variables, signal);
      return { complete: complete.totalCount ?? 0, published: published.totalCount ?? 0 };
    },
    enabled: skus.length > 0 && here !== null,
    placeholderData: keepPreviousData,
  });
