import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { RULES } from '../../catalogue/model/attributes/rules-document.ts';
import type { ConfigSearch, ListVariables } from '../../catalogue/model/config-page-types.ts';
import { USAGE } from '../../catalogue/model/usage-list.tsx';

const LIST = graphql(`
  query Attributes(
    $after: String, $search: String, $sort: AttributeSort, $unused: Boolean, $types: [AttributeType!], $group: String
    $attributeSet: String, $requiredIn: String, $missingLabel: String, $words: String
  ) {
    attributes(
      first: 100, after: $after, search: $search, sort: $sort, unused: $unused, types: $types, group: $group
      attributeSet: $attributeSet, requiredIn: $requiredIn, missingLabel: $missingLabel, locale: $words
    ) {
      nodes {
        id code version type attributeSetsCount requiredIn updatedAt defaultUnit sortOrder
        label(locale: $words)
        group { label(locale: $words) }
        measurementFamily { units { code symbol } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const ONE = graphql(
  `
  query OneAttribute($code: String!, $words: String) {
    attribute(code: $code) {
      id code version type apiName localizable scopable unique readOnly filterable searchable sortOrder
      availableLocales defaultUnit defaultValue requiredIn productsCount
      label(locale: $words)
      labels { locale text }
      guidelines { locale text }
      group { code }
      optionSet { code label(locale: $words) }
      entityType { code label(locale: $words) }
      measurementFamily { code label(locale: $words) units { code symbol label(locale: $words) } standardUnit }
      validation { ...AttributeRules }
      attributeSets { code label(locale: $words) }
      usage { ...UsageParts }
    }
  }
`,
  [RULES, USAGE],
);

const USERS = graphql(`
  query AttributeUsers(
    $after: String, $search: String, $sort: AttributeSort, $unused: Boolean, $types: [AttributeType!], $group: String
    $attributeSet: String, $requiredIn: String, $missingLabel: String, $words: String
  ) {
    attributes(
      first: 100, after: $after, search: $search, sort: $sort, unused: $unused, types: $types, group: $group
      attributeSet: $attributeSet, requiredIn: $requiredIn, missingLabel: $missingLabel, locale: $words
    ) {
      nodes { code productsCount attributeSets { code } }
    }
  }
`);

/** Variables of a page of the list of attributes. */
export type AttributesPage = Omit<VariablesOf<typeof LIST>, 'words'>;

/** An attribute of the list, with the page that it was loaded with. */
export type AttributeRow = ResultOf<typeof LIST>['attributes']['nodes'][number] & {
  readonly page: AttributesPage;
};
export type Attribute = NonNullable<ResultOf<typeof ONE>['attribute']>;

/** Loads a page of the list of attributes. */
export async function listAttributes(variables: ListVariables, signal: AbortSignal, filters: ConfigSearch) {
  const { type, group, set, required, missing } = filters;
  // The address can name any type; the server rejects those that do not exist.
  const types = type === undefined ? null : ([type] as NonNullable<VariablesOf<typeof LIST>['types']>);
  const page = {
    ...variables,
    types,
    group: group ?? null,
    attributeSet: set ?? null,
    requiredIn: required ?? null,
    missingLabel: missing ?? null,
  };
  const { nodes, pageInfo } = (await request(LIST, page, signal)).attributes;
  return { nodes: nodes.map((node): AttributeRow => ({ ...node, page })), pageInfo };
}

/** An attribute of the list, with the sets that it is in and the number of products that have a value of it. */
export type UsedAttribute = AttributeRow & {
  readonly productsCount: number;
  readonly setCodes: readonly string[];
};

/** Loads what uses attributes of the list. */
export async function loadUsers(rows: readonly AttributeRow[]): Promise<readonly UsedAttribute[]> {
  const pages = new Map(rows.map(({ page }) => [JSON.stringify(page), page]));
  const lists = await Promise.all([...pages.values()].map((page) => request(USERS, page)));
  const users = new Map(lists.flatMap(({ attributes }) => attributes.nodes).map((node) => [node.code, node]));
  return rows.map((row) => {
    const { productsCount, attributeSets } = users.get(row.code) ?? {};
    return {
      ...row,
      productsCount: productsCount ?? 0,
      setCodes: (attributeSets ?? []).map(({ code }) => code),
    };
  });
}

/** Loads one attribute; null if none has the code. */
export const loadAttribute = async (code: string, signal?: AbortSignal): Promise<Attribute | null> =>
  (await request(ONE, { code }, signal)).attribute;
