import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { raceLostError } from '../../../platform/database/sql-state.ts';
import { type CodeChoices, MAX_SUGGESTED_FROM } from '../../../platform/resource/owned-codes.ts';
import type { Stored } from '../../../platform/resource/resource.ts';
import type { ValueTypeContext } from '../../attribute/index.ts';
import { entityKey, loadEntityChoices } from '../../entity-reference/index.ts';
import {
  type CatalogueStructure,
  type EntityTypeStructure,
  lockStructureForReading,
} from '../../structure/index.ts';
import { openValueContext, placesOfWrites } from '../../values/index.ts';
import { entityStore, entityUniqueValues, findAncestry } from '../entity.store.ts';
import { type EntityDocument, uniqueWithin } from '../entity-document.ts';
import type { EntityWrite } from './entity-input.ts';

/** An entity as a batch has changed it so far. */
export interface EntityDraft {
  readonly id: string;
  /** Null for an entity that the batch creates. */
  readonly stored: Stored<EntityDocument> | null;
  readonly document: EntityDocument;
  readonly changes: readonly CellChange[];
  readonly comment: string | null;
}

/**
 * Everything a batch of writes works on: the locked entities with what stands above them, and all that the rules look
 * up. Rules read and change only this; the database is not asked again before the batch is stored.
 */
export interface EntityBench {
  readonly structure: CatalogueStructure;
  readonly valueContext: ValueTypeContext;
  /** By `entityKey`. */
  readonly drafts: Map<string, EntityDraft>;
  readonly keyById: Map<string, string>;
  /** Owners of unique values by `placeKey`. */
  readonly uniqueOwners: Map<string, string>;
  /** Codes to suggest for parents that were not found, by folded type. */
  readonly parentChoices: ReadonlyMap<string, CodeChoices>;
}

/** Loads and locks everything that the writes and their rules need, in a constant number of statements. */
export async function openEntityBench(
  context: WriteContext,
  writes: readonly EntityWrite[],
): Promise<EntityBench> {
  const structure = await lockStructureForReading(context);
  const keys = new Set(writes.map(entityKey));
  const moved = writes.filter(({ patch }) => patch.parent !== undefined);
  const parents = moved.flatMap(({ entityType, patch }) =>
    patch.parent ? [{ entityType, code: patch.parent }] : [],
  );
  // What stands above is locked too: two writers can not each close one half of a circle.
  const line = await findAncestry(context, [...moved.map(entityKey), ...parents.map(entityKey)]);
  const rows = await entityStore.load(context, context.session.organizationId, [...keys, ...line], true);
  const drafts = new Map<string, EntityDraft>();
  for (const [key, stored] of rows) {
    const { id, document } = stored;
    drafts.set(key, { id, stored, document, changes: [], comment: null });
  }
  const cells = writes.flatMap(({ patch }) => patch.values ?? []);
  const lookups = await openValueContext(context, structure, cells);
  const places = writes.flatMap(({ entityType, patch }) => {
    const type = typeOf(structure, entityType)?.document.code;
    if (type === undefined) return [];
    return placesOfWrites(structure, lookups, patch.values ?? [], uniqueWithin(type));
  });
  const missing = parents.filter((parent) => !rows.has(entityKey(parent)) && !keys.has(entityKey(parent)));
  return {
    structure,
    valueContext: {
      ...lookups,
      // Values may name what the batch has created or changed before.
      findEntity: (entityType, code) =>
        drafts.get(entityKey({ entityType, code }))?.document ?? lookups.findEntity?.(entityType, code),
    },
    drafts,
    keyById: new Map([...drafts].map(([key, { id }]) => [id, key])),
    uniqueOwners: new Map(await entityUniqueValues.loadOwners(context, places)),
    parentChoices: await loadEntityChoices(
      context,
      context.session.organizationId,
      missing.map(({ entityType }) => entityType),
      MAX_SUGGESTED_FROM,
    ),
  };
}

/** The type of a code in either case. */
export function typeOf(structure: CatalogueStructure, entityType: string): EntityTypeStructure | undefined {
  return structure.entityTypes.get(foldKey(entityType));
}

/** The entity above another, as the batch has them. */
export function parentOf(bench: EntityBench, { parentId }: EntityDocument): EntityDocument | null {
  if (parentId === null) return null;
  const parent = bench.drafts.get(bench.keyById.get(parentId) ?? '');
  // It was moved between finding what stands above and locking it.
  if (parent === undefined) throw raceLostError();
  return parent.document;
}

/** The version a draft has once it is stored. */
export function versionAfter({ stored, changes }: EntityDraft): number {
  return (stored?.version ?? 0) + (stored === null || changes.length > 0 ? 1 : 0);
}
