import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { readStructureRevision } from '../../platform/resource/structure-revision.ts';
import { loadStructure, lockStructureRevision } from './structure.store.ts';
import type { CatalogueStructure } from './structure.ts';

type StructureContext = Transaction & { readonly session: Session };

/**
 * The snapshot of each organization that was met last. One, because a configuration that is being changed has a revision
 * for each change, and a large one takes megabytes.
 */
const snapshots = new LRUCache<string, CatalogueStructure>({ max: 100 });

/** Returns the configuration as it is now, for reading. */
export async function readStructure(context: StructureContext): Promise<CatalogueStructure> {
  return snapshotOf(context, await readStructureRevision(context, context.session.organizationId));
}

/** Returns the configuration as it stays until the end of this transaction, for writing by its rules. */
export async function lockStructureForReading(context: StructureContext): Promise<CatalogueStructure> {
  return snapshotOf(context, await lockStructureRevision(context, context.session.organizationId));
}

/**
 * Returns the configuration as it probably is, without querying the database; null when nothing is known of it. Whoever
 * works by it has to read the organization's `structure_revision` along, and do the work again if that is not its
 * `revision`.
 */
export function cachedStructure({
  session: { organizationId },
}: StructureContext): CatalogueStructure | null {
  return snapshots.get(organizationId) ?? null;
}

async function snapshotOf(context: StructureContext, revision: number): Promise<CatalogueStructure> {
  const { organizationId } = context.session;
  const cachedSnapshot = snapshots.get(organizationId);
  // A revision names one state for ever.
  if (cachedSnapshot?.revision === revision) return cachedSnapshot;
  const loaded = { ...(await loadStructure(context, organizationId)), revision };
  // Without a lock the configuration may have changed while it was read; such a mixture must not be cached.
  if ((await readStructureRevision(context, organizationId)) === revision)
    snapshots.set(organizationId, loaded);
  return loaded;
}
