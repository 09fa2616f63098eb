import type { CellChange } from '../../kernel/change.ts';
import type { WriteWork } from '../../kernel/operation.ts';
import { VersionMismatch } from '../../kernel/refusal.ts';

/**
 * Compares the version a writer has seen with the stored one, under the row's lock.
 * Answers null when they agree, else the refusal that names the changes made since then which `alsoWritten` says this
 * write names too.
 */
export async function findConflicts(
  work: WriteWork,
  stored: { readonly id: string; readonly version: number },
  seenVersion: number,
  alsoWritten: (change: CellChange) => boolean,
): Promise<VersionMismatch | null> {
  if (seenVersion === stored.version) return null;
  const rows = await work.execute<{ changes: readonly CellChange[] }>(
    'ledger.changes_since',
    `SELECT changes FROM ledger.event
     WHERE organization_id = $1::uuid AND object_id = $2::uuid AND version > $3::int ORDER BY sequence`,
    [work.session.organizationId, stored.id, seenVersion],
  );
  const byPlace = new Map<string, CellChange>();
  for (const change of rows.flatMap(({ changes }) => changes)) {
    if (!alsoWritten(change)) continue;
    const place = JSON.stringify([change.path, change.channel, change.locale]);
    // Several changes of one place read as one: from what the writer saw to what stands there now.
    byPlace.set(place, { ...change, old: (byPlace.get(place) ?? change).old });
  }
  return new VersionMismatch(seenVersion, stored.version, [...byPlace.values()]);
}
