import type { WriteContext } from '../../kernel/operation.ts';
import { newId } from '../new-id.ts';

/**
 * Records that what objects show or are found by was computed anew, because something else changed: one event for all
 * of them, with their UUIDs in `data.ids`. For those who follow the ledger inside; the feed, webhooks and revisions leave
 * it out. A change that an event of the object itself, or of a model above it, stands for needs none.
 */
export function emitDerived(
  context: WriteContext,
  resource: 'product' | 'entity',
  ids: readonly string[],
): void {
  if (ids.length > 0) emit(context, resource, { ids });
}

/** Notes, in a dry run, that there are more objects than it looks at. */
export function emitUncounted(context: WriteContext, resource: 'product' | 'entity'): void {
  emit(context, resource, { ids: [], uncounted: true });
}

function emit(
  context: WriteContext,
  resource: 'product' | 'entity',
  data: { readonly ids: readonly string[]; readonly uncounted?: true },
): void {
  const unversioned = { ref: '', version: 0, changes: [] };
  context.emit({ resource, verb: 'derived', objectId: newId(), ...unversioned, data });
}
