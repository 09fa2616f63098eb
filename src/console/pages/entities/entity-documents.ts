import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { ENTITIES_KEY } from '../../catalogue/actions/restore-entity.ts';

const TYPES = graphql(`
  query EntityTabs($after: String, $words: String) {
    entityTypes(first: 100, after: $after, sort: { field: LABEL }, locale: $words) {
      nodes {
        code hierarchical
        label(locale: $words)
        attributes { code }
        attributeAsLabel { code localizable scopable type }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const COUNTS = graphql(`
  query EntityTabCounts($after: String) {
    entityTypes(first: 100, after: $after) {
      nodes { code entitiesCount }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type EntityType = ResultOf<typeof TYPES>['entityTypes']['nodes'][number];

/** Loads the entity types by label. */
export const entityTypesQuery = (locale: string) =>
  queryOptions({
    queryKey: [ENTITIES_KEY, 'types', locale],
    queryFn: async ({ signal }) =>
      fetchAllPages(async (after) => (await request(TYPES, { after }, signal)).entityTypes),
    staleTime: 5_000,
  });

/** Loads the numbers of the entities of each type; they take longer than the types. */
export const entityCountsQuery = queryOptions({
  queryKey: [ENTITIES_KEY, 'counts'],
  queryFn: async ({ signal }) => {
    const types = await fetchAllPages(
      async (after) => (await request(COUNTS, { after }, signal)).entityTypes,
    );
    return new Map(types.map(({ code, entitiesCount }) => [code, entitiesCount]));
  },
  staleTime: 5_000,
});

const CREATE = graphql(
  `
  mutation CreateEntity($input: CreateEntityInput!) {
    createEntity(input: $input) {
      __typename
      ... on EntityPayload { entity { code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** A new entity: its label is the value of an attribute, or one of its own. */
interface NewEntity {
  readonly type: EntityType;
  readonly code: string;
  readonly label: string;
  readonly parent: string | null;
}

/** Creates an entity. Resolves to the id of the request, by which it can be undone. */
export async function createEntity(
  { type, code, label, parent }: NewEntity,
  page: { readonly channel: string; readonly locale: string },
): Promise<string | null> {
  const { attributeAsLabel } = type;
  const labelValue =
    attributeAsLabel === null || label === ''
      ? {}
      : {
          values: [
            {
              attribute: attributeAsLabel.code,
              channel: attributeAsLabel.scopable ? page.channel : null,
              locale: attributeAsLabel.localizable ? page.locale : null,
              value: label,
            },
          ],
        };
  const ownLabel =
    attributeAsLabel !== null || label === '' ? {} : { labels: [{ locale: page.locale, text: label }] };
  const input = {
    entityType: type.code,
    code,
    ...(parent === null ? {} : { parent }),
    ...labelValue,
    ...ownLabel,
  };
  const { data, requestId } = await requestWithId(CREATE, { input });
  unwrapPayload(data.createEntity);
  return requestId;
}

const DELETE = graphql(
  `
  mutation DeleteEntity($type: String!, $code: String!) {
    deleteEntity(entityType: $type, code: $code) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Deletes an entity that nothing refers to. Resolves to the id of the request. */
export async function deleteEntity(type: string, code: string): Promise<string | null> {
  const { data, requestId } = await requestWithId(DELETE, { type, code });
  unwrapPayload(data.deleteEntity);
  return requestId;
}
