import type { WriteContext } from '../../kernel/operation.ts';
import { upsertAttributes } from '../attribute/index.ts';
import { deleteOptions, upsertOptions } from '../option-set/index.ts';
import { replacedValue } from '../values/index.ts';
import { type MergePlan, mergedSynonyms } from './plan-merge.ts';

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
