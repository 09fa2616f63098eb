import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { startJob } from '../job/index.ts';
import { type BulkEdit, checkBulkEdit } from '../product/index.ts';
import { toJobInput } from './bulk-edit-input.ts';

export interface StartBulkEditInput extends BulkEdit {
  readonly dryRun: boolean;
}

/** A type, so that it is a JSON value. */
export type StartedBulkEdit = { readonly id: string; readonly dryRun: boolean };

/**
 * Makes the job that changes all products a filter finds in the same way, or deletes them.
 *
 * @throws as `checkBulkEdit`
 */
export const startBulkEdit = defineWrite({
  name: 'bulkEditProducts',
  // The count of a filter reveals what is stored.
  scope: { allOf: ['products:read', 'products:write'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, { dryRun, ...input }: StartBulkEditInput): Promise<StartedBulkEdit> {
    await checkBulkEdit(context, input);
    const scopes = ['products:write'] as const;
    const job = { type: 'bulk', subject: null, dryRun, input: toJobInput(input), scopes } as const;
    return { id: encodeId('Job', await startJob(context, job)), dryRun };
  },
});
