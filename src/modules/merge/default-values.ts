import type { WriteContext } from '../../kernel/operation.ts';
import { upsertAttributes } from '../attribute/index.ts';
import { replacedValue } from '../values/index.ts';
import type { MergePlan } from './merge-kind.ts';

/** Returns the attributes whose default value names a merged object, with the value after the merge. */
export const changedDefaults = ({ attributes, rewrite }: MergePlan) =>
  attributes.flatMap(({ code, defaultValue }) => {
    const value = replacedValue(defaultValue, rewrite.values.replace);
    return value === defaultValue ? [] : [{ code, defaultValue: value }];
  });

/** Replaces the merged objects in default values of attributes. */
export async function moveDefaults(context: WriteContext, plan: MergePlan): Promise<void> {
  const items = changedDefaults(plan).map((patch) => ({ patch }));
  if (items.length > 0)
    await upsertAttributes.handler(context, { items, mode: 'update', errorPolicy: 'reject_all' });
}
