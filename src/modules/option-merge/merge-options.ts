import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { startJob } from '../job/index.ts';
import { lockStructureForReading, readStructure } from '../structure/index.ts';
import { loadNextHolders, rewriteHolders, type ValueHolder } from '../value-rewrite/index.ts';
import { replacedValue } from '../values/index.ts';
import { removeMerged } from './apply-merge.ts';
import { countHolders } from './holder-counts.store.ts';
import { toJobInput } from './merge-job.ts';
import { checkVariants, type MergeRequest, mergedSynonyms, planMerge } from './plan-merge.ts';

/** Maximum number of products and entities whose values one request moves; those of more are moved by a job. */
export const MAX_SYNC_HOLDERS = 500;

/** Result of a merge, of its check, or of the start of its job. A type, so that it is a JSON value. */
export type MergedOptions = {
  /** Public id of the option to keep. */
  readonly id: string;
  /** Numbers of values that move, and of the products and entities that have them. */
  readonly valuesCount: number;
  readonly productsCount: number;
  readonly entitiesCount: number;
  /** Codes of the attributes whose default value moves. */
  readonly defaultsOf: readonly string[];
  /** Synonyms that the option to keep has afterwards. */
  readonly synonyms: readonly string[];
  /** Codes of merged options that stay, inactive. */
  readonly retained: readonly string[];
  /** Public id of the job; null without one. */
  readonly jobId: string | null;
};

/**
 * Moves the values of options to another one of their set and deletes them: at once where up to 500 products and
 * entities have them, else by a job. A dry run counts what would move, without locks.
 *
 * @throws as `planMerge` and `checkVariants`
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
  async handler(context: WriteContext, request: MergeRequest): Promise<MergedOptions> {
    if (!context.dryRun) await lockStructure(context);
    const structure = await (context.dryRun ? readStructure(context) : lockStructureForReading(context));
    const plan = await planMerge(context, structure, request);
    const { keep, attributes, replacement, options } = plan;
    await checkVariants(context, structure, plan);
    const counts = await countHolders(context, options, [...replacement.attributes]);
    const objectsOf = (kind: ValueHolder['kind']) =>
      counts.find((count) => count.kind === kind)?.objects ?? 0;
    const [productsCount, entitiesCount] = [objectsOf('product'), objectsOf('entity')];
    const merged = {
      id: encodeId('Option', keep.id),
      valuesCount: counts.reduce((sum, { cells }) => sum + cells, 0),
      productsCount,
      entitiesCount,
      defaultsOf: attributes
        .filter(({ defaultValue }) => replacedValue(defaultValue, replacement) !== defaultValue)
        .map(({ code }) => code),
      synonyms: mergedSynonyms(plan),
      retained: [],
      jobId: null,
    };
    if (context.dryRun) return merged;
    const total = productsCount + entitiesCount;
    if (total <= MAX_SYNC_HOLDERS) {
      const holders = await loadNextHolders(context, plan.objects, null, total);
      await rewriteHolders(context, { replace: replacement }, holders, 'merge');
      return { ...merged, retained: await removeMerged(context, plan) };
    }
    const { optionSet, codes } = options;
    const jobId = await startJob(context, {
      type: 'merge',
      subject: `${optionSet}/${keep.code}`,
      input: toJobInput({ optionSet, keep: keep.code, merge: codes, total }),
      scopes: ['attributes:write', 'products:write', 'entities:write'],
    });
    return { ...merged, jobId: encodeId('Job', jobId) };
  },
});
