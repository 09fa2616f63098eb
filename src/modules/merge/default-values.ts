import type { WriteContext } from '../../kernel/operation.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { upsertAttributes } from '../attribute/index.ts';
import { replacedValue } from '../values/index.ts';
import type { MergePlan } from './merge-kind.ts';

/** Returns the attributes whose default value names a merged object, with the value after the merge. */
export const changedDefaults = ({ attributes, rewrite }: MergePlan) =>
  attributes.flatMap(({ code, defaultValue }) => {
    const value = replacedValue(defaultValue, rewrite.values.replace);
    return value === defaultValue ? [] : [{ code, defaultValue: value }];
  });

/**
 * Replaces the merged objects in default values of attributes.
 *
 * @throws RequestError if there are any and the caller may not change attributes
 */
export async function moveDefaults(context: WriteContext, plan: MergePlan): Promise<void> {
  const items = changedDefaults(plan).map((patch) => ({ patch }));
  if (items.length === 0) return;
  authorize(context.session, 'attributes:write', 'This merge');
  await upsertAttributes.handler(context, { items, mode: 'update', errorPolicy: 'reject_all' });
}
