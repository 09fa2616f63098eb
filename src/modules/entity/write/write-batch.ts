import type { StoredChange } from '../../../kernel/change.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import type { ChangesByVersion } from '../../../platform/ledger/find-conflicts.ts';
import type { CodeCandidates } from '../../../platform/resource/qualified-codes.ts';
import type { StoredDocument } from '../../../platform/resource/resource.ts';
import type { WriteMode } from '../../../platform/resource/write-resources.ts';
import type { ValueTypeContext } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { UniqueOwner } from '../../values/index.ts';
import type { EntityDocument } from '../entity-document.ts';

/**
 * A unit of work: what the rules of its writes look up, and what has come of them so far. `load` makes it, `plan` only
 * reads it, `apply` changes it write by write, `persist` and `emit` send what has changed. The database is not asked
 * again in between.
 */
export interface WriteBatch {
  readonly mode: WriteMode;
  readonly structure: CatalogueStructure;
  readonly valueContext: ValueTypeContext;
  /** Changes since the versions that the writes name. */
  readonly laterChanges: ChangesByVersion;
  /** Locked entities with those above them, and those the batch creates, by `entityKey`. */
  readonly entities: Map<string, PendingEntity>;
  readonly keyById: Map<string, string>;
  /** Owners of unique values by `uniqueValueKey`. */
  readonly uniqueOwners: Map<string, UniqueOwner>;
  /** Codes to suggest for parents that were not found, by folded type. */
  readonly parentChoices: ReadonlyMap<string, CodeCandidates>;
}

/** An entity as a batch has changed it so far. */
export interface PendingEntity {
  readonly id: string;
  /** Null for an entity that the batch creates. */
  readonly stored: StoredDocument<EntityDocument> | null;
  readonly document: EntityDocument;
  readonly changes: readonly StoredChange[];
  readonly comment: string | null;
}

/** Result of planning the write of one entity. */
export interface PlannedWrite {
  readonly id: string;
  readonly isNew: boolean;
  readonly document: EntityDocument;
  /** Changes of the entity; empty for a new one. */
  readonly changes: readonly StoredChange[];
  readonly comment: string | null;
}

/** Returns the entity above another, as the batch has them. */
export function parentOf(batch: WriteBatch, { parentId }: EntityDocument): EntityDocument | null {
  if (parentId === null) return null;
  const parent = batch.entities.get(batch.keyById.get(parentId) ?? '');
  // It was moved between finding what is above and locking it.
  if (parent === undefined) throw serializationFailure();
  return parent.document;
}
