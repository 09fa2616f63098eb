import { queryOptions } from '@tanstack/react-query';
import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { localizeChannel } from '../../api/workspace.ts';
import { rememberAttributeLabels } from '../../i18n/labels.ts';

/** Parts of an attribute that a column needs. */
export const COLUMN_ATTRIBUTE = graphql(`
  fragment ColumnAttribute on Attribute {
    code label(locale: $words) type localizable scopable readOnly unique sortable defaultUnit
    entityType { code }
    group { code label(locale: $words) sortOrder }
    optionSet { code label(locale: $words) }
    measurementFamily { units { code symbol } }
    attributeSets { code }
  }
`);

const COLUMN_ATTRIBUTES = graphql(
  `
  query ColumnAttributes($after: String, $words: String) {
    attributes(first: 100, after: $after) {
      nodes { ...ColumnAttribute }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [COLUMN_ATTRIBUTE],
);

/** Parts of a channel by which values are shown and filtered. */
export const COLUMN_CHANNEL = graphql(`
  fragment ColumnChannel on Channel { code label(locale: $words) currencies { code } locales { code label } }
`);

const GRID_MODEL = graphql(
  `
  query GridModel($words: String) {
    channels(first: 100, active: true) { nodes { ...ColumnChannel } }
    attributeSets(first: 100) {
      nodes {
        code
        attributeAsLabel { code }
        requiredAttributes { channel attributes }
        variantLayouts { code levels { axes { code } attributes { code } } }
      }
    }
  }
`,
  [COLUMN_CHANNEL],
);

export type GridAttribute = ResultOf<typeof COLUMN_ATTRIBUTES>['attributes']['nodes'][number];
export type GridSet = ResultOf<typeof GRID_MODEL>['attributeSets']['nodes'][number];
type GridChannel = ResultOf<typeof GRID_MODEL>['channels']['nodes'][number];

/** Columns and sets that the grid can show. */
export interface GridSchema {
  readonly attributes: readonly GridAttribute[];
  readonly channels: readonly GridChannel[];
  readonly sets: readonly GridSet[];
  /** Code of the attribute that holds the product's label; null where several do. */
  readonly nameAttribute: string | null;
}

/** Maximum number of pages of attributes that are offered as columns. */
const MAX_PAGES = 10;

async function loadAttributes(signal: AbortSignal) {
  const load = async (after: string | null) =>
    (await request(COLUMN_ATTRIBUTES, { after }, signal)).attributes;
  return rememberAttributeLabels(await fetchAllPages(load, MAX_PAGES));
}

/** Loads the attributes that can be columns, and the channels and locales that they can be of. */
export const gridSchemaQuery = (locale: string) =>
  queryOptions({
    queryKey: ['grid model', locale],
    queryFn: async ({ signal }): Promise<GridSchema> => {
      const [attributes, answer] = await Promise.all([
        loadAttributes(signal),
        request(GRID_MODEL, {}, signal),
      ]);
      const sets = answer.attributeSets.nodes;
      const names = sets.flatMap(({ attributeAsLabel }) => attributeAsLabel?.code ?? []);
      const [name = null, ...others] = new Set(names);
      return {
        attributes,
        channels: answer.channels.nodes.map(localizeChannel),
        sets,
        nameAttribute: others.length === 0 ? name : null,
      };
    },
    staleTime: 60_000,
  });
