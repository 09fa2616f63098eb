import { foldKey } from '../../kernel/codes.ts';
import { type DomainError, NotFound } from '../../kernel/errors.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { findConflicts } from '../ledger/find-conflicts.ts';
import { restoreWindowStart } from '../operation/restore-window.ts';
import { deletionChanges } from './change-document.ts';
import {
  type ResourceDefinition,
  type ResourceDocument,
  type ResourcePatch,
  type StoredDocument,
  storedKeyOf,
} from './resource.ts';
import { lockStructure } from './structure-revision.ts';
import { findUsages } from './usages.ts';
import { describeResource, propagateChanges, resourceInUse } from './write-resources.ts';

/** A document to delete: its key fields. */
export interface DeletionItem {
  readonly patch: ResourcePatch & { readonly code: string };
  readonly ifVersion?: number | null | undefined;
}

/** Result of one deletion, in the order of the input. */
export type DeletionResult =
  | { readonly outcome: 'deleted'; readonly id: string; readonly code: string; readonly version: number }
  | { readonly outcome: 'failed'; readonly code: string; readonly refusal: DomainError };

/**
 * Deletes documents of one kind for good, those that refer to others of the kind before these. Items that a rule
 * prevents are returned as `failed`: NotFound, Conflict `resource-in-use` naming its users, VersionMismatch. The caller
 * decides if that rejects the whole.
 */
export async function deleteResources<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  items: readonly DeletionItem[],
): Promise<readonly DeletionResult[]> {
  const keyOf = (document: ResourcePatch) => storedKeyOf(definition, document);
  const keys = items.map(({ patch }) => keyOf(patch));
  await lockStructure(context);
  const stored = await definition.store.load(context, context.session.organizationId, keys, true);
  const refusals = new Map<string, DomainError>();
  const pending = new Map<string, StoredDocument<Document>>();
  for (const [index, { patch, ifVersion }] of items.entries()) {
    const key = keys[index] ?? '';
    const object = stored.get(key);
    const refusal =
      object === undefined
        ? NotFound.of(describeResource(definition.resource), patch.code)
        : await staleVersion(context, object, ifVersion);
    if (refusal !== null) refusals.set(key, refusal);
    else if (object !== undefined) pending.set(key, object);
  }
  while (pending.size > 0) {
    const wave = withoutReferred(pending, definition);
    for (const [key, refusal] of await deleteUnused(context, definition, wave)) refusals.set(key, refusal);
    for (const key of wave.keys()) pending.delete(key);
  }
  return items.map(({ patch }, index) => {
    const key = keys[index] ?? '';
    const [object, refusal] = [stored.get(key), refusals.get(key)];
    if (object === undefined || refusal !== undefined) {
      if (refusal === undefined) throw new Error(`Deleting '${patch.code}' gave no result.`);
      return { outcome: 'failed', code: patch.code, refusal };
    }
    return { outcome: 'deleted', id: object.id, code: object.document.code, version: object.version + 1 };
  });
}

async function staleVersion(
  context: WriteContext,
  object: StoredDocument<unknown>,
  ifVersion: number | null | undefined,
): Promise<DomainError | null> {
  if (ifVersion === undefined || ifVersion === null) return null;
  return findConflicts(context, object, ifVersion, () => true);
}

/** Returns the documents that no other one refers to; all of them if they refer to each other in a circle. */
function withoutReferred<Document extends ResourceDocument, References>(
  pending: ReadonlyMap<string, StoredDocument<Document>>,
  { ownReference }: ResourceDefinition<Document, References>,
): ReadonlyMap<string, StoredDocument<Document>> {
  if (ownReference === undefined) return new Map(pending);
  const referredCodes = new Set(
    [...pending.values()].map(({ document }) => foldKey(String(document[ownReference] ?? ''))),
  );
  const unreferred = [...pending].filter(([, { document }]) => !referredCodes.has(foldKey(document.code)));
  return new Map(unreferred.length > 0 ? unreferred : pending);
}

/** Deletes those of the documents that nothing uses, and returns why the others stay, by key. */
async function deleteUnused<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  documents: ReadonlyMap<string, StoredDocument<Document>>,
): Promise<ReadonlyMap<string, DomainError>> {
  const { usedAs = [definition.resource] } = definition;
  const objects = [...documents.values()].map(({ document }) => ({
    owner: definition.ownerOf?.(document),
    code: document.code,
  }));
  const since = definition.usedWhileRestorable ? restoreWindowStart(context.now) : null;
  const usages = await findUsages(context, usedAs, objects, since);
  const kind = describeResource(definition.resource);
  const refusals = new Map<string, DomainError>();
  const unused: StoredDocument<Document>[] = [];
  for (const [key, object] of documents) {
    const subject = localized('object-name', { kind, ref: object.document.code });
    const refusal = resourceInUse(subject, usages.get(key));
    if (refusal === null) unused.push(object);
    else refusals.set(key, refusal);
  }
  if (unused.length === 0) return refusals;
  for (const { document } of unused) {
    await definition.beforeDelete?.(context, document);
    // Modules that build on others have to go first.
    for (const { beforeDeletion } of context.modules.toReversed())
      await beforeDeletion?.[definition.resource]?.(context, document);
  }
  await definition.store.delete(
    context,
    unused.map(({ id }) => id),
  );
  for (const { id, version, document } of unused) {
    context.emit({
      resource: definition.resource,
      verb: 'deleted',
      objectId: id,
      ref: document.code,
      version: version + 1,
      changes: deletionChanges(document, definition.localized, definition.worded),
      data: definition.eventData?.(document) ?? {},
    });
  }
  const deletions = unused.map(({ id, version, document }) => ({
    id,
    version: version + 1,
    before: document,
    after: null,
    changes: [],
  }));
  await propagateChanges(context, definition, deletions);
  return refusals;
}
