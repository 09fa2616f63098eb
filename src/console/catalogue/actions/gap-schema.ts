import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { type GridAttribute, gridSchemaQuery } from '../columns/column-documents.ts';

const CHANNEL_GUARDS = graphql(`
  query ChannelGuards($words: String) {
    channels(first: 100, active: true) { nodes { code label(locale: $words) publishGuard } }
  }
`);

/** The labels of missing values, and the channels with their publishing rules. */
export interface GapSchema {
  readonly attributes: readonly Pick<GridAttribute, 'code' | 'label' | 'localizable' | 'scopable'>[];
  readonly channels: ResultOf<typeof CHANNEL_GUARDS>['channels']['nodes'];
}

export const gapSchemaQuery = (locale: string) =>
  queryOptions({
    queryKey: ['gap schema', locale],
    queryFn: async ({ signal, client }): Promise<GapSchema> => {
      const [{ attributes }, { channels }] = await Promise.all([
        client.fetchQuery(gridSchemaQuery(locale)),
        request(CHANNEL_GUARDS, {}, signal),
      ]);
      return { attributes, channels: channels.nodes };
    },
  });
