import type { QueryClient } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';

/** First part of the keys of queries that show entities of any type. */
export const ENTITIES_KEY = 'entities';

/** Marks what shows entities, or products that refer to them, as out of date. */
export function refreshEntities(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: ['product'], refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: ['filter entities'] });
  return queryClient.invalidateQueries({ queryKey: [ENTITIES_KEY] });
}

const RESTORE = graphql(
  `
  mutation RestoreEntity($type: String!, $code: String!) {
    restoreEntity(entityType: $type, code: $code) {
      __typename
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

/** Restores an entity that was deleted within the last 30 days. */
export const restoreEntity = async (type: string, code: string) =>
  unwrapPayload((await request(RESTORE, { type, code })).restoreEntity);
