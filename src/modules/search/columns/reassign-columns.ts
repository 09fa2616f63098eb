import { defineWrite, type Transaction, type WriteContext } from '../../../kernel/operation.ts';
import { newId } from '../../../platform/new-id.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import { systemSession } from '../../../platform/operation/system-session.ts';
import { lockStructure } from '../../../platform/resource/structure-revision.ts';
import { readStructure } from '../../structure/index.ts';
import { rebuildSearchRows } from '../rebuild-search-rows.ts';
import { assignColumns, releaseColumns } from '../row/column.ts';
import { countSearchable } from '../search-source.ts';
import { loadSearchState, replaceColumns } from '../search-state.store.ts';
import { findOrganizationsWithFieldUses, loadFieldUses } from './field-use.store.ts';

/** Number of rows up to which sorting without a column takes less than 60 ms, too little to make all rows anew. */
const LARGE = 20_000;

/**
 * Gives the columns of an organization to the fields that are used most. A column that changes hands does so in two
 * rounds: the first makes all rows hold the field that leaves elsewhere, too; a later one fills the column with the
 * next. Searches are answered all the time.
 */
export const reassignColumns = defineWrite({
  name: 'moveSearchColumns',
  scope: 'attributes:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { from = LARGE }: { readonly from?: number },
  ): Promise<{ readonly moved: number }> {
    const { organizationId } = context.session;
    const uses = await loadFieldUses(context, organizationId, context.now);
    if (uses.size === 0 || (await countSearchable(context, from)) < from) return { moved: 0 };
    await lockStructure(context);
    const { columns, unfinished } = await loadSearchState(context, organizationId);
    const isRebuilt = unfinished.length > 0 || columns.some(({ field, ready }) => field !== null && !ready);
    if (isRebuilt) return { moved: 0 };
    const structure = await readStructure(context);
    const assigned = assignColumns(columns, structure, { any: true, isNew: () => false }, uses);
    const next = releaseColumns(assigned, structure, uses);
    const moved = next.filter(({ field, ready }) => field !== null && !ready).length;
    if (moved === 0) return { moved };
    await replaceColumns(context, next);
    await rebuildSearchRows(context, []);
    return { moved };
  },
});

/** Does so for all organizations. Safe to run at any time and in several processes at once. */
export async function reassignAllColumns({
  owner,
  runner,
  now,
}: {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly runner: OperationRunner;
  readonly now: Date;
}): Promise<number> {
  let moved = 0;
  for (const organizationId of await findOrganizationsWithFieldUses(owner, now)) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    moved += (await runner.write(session, reassignColumns, {})).output.moved;
  }
  return moved;
}
