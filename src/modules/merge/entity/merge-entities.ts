import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { type MergeResult, runMerge } from '../run-merge.ts';
import { entityMerge, filledContent } from './entity-merge.ts';

/** Result of a merge of entities. */
export type MergedEntities = MergeResult & {
  /** Public id of the entity to keep. */
  readonly id: string;
  /** Codes of the attributes, and locales of the labels, of which the entity to keep gets values of the merged ones. */
  readonly filledAttributes: readonly string[];
  readonly filledLabels: readonly string[];
};

interface MergeEntitiesInput {
  readonly entityType: string;
  readonly keep: string;
  readonly merge: readonly string[];
  readonly fillEmpty: boolean;
}

/**
 * Moves all that names entities to another one of their type and deletes them.
 *
 * @throws as `runMerge`
 */
export const mergeEntities = defineWrite({
  name: 'mergeEntities',
  // Numbers and names of what has the entities are for those who may read it.
  scope: { allOf: ['entities:read', 'entities:write', 'products:read', 'products:write'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(
    context: WriteContext,
    { entityType, ...request }: MergeEntitiesInput,
  ): Promise<MergedEntities> {
    const { plan, result } = await runMerge(context, entityMerge, { owner: entityType, ...request });
    const { labels, values } = filledContent(plan, new Set(result.retained));
    return {
      ...result,
      id: encodeId('Entity', plan.keep.id),
      filledAttributes: Object.keys(values),
      filledLabels: Object.keys(labels),
    };
  },
});
