import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { ENTITIES_KEY } from '../../../catalogue/actions/restore-entity.ts';
import { FORM_ATTRIBUTE, FORM_VALUE } from '../../../catalogue/fields/field-documents.ts';
import type { ChannelLocale } from '../../../catalogue/form/form-source.ts';
import { rememberAttributeLabels } from '../../../i18n/labels.ts';

const ENTITY_PAGE = graphql(
  `
  query EntityPage(
    $type: String!
    $code: String!
    $channel: String
    $locale: String
    $channels: [String!]
    $locales: [String!]
    $words: String
  ) {
    entity(entityType: $type, code: $code) {
      id code version active
      label(channel: $channel, locale: $locale)
      labels { locale text }
      image(channel: $channel, locale: $locale) { url(width: 96, height: 96, fit: COVER, format: WEBP) }
      parent { code label(channel: $channel, locale: $locale) }
      usedByCount usedByCountExact
      values(channels: $channels, locales: $locales) { ...FormValue }
    }
    entityType(code: $type) {
      code label(locale: $words) hierarchical
      attributeAsLabel { code }
      requiredAttributes { channel attributes }
      attributes { ...FormAttribute group { code label(locale: $words) } }
    }
    channels(first: 100, active: true) { nodes { code label(locale: $words) currencies { code } } }
  }
`,
  [FORM_VALUE, FORM_ATTRIBUTE],
);

export type EntityPageData = ResultOf<typeof ENTITY_PAGE>;
export type Entity = NonNullable<EntityPageData['entity']>;
export type FormEntityType = NonNullable<EntityPageData['entityType']>;

/** Loads an entity with its values in one or two contexts, and its type. */
export const entityPageQuery = (type: string, code: string, contexts: readonly ChannelLocale[]) => {
  const [here] = contexts;
  return queryOptions({
    queryKey: [
      ENTITIES_KEY,
      'one',
      type,
      code,
      ...contexts.flatMap(({ channel, locale }) => [channel.code, locale.code]),
    ] as const,
    queryFn: async ({ signal }) => {
      const data = await request(
        ENTITY_PAGE,
        {
          type,
          code,
          channel: here?.channel.code ?? null,
          locale: here?.locale.code ?? null,
          channels: [...new Set(contexts.map(({ channel }) => channel.code))],
          locales: [...new Set(contexts.map(({ locale }) => locale.code))],
        },
        signal,
      );
      rememberAttributeLabels(data.entityType?.attributes ?? []);
      return data;
    },
    enabled: here !== undefined,
    staleTime: 5_000,
  });
};

export const OWN_ENTITY_VALUES = graphql(`
  query OwnEntityValues($type: String!, $id: String!, $attributes: [String!], $channels: [String!], $locales: [String!]) {
    entity(entityType: $type, code: $id) {
      version
      values(attributes: $attributes, channels: $channels, locales: $locales, fallback: false) {
        channel locale json
        attribute { code }
      }
    }
  }
`);

export const UPDATE_ENTITY = graphql(
  `
  mutation UpdateEntity(
    $type: String!
    $id: String!
    $input: UpdateEntityInput!
    $ifVersion: Int
    $dryRun: Boolean!
  ) {
    updateEntity(entityType: $type, code: $id, input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
      __typename
      ... on EntityPayload { outcome entity { version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const USED_BY = graphql(`
  query EntityUsers($type: String!, $code: String!, $after: String, $channel: String, $locale: String) {
    entity(entityType: $type, code: $code) {
      usedBy(first: 50, after: $after) {
        nodes { id sku label(channel: $channel, locale: $locale) }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const USED_BY_ENTITIES = graphql(`
  query EntitiesNaming($type: String!, $code: String!, $after: String, $channel: String, $locale: String, $words: String) {
    entity(entityType: $type, code: $code) {
      usedByEntities(first: 50, after: $after) {
        nodes { id code label(channel: $channel, locale: $locale) entityType { code label(locale: $words) } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export const ENTITY_REVISIONS = graphql(`
  query EntityRevisions($type: String!, $code: String!, $after: String) {
    entity(entityType: $type, code: $code) {
      revisions(first: 20, after: $after) {
        nodes {
          version at kind comment origin jobId revert changesTruncated
          actor { name type }
          changes { path channel locale old new }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export type EntityRevision = NonNullable<
  ResultOf<typeof ENTITY_REVISIONS>['entity']
>['revisions']['nodes'][number];
