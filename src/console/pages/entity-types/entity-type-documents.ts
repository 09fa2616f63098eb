import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';

const TYPES = graphql(`
  query EntityTypes($after: String, $search: String, $sort: EntityTypeSort, $unused: Boolean, $words: String) {
    entityTypes(first: 100, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes { id code version hierarchical entitiesCount label(locale: $words) attributes { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const TYPE = graphql(
  `
  query OneEntityType($code: String!, $words: String) {
    entityType(code: $code) {
      id code version apiName hierarchical entitiesCount
      label(locale: $words)
      labels { locale text }
      attributes { code type label(locale: $words) }
      attributeAsLabel { code }
      attributeAsImage { code }
      requiredAttributes { channel attributes }
      usage { ...UsageParts }
    }
  }
`,
  [USAGE],
);

const MATCHES = graphql(`
  query AttributesToAdd($search: String, $words: String) {
    attributes(first: 50, search: $search, sort: { field: LABEL }, locale: $words) {
      nodes { code label(locale: $words) }
    }
  }
`);

export type EntityTypeRow = ResultOf<typeof TYPES>['entityTypes']['nodes'][number];
export type EntityType = NonNullable<ResultOf<typeof TYPE>['entityType']>;

export const listEntityTypes = async (variables: VariablesOf<typeof TYPES>, signal: AbortSignal) =>
  (await request(TYPES, variables, signal)).entityTypes;

/** Loads one entity type; null if none has the code. */
export const loadEntityType = async (code: string, signal?: AbortSignal): Promise<EntityType | null> =>
  (await request(TYPE, { code }, signal)).entityType;

/** Loads the first 50 attributes with a text in code or label. */
export const findAttributes = async (search: string, signal: AbortSignal) =>
  (await request(MATCHES, { search: search.trim() || null }, signal)).attributes.nodes;

/** An attribute of an entity type. */
export interface Member {
  readonly code: string;
  readonly label: string;
}

const ATTRIBUTE = graphql(`
  query AttributeToAdd($code: String!, $words: String) {
    attribute(code: $code) { code label(locale: $words) }
  }
`);

/** Loads the attribute with a code as a member of a type. */
export const loadMember = async (code: string): Promise<Member> =>
  (await request(ATTRIBUTE, { code })).attribute ?? { code, label: code };
