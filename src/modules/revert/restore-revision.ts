import { type CellChange, publicChange } from '../../kernel/change.ts';
import { NotFound } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { redactChange } from '../../platform/ledger/find-conflicts.ts';
import { historyIncomplete, type RevertItem } from '../../platform/ledger/revert.ts';
import { revertEntities } from '../entity/index.ts';
import {
  type FirstChange,
  findSelectedEvents,
  loadFirstChanges,
  loadSelectedEvents,
} from '../event/index.ts';
import { revertProducts } from '../product/index.ts';
import { lockStructureForReading } from '../structure/index.ts';
import { resolveSelection } from './resolve-selection.ts';
import type { ChangeSelection, RevertConflict } from './revert-input.ts';
import { redactedConflict } from './revert-objects.ts';

/** A field or value of an object, as in the changes of a revision. */
export interface CellSelector {
  readonly path: string;
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

interface RestoreInput {
  readonly version: number;
  /** Null for all. */
  readonly cells?: readonly CellSelector[] | null | undefined;
}

export interface RestoreProductRevisionInput extends RestoreInput {
  readonly ref: string;
}

export interface RestoreEntityRevisionInput extends RestoreInput {
  readonly entityType: string;
  readonly code: string;
}

/** A type, so that it is a JSON value. */
export type RestoredRevision = {
  readonly id: string;
  /** SKU or code. */
  readonly ref: string;
  readonly version: number;
  readonly outcome: 'updated' | 'unchanged';
  /** Changes from the state before the write to the restored one. */
  readonly changes: readonly (CellChange & JsonObject)[];
  readonly notRestored: readonly RevertConflict[];
};

const OPERATION = { effect: 'write', retry: 'safe', errors: ['invalid', 'conflict', 'not-found'] } as const;

/** Gives a product the own state that it had at a version, or some of it. */
export const restoreProductRevision = defineWrite({
  ...OPERATION,
  name: 'restoreProductRevision',
  scope: 'products:write',
  handler: (context: WriteContext, { ref, ...input }: RestoreProductRevisionInput) =>
    restore(context, { product: { ref, version: input.version } }, input),
});

/** Gives an entity the own state that it had at a version, or some of it. */
export const restoreEntityRevision = defineWrite({
  ...OPERATION,
  name: 'restoreEntityRevision',
  scope: 'entities:write',
  handler: (context: WriteContext, { entityType, code, ...input }: RestoreEntityRevisionInput) =>
    restore(context, { entity: { entityType, code, version: input.version } }, input),
});

async function restore(
  context: WriteContext,
  changeSelection: ChangeSelection,
  { version, cells }: RestoreInput,
): Promise<RestoredRevision> {
  const { organizationId } = context.session;
  await lockStructureForReading(context);
  const { selection, ifEmpty } = await resolveSelection(context, changeSelection);
  const objectId = selection.objectId ?? '';
  const [stored] = await loadSelectedEvents(context, organizationId, selection, [objectId]);
  if (stored === undefined) throw ifEmpty ?? NotFound.of('version', String(version));
  const { resource, sequence } = stored;
  const [newest] = await findSelectedEvents(context, organizationId, { ...selection, version: null }, 1);
  const first = await loadFirstChanges(context, organizationId, objectId, version);
  const selectedChanges = first.filter((change) => isChosen(change, cells ?? null));
  const item: RevertItem = {
    objectId,
    ref: stored.ref,
    sequence,
    changes: selectedChanges.filter(({ isTruncated }) => !isTruncated).map(({ change }) => change),
  };
  const lost = selectedChanges
    .filter(({ isTruncated }) => isTruncated)
    .map(({ change }) => historyIncomplete(change));
  let written: NewEvent | undefined;
  const emit = (emitted: NewEvent) => {
    const isOwn = emitted.objectId === objectId;
    if (isOwn) written = emitted;
    context.emit(isOwn ? { ...emitted, data: { ...emitted.data, restored_version: version } } : emitted);
  };
  const own = Object.create(context, { emit: { value: emit } }) as WriteContext;
  const settings = { onConflict: 'exact' } as const;
  const isProduct = resource === 'product';
  const results = isProduct
    ? await revertProducts(own, [item], settings)
    : await revertEntities(own, [{ ...item, entityType: String(stored.data.entity_type ?? '') }], settings);
  const problems = results.flatMap((result) => result.problems);
  if (problems.some(({ code }) => code === 'deleted')) throw NotFound.missing(resource, stored.ref, true);
  const object = { resource: isProduct ? 'product' : 'entity', objectId, ref: stored.ref } as const;
  return {
    id: encodeId(isProduct ? 'Product' : 'Entity', objectId),
    ref: written?.ref ?? stored.ref,
    version: written?.version ?? newest?.version ?? version,
    outcome: written === undefined ? 'unchanged' : 'updated',
    changes: (written?.changes ?? []).map((change) => ({ ...redactChange(context, publicChange(change)) })),
    notRestored: [...problems, ...lost].map((problem) =>
      redactedConflict(context, object, { ...problem, sequence }, null),
    ),
  };
}

/** Returns true if a change is of one of the cells; a channel or locale that is left out matches each. */
function isChosen({ change }: FirstChange, cells: readonly CellSelector[] | null): boolean {
  if (cells === null) return true;
  const isAny = (requestedCode: string | null | undefined, has: string | null) =>
    requestedCode === undefined || requestedCode === null || requestedCode === has;
  return cells.some(
    ({ path, channel, locale }) =>
      path === change.path && isAny(channel, change.channel) && isAny(locale, change.locale),
  );
}
