import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import { readStructureRevision } from '../../platform/resource/structure-revision.ts';
import { loadStructure, lockRevision } from './structure.store.ts';
import type { CatalogueStructure } from './structure.ts';

type Asking = Transaction & { readonly session: Session };

/**
 * The snapshot of each organization that was met last. One, because a configuration that is being changed has a revision
 * for each change, and a large one takes megabytes.
 */
const snapshots = new LRUCache<string, CatalogueStructure>({ max: 100 });

/** Returns the configuration as it is now, for reading. */
export async function readStructure(asking: Asking): Promise<CatalogueStructure> {
  return snapshotOf(asking, await readStructureRevision(asking, asking.session.organizationId));
}

/** Returns the configuration as it stays until the end of this transaction, for writing by its rules. */
export async function lockStructureForReading(asking: Asking): Promise<CatalogueStructure> {
  return snapshotOf(asking, await lockRevision(asking, asking.session.organizationId));
}

/**
 * Returns the configuration as it probably is, without querying the database; null when nothing is known of it. Whoever
 * works by it has to read the organization's `structure_revision` along, and do the work again if that is not its
 * `revision`.
 */
export function assumeStructure({ session: { organizationId } }: Asking): CatalogueStructure | null {
  return snapshots.get(organizationId) ?? null;
}

async function snapshotOf(asking: Asking, revision: number): Promise<CatalogueStructure> {
  const { organizationId } = asking.session;
  const known = snapshots.get(organizationId);
  // A revision names one state for ever.
  if (known?.revision === revision) return known;
  const loaded = { ...(await loadStructure(asking, organizationId)), revision };
  // Without a lock the configuration may have changed while it was read; such a mixture must not be cached.
  if ((await readStructureRevision(asking, organizationId)) === revision)
    snapshots.set(organizationId, loaded);
  return loaded;
}
