import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';

const ENTITY_ROW = graphql(`
  fragment EntityRow on Entity {
    id version code active
    label(channel: $channel, locale: $locale)
    image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
    parent { code label(channel: $channel, locale: $locale) }
    values(attributes: $attributes, channels: $channels, locales: $locales, fallback: false) {
      channel locale source json
      display(locale: $locale)
      attribute { code }
    }
  }
`);

export const ENTITIES = graphql(
  `
  query Entities(
    $after: String
    $filter: EntityFilter
    $sort: [EntitySort!]
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
  ) {
    entities(first: 100, after: $after, filter: $filter, sort: $sort) {
      nodes { ...EntityRow }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [ENTITY_ROW],
);

export type GridEntity = ResultOf<typeof ENTITIES>['entities']['nodes'][number];
export type EntityFilter = NonNullable<VariablesOf<typeof ENTITIES>['filter']>;

export const COUNT_ENTITIES = graphql(`
  query CountEntities($filter: EntityFilter) { entities(first: 1, filter: $filter) { totalCount } }
`);

export const ENTITIES_BY_CODE = graphql(
  `
  query EntitiesById(
    $type: String!
    $codes: [String!]!
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
  ) {
    entities(first: 100, entityType: $type, codes: $codes) { nodes { ...EntityRow } }
  }
`,
  [ENTITY_ROW],
);

export const CHECK_ENTITIES = graphql(
  `
  mutation CheckEntities($type: String!, $items: [UpsertEntityInput!]!) {
    upsertEntities(entityType: $type, mode: UPDATE, dryRun: true, items: $items) {
      __typename
      ... on UpsertEntitiesPayload { results { problem { code detail errors { code message messageKey params attribute path takenBy } } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const SAVE_ENTITIES = graphql(
  `
  mutation SaveEntities(
    $type: String!
    $items: [UpsertEntityInput!]!
    $channel: String
    $locale: String
    $attributes: [String!]
    $channels: [String!]
    $locales: [String!]
  ) {
    upsertEntities(entityType: $type, mode: UPDATE, items: $items) {
      __typename
      ... on UpsertEntitiesPayload {
        results { entity { ...EntityRow } problem { code detail errors { code message messageKey params attribute path takenBy } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT, ENTITY_ROW],
);
