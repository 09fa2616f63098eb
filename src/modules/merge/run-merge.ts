import { MAX_PROBLEMS, ValidationFailed } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Scope } from '../../kernel/scopes.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { startJob } from '../job/index.ts';
import { type CatalogueStructure, lockStructureForReading, readStructure } from '../structure/index.ts';
import { loadFirstHolders, MAX_SYNC_HOLDERS, rewriteHolders } from '../value-rewrite/index.ts';
import { changedDefaults } from './default-values.ts';
import { findEqualVariants } from './equal-variants.store.ts';
import { countHolders } from './holder-counts.store.ts';
import { toJobInput } from './merge-job-input.ts';
import { type MergeKind, type MergePlan, type MergeRequest, mergeProblem } from './merge-kind.ts';

/** Result of a merge, of its check, or of the start of its job. A type, so that it is a JSON value. */
export type MergeResult = {
  /** Numbers of values that move, and of the products and entities that change. */
  readonly valuesCount: number;
  readonly productsCount: number;
  readonly entitiesCount: number;
  /** False if more than the 10,000 products or entities that were counted change. */
  readonly countsExact: boolean;
  /** Codes of the attributes whose default value moves. */
  readonly defaultsOf: readonly string[];
  /** Codes of merged objects that stay, inactive. */
  readonly retained: readonly string[];
  /** Public id of the job; null without one. */
  readonly jobId: string | null;
};

/**
 * Merges objects: at once where up to 500 products and entities change, else by a job. Everything is counted and checked
 * before the configuration is locked; a dry run ends there. A merge that makes two variants equal in between is rejected
 * by the writes themselves.
 *
 * @throws NotFound, ValidationFailed
 */
export async function runMerge<Plan extends MergePlan>(
  context: WriteContext,
  kind: MergeKind<Plan>,
  request: MergeRequest,
): Promise<{ readonly plan: Plan; readonly result: MergeResult }> {
  const structure = await readStructure(context);
  const plan = await kind.plan(context, structure, request, true);
  const defaultsOf = changedDefaults(plan).map(({ code }) => code);
  const scopes = ['products:write', 'entities:write', ...extraScopes(kind, defaultsOf)] as const;
  for (const scope of scopes) authorize(context.session, scope, 'This merge');
  await checkVariants(context, structure, plan);
  const counts = await countHolders(context, plan.objects, [...plan.rewrite.values.replace.attributes]);
  const result: MergeResult = {
    valuesCount: counts.values,
    productsCount: counts.products,
    entitiesCount: counts.entities,
    countsExact: counts.isExact,
    defaultsOf,
    retained: [],
    jobId: null,
  };
  if (context.dryRun) return { plan, result };
  const total = counts.products + counts.entities;
  if (total <= MAX_SYNC_HOLDERS) {
    await lockStructure(context);
    const locked = await kind.plan(context, await lockStructureForReading(context), request, false);
    const holders = await loadFirstHolders(context, locked.objects, MAX_SYNC_HOLDERS + 1);
    if (holders.length <= MAX_SYNC_HOLDERS) {
      await rewriteHolders(context, locked.rewrite, holders, 'merge');
      const retained = await kind.remove(context, locked);
      // Others may have written since the objects were counted.
      const productsCount = holders.filter((holder) => holder.kind === 'product').length;
      const lockedResult = {
        ...result,
        productsCount,
        entitiesCount: holders.length - productsCount,
        countsExact: true,
        defaultsOf: changedDefaults(locked).map(({ code }) => code),
        retained,
      };
      return { plan: locked, result: lockedResult };
    }
  }
  const jobId = await startJob(context, {
    type: 'merge',
    subject: `${plan.objects.owner}/${plan.keep.code}`,
    input: toJobInput({ kind: kind.name, request, objects: plan.objects, total }),
    scopes,
  });
  return { plan, result: { ...result, jobId: encodeId('Job', jobId) } };
}

/** Returns the scope that options, and attributes with a default value that moves, need besides. */
const extraScopes = ({ name }: Pick<MergeKind, 'name'>, defaultsOf: readonly string[]): readonly Scope[] =>
  name === 'option' || defaultsOf.length > 0 ? ['attributes:write'] : [];

/**
 * Rejects a merge after which two variants of a model would have the same axis values, and names them.
 *
 * @throws ValidationFailed
 */
async function checkVariants(
  context: WriteContext,
  structure: CatalogueStructure,
  plan: MergePlan,
): Promise<void> {
  const layouts = [...structure.sets.values()].flatMap((set) => [...set.layouts.values()]);
  const axes = new Set(layouts.flatMap(({ levels }) => levels.flatMap((level) => level.axes)));
  if (!plan.attributes.some(({ code }) => axes.has(code))) return;
  const pairs = await findEqualVariants(context, plan, MAX_PROBLEMS);
  if (pairs.length === 0) return;
  throw ValidationFailed.of(
    pairs.map((pair) =>
      mergeProblem(['merge'], 'axis-duplicate', localized('axis-values-equal', { ...pair }), pair.sku),
    ),
  );
}
