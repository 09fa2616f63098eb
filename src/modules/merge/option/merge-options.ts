import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { type MergeResult, runMerge } from '../run-merge.ts';
import { mergedSynonyms, optionMerge } from './option-merge.ts';

/** Result of a merge of options. */
export type MergedOptions = MergeResult & {
  /** Public id of the option to keep. */
  readonly id: string;
  /** Synonyms that the option to keep has afterwards. */
  readonly synonyms: readonly string[];
};

/**
 * Moves the values of options to another one of their set and deletes them.
 *
 * @throws as `runMerge`
 */
export const mergeOptions = defineWrite({
  name: 'mergeOptions',
  // Numbers and names of what has the options are for those who may read it.
  scope: {
    allOf: ['attributes:read', 'attributes:write', 'products:read', 'products:write', 'entities:write'],
  },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(
    context: WriteContext,
    {
      optionSet,
      ...codes
    }: { readonly optionSet: string; readonly keep: string; readonly merge: readonly string[] },
  ): Promise<MergedOptions> {
    const { plan, result } = await runMerge(context, optionMerge, { owner: optionSet, ...codes });
    return { ...result, id: encodeId('Option', plan.keep.id), synonyms: mergedSynonyms(plan) };
  },
});
