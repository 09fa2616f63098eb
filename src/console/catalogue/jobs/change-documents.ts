import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';

const JOB_CHANGES = graphql(`
  query JobChanges($id: ID!, $after: String) {
    job(id: $id) {
      changes(first: 25, after: $after) {
        nodes { type ref kind changes { path channel locale old new } changesTruncated }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** Loads the changes of a job to products and entities, a page at a time; for a dry run, the expected changes. */
export async function loadJobChanges(id: string, after: string | null, signal: AbortSignal) {
  const { job } = await request(JOB_CHANGES, { id, after }, signal);
  return job?.changes ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
}

const JOB_FIELDS = graphql(`
  query JobFields($id: ID!) { job(id: $id) { changedFields { path channel locale count } } }
`);

/** The changes of a job by which the API counts fields; a dry run counts all. */
export const FIELD_COUNT_LIMIT = 10_000;

/** Returns true if the numbers of fields are of a part of the changes only. */
export const areFieldCountsPartial = ({
  dryRun,
  progress: { created, updated, deleted },
}: {
  readonly dryRun: boolean;
  readonly progress: { readonly created: number; readonly updated: number; readonly deleted: number };
}): boolean => !dryRun && created + updated + deleted > FIELD_COUNT_LIMIT;

/** Loads the fields that a job changed, or would change, with the number of objects. */
export const jobFieldsQuery = (id: string) =>
  queryOptions({
    queryKey: ['job fields', id],
    queryFn: async ({ signal }) => (await request(JOB_FIELDS, { id }, signal)).job?.changedFields ?? [],
  });

const PRODUCT_LABELS = graphql(`
  query ProductLabels($skus: [String!]!, $channel: String, $locale: String) {
    products(first: 100, filter: { sku: { in: $skus }, status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) { nodes { sku label(channel: $channel, locale: $locale) } }
  }
`);

/** Loads the labels of those of some products that exist, by SKU. */
export const productLabelsQuery = (
  skus: readonly string[],
  scope: { readonly channel: string | null; readonly locale: string | null },
) =>
  queryOptions({
    queryKey: ['product labels', skus, scope],
    queryFn: async ({ signal }) => {
      const pages = Array.from({ length: Math.ceil(skus.length / 100) }, (_, page) =>
        request(PRODUCT_LABELS, { skus: skus.slice(page * 100, page * 100 + 100), ...scope }, signal),
      );
      const nodes = (await Promise.all(pages)).flatMap(({ products }) => products.nodes);
      return new Map(nodes.map(({ sku, label }) => [sku, label]));
    },
    placeholderData: keepPreviousData,
  });
