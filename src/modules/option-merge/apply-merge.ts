import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { assertNoFailures } from '../../platform/operation/assert-no-failures.ts';
import { upsertAttributes } from '../attribute/index.ts';
import { upsertEntities } from '../entity/index.ts';
import { deleteOptions, upsertOptions } from '../option-set/index.ts';
import { upsertProducts } from '../product/index.ts';
import { replacedValue } from '../values/index.ts';
import type { OptionHolder } from './option-holders.store.ts';
import { type MergePlan, mergedSynonyms } from './plan-merge.ts';

/**
 * Moves the values of products and entities to the option to keep, all or none.
 *
 * @throws ValidationFailed naming the objects that a rule rejects
 */
export async function moveValues(
  context: WriteContext,
  { replacement }: MergePlan,
  holders: readonly OptionHolder[],
): Promise<void> {
  const settings = { mode: 'update', errorPolicy: 'reject_failed' } as const;
  const products = holders.filter(({ kind }) => kind === 'product');
  const entities = holders.filter(({ kind }) => kind === 'entity');
  const items = products.map(({ id }) => ({ sku: encodeId('Product', id), optionReplacement: replacement }));
  const { results } = await upsertProducts.handler(context, { items, ...settings });
  const { results: entityResults } = await upsertEntities.handler(context, {
    items: entities.map(({ entityType, code }) => ({ entityType, code, optionReplacement: replacement })),
    ...settings,
  });
  assertNoFailures(
    [...results, ...entityResults].map(({ refusal }, index) => ({
      ref: (products[index] ?? entities[index - products.length])?.code ?? '',
      refusal,
    })),
    ['merge'],
  );
}

/**
 * Replaces the merged options in default values, gives their names to the option to keep as synonyms and deletes them.
 * One that only deleted products or entities have becomes inactive instead, so that these can be restored; their codes
 * are returned.
 */
export async function removeMerged(context: WriteContext, plan: MergePlan): Promise<readonly string[]> {
  const { keep, merged, attributes, replacement, options } = plan;
  const { optionSet } = options;
  const patches = attributes.flatMap(({ code, defaultValue }) => {
    const value = replacedValue(defaultValue, replacement);
    return value === defaultValue ? [] : [{ patch: { code, defaultValue: value } }];
  });
  const settings = { mode: 'update', errorPolicy: 'reject_all' } as const;
  if (patches.length > 0) await upsertAttributes.handler(context, { items: patches, ...settings });
  const synonyms = [...mergedSynonyms(plan)];
  await upsertOptions.handler(context, {
    items: [{ patch: { optionSet, code: keep.code, synonyms } }],
    ...settings,
  });
  const { results } = await deleteOptions.handler(context, {
    items: merged.map(({ code }) => ({ patch: { optionSet, code } })),
  });
  const retained = results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
  if (retained.length > 0)
    await upsertOptions.handler(context, {
      items: retained.map((code) => ({ patch: { optionSet, code, active: false } })),
      ...settings,
    });
  return retained;
}
