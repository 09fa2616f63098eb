import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { localizeChannel } from '../../../api/workspace.ts';
import {
  COLUMN_ATTRIBUTE,
  COLUMN_CHANNEL,
  type GridSchema,
} from '../../../catalogue/columns/column-documents.ts';
import { rememberAttributeLabels } from '../../../i18n/labels.ts';

const TYPE_COLUMNS = graphql(
  `
  fragment TypeColumns on EntityType { attributeAsLabel { code } attributes { ...ColumnAttribute } }
`,
  [COLUMN_ATTRIBUTE],
);

const COLUMNS = graphql(
  `
  query EntityColumns($type: String!, $isFirst: Boolean!, $words: String) {
    entityType(code: $type) @skip(if: $isFirst) { ...TypeColumns }
    entityTypes(first: 1, sort: { field: LABEL }, locale: $words) @include(if: $isFirst) { nodes { ...TypeColumns } }
    channels(first: 100, active: true) { nodes { ...ColumnChannel } }
  }
`,
  [TYPE_COLUMNS, COLUMN_CHANNEL],
);

/** Loads the attributes of a type as columns, in its order; null: of the first type. None if there is no such type. */
export const entityColumnsQuery = (type: string | null, locale: string) =>
  queryOptions({
    queryKey: ['entity columns', type, locale],
    queryFn: async ({ signal }): Promise<GridSchema> => {
      const variables = { type: type ?? '', isFirst: type === null };
      const { entityType, entityTypes, channels } = await request(COLUMNS, variables, signal);
      const columns = entityType ?? entityTypes?.nodes[0];
      return {
        attributes: rememberAttributeLabels(columns?.attributes ?? []),
        channels: channels.nodes.map(localizeChannel),
        sets: [],
        nameAttribute: columns?.attributeAsLabel?.code ?? null,
      };
    },
    staleTime: 5_000,
  });
