import { type CellChange, publicChange } from '../../kernel/change.ts';
import { VersionMismatch } from '../../kernel/errors.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../database/statement.ts';
import { MAX_PUBLIC_CHANGE_BYTES, publicChangesSql } from './public-changes.ts';

/** An object as it is stored, under its row's lock, and the version of it that a writer has seen. */
export interface VersionCheck {
  readonly stored: { readonly id: string; readonly version: number };
  readonly seenVersion: number;
}

/** Returns the object that a write with `ifVersion` is about; none for writes without it, and of new objects. */
export function versionCheckOf(
  stored: VersionCheck['stored'] | null | undefined,
  ifVersion: number | null | undefined,
): VersionCheck[] {
  return stored && ifVersion !== undefined && ifVersion !== null ? [{ stored, seenVersion: ifVersion }] : [];
}

/** Changes of objects since the versions that writers have seen, by {@link keyOf} both. */
export type ChangesByVersion = ReadonlyMap<string, readonly CellChange[]>;

const keyOf = ({ stored: { id }, seenVersion }: VersionCheck) => `${id}/${seenVersion}`;

interface LaterEvent {
  readonly id: string;
  readonly seen: number;
  readonly version: number;
  readonly changes: readonly CellChange[];
}

const CHANGES_SINCE = defineStatement<LaterEvent>({
  name: 'ledger.changes_since',
  kind: 'read',
  row: { id: 'text', seen: 'int', version: 'int', changes: 'json' },
  sql: `SELECT seen.id::text AS id, seen.version AS seen, event.version, shown.changes::json AS changes
        FROM unnest($2::uuid[], $3::int[]) AS seen (id, version)
        JOIN ledger.event
          ON event.organization_id = $1::uuid AND event.object_id = seen.id AND event.version > seen.version
        ${publicChangesSql(String(MAX_PUBLIC_CHANGE_BYTES))}
        ORDER BY event.sequence`,
});

/** Stands for changes that are no longer stored: any value may be among them. */
const ANY_VALUE: CellChange = { path: '*', channel: null, locale: null, old: null, new: null };

/** Loads what changed of the objects that are newer than their writers have seen: one statement, or none. */
export async function loadChangesSince(
  context: WriteContext,
  seenObjects: readonly VersionCheck[],
): Promise<ChangesByVersion> {
  const stale = new Map(
    seenObjects
      .filter(({ stored, seenVersion }) => seenVersion !== stored.version)
      .map((object) => [keyOf(object), object]),
  );
  if (stale.size === 0) return new Map();
  const objects = [...stale.values()];
  const rows = await context.execute(CHANGES_SINCE, [
    context.session.organizationId,
    objects.map(({ stored }) => stored.id),
    objects.map(({ seenVersion }) => seenVersion),
  ]);
  const eventsOf = Map.groupBy(rows, ({ id, seen: version }) => `${id}/${version}`);
  const changesOf = ([key, { stored, seenVersion }]: readonly [string, VersionCheck]) => {
    const events = eventsOf.get(key) ?? [];
    const changes = events.flatMap((event) => event.changes.map(publicChange));
    // Each version has an event, unless it is older than the history that the operator stores.
    const isWhole = seenVersion > stored.version || events[0]?.version === seenVersion + 1;
    return isWhole ? changes : [ANY_VALUE, ...changes];
  };
  return new Map([...stale].map((entry) => [entry[0], changesOf(entry)]));
}

/** Returns a change as a writer may see it: one who may not read the object sees the path alone. */
export const redactChange = ({ mayRead }: Pick<WriteContext, 'mayRead'>, change: CellChange): CellChange =>
  mayRead ? change : { ...change, old: null, new: null };

/**
 * Compares the version a writer has seen with the stored one, under the row's lock.
 * Returns null when they agree, else the rejection that names the changes since then to cells that this write changes
 * too (`overlaps`), and `*` when some of the changes are no longer stored. `laterChanges` saves a statement where the
 * changes of many objects were loaded at once.
 */
export async function findConflicts(
  context: WriteContext,
  stored: VersionCheck['stored'],
  seenVersion: number,
  overlaps: (change: CellChange) => boolean,
  laterChanges?: ChangesByVersion,
): Promise<VersionMismatch | null> {
  if (seenVersion === stored.version) return null;
  const objectVersion = { stored, seenVersion };
  const changes =
    laterChanges?.get(keyOf(objectVersion)) ??
    (await loadChangesSince(context, [objectVersion])).get(keyOf(objectVersion)) ??
    [];
  const byCell = new Map<string, CellChange>();
  for (const change of changes) {
    if (change !== ANY_VALUE && !overlaps(change)) continue;
    const cellKey = JSON.stringify([change.path, change.channel, change.locale]);
    // Several changes of one path read as one: from the value that the writer saw to the present one.
    byCell.set(cellKey, { ...change, old: (byCell.get(cellKey) ?? change).old });
  }
  const reported = [...byCell.values()].map((change) => redactChange(context, change));
  return new VersionMismatch(seenVersion, stored.version, reported);
}
