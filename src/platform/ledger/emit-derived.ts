import type { WriteContext } from '../../kernel/operation.ts';
import { newId } from '../new-id.ts';

/**
 * Records that values which objects show, or by which searches find them, were computed anew, because something else
 * changed: one event for all of them, with their UUIDs in `data.ids`. It is for followers of the ledger inside; the
 * feed, webhooks and revisions leave it out. A change that an event of the object itself, or of a model above it,
 * stands for needs none.
 */
export function emitDerived(
  context: WriteContext,
  resource: 'product' | 'entity',
  ids: readonly string[],
): void {
  if (ids.length === 0) return;
  const unversioned = { ref: '', version: 0, changes: [] };
  context.emit({ resource, verb: 'derived', objectId: newId(), ...unversioned, data: { ids } });
}
