import type { DomainError } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { hasScope, matchingReadScope } from '../../kernel/scopes.ts';
import type { WriteOutcome } from '../../platform/resource/write-resources.ts';
import {
  CONFIGURATION_RESOURCES,
  ENTITY_TYPE_WITHOUT_ATTRIBUTES,
  isConfigurationKind,
  type Stage,
  stagesOf,
} from '../configuration/index.ts';
import { mergeChanges } from '../values/index.ts';
import { circularDeletions, deletionStages, type ModelDeletion, type ModelItem } from './model-items.ts';
import type { ModelKind } from './model-kinds.ts';
import { checkModel, type ModelEntry, rejectFailedItems } from './model-problems.ts';
import { keyOf, moveOptions } from './move-options.ts';

export interface ApplyModelInput {
  readonly items: readonly ModelItem[];
  /** Objects to delete once everything else is written. */
  readonly deletions: readonly ModelDeletion[];
}

/** Result for one item. A type, so that it is a JSON value. */
export type ModelItemResult = {
  readonly kind: ModelKind;
  readonly id: string;
  readonly code: string;
  readonly outcome: WriteOutcome | 'deleted';
  readonly version: number;
};
export type ApplyModelResult = { readonly results: readonly ModelItemResult[] };

/**
 * Creates, changes and deletes what a catalogue is modelled with and its settings, all kinds in one transaction: each
 * object is written after what it may refer to, and deleted before it. All or nothing. Returns the result of each item,
 * in the order of the input.
 */
export const applyModel = defineWrite({
  name: 'applyModel',
  // Each item needs the scope of its kind besides: see `checkModel`.
  scope: { anyOf: ['attributes:write', 'settings:write', 'products:write'] },
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(context: WriteContext, { items, deletions }: ApplyModelInput): Promise<ApplyModelResult> {
    checkModel(context.session, items, deletions);
    const entries = [...items, ...deletions];
    const outcomes: Outcomes = { results: new Map(), rejections: new Map() };
    const events = coalesceEvents(context);
    for (const stage of stagesOf(items)) await writeStage(events.context, stage, outcomes);
    await moveItems(events.context, items, outcomes);
    rejectFailedItems(entries, outcomes.rejections);
    await deleteItems(events.context, deletions, outcomes);
    rejectFailedItems(entries, outcomes.rejections);
    events.emitAll();
    return { results: entries.flatMap((entry) => outcomes.results.get(entry) ?? []) };
  },
});

interface Outcomes {
  readonly results: Map<ModelEntry, ModelItemResult>;
  readonly rejections: Map<ModelEntry, DomainError>;
}

async function writeStage(
  context: WriteContext,
  stage: Stage<ModelItem>,
  { results, rejections }: Outcomes,
): Promise<void> {
  const { kind, asShells } = stage;
  const items = stage.items.filter((item) => !rejections.has(item));
  const patches = items.map(({ patch, ifVersion }) => ({
    patch: asShells === true ? keyPatchOf(patch) : patch,
    baseVersion: ifVersion,
  }));
  const { upsert } = CONFIGURATION_RESOURCES[kind];
  const input = { items: patches, mode: 'upsert', errorPolicy: 'reject_failed' } as const;
  const upsertResult = await upsert.handler(readableAs(kind, context), input);
  for (const [index, item] of items.entries()) {
    const result = upsertResult.results[index];
    if (result === undefined) throw new Error(`Writing a ${kind} gave no result.`);
    if (result.outcome === 'failed') {
      rejections.set(item, result.refusal);
      continue;
    }
    const isNew = results.get(item)?.outcome === 'created';
    results.set(item, { ...result, kind, outcome: isNew ? 'created' : result.outcome });
  }
}

/** Moves options that were written, and counts those whose position alone changed as updated. */
async function moveItems(
  context: WriteContext,
  items: readonly ModelItem[],
  { results, rejections }: Outcomes,
): Promise<void> {
  const options = items.filter((item) => item.kind === 'option' && !rejections.has(item));
  const moves = await moveOptions(readableAs('option', context), options);
  for (const [item, rejection] of moves.rejections) rejections.set(item, rejection);
  for (const item of options) {
    const [result, moved] = [results.get(item), moves.moved.get(keyOf(item))];
    if (result === undefined || moved === undefined || moved.outcome === 'unchanged') continue;
    const outcome = result.outcome === 'created' ? 'created' : moved.outcome;
    results.set(item, { ...result, outcome, version: moved.version });
  }
}

const keyPatchOf = ({ code }: ModelItem['patch']) => ({ code });

/** Deletes objects, users before what they use; entity types that attributes name in a circle are emptied first. */
async function deleteItems(
  context: WriteContext,
  deletions: readonly ModelDeletion[],
  { results, rejections }: Outcomes,
): Promise<void> {
  const circular = circularDeletions(deletions);
  if (circular.length > 0) {
    const emptyResult = await CONFIGURATION_RESOURCES.entity_type.upsert.handler(
      readableAs('entity_type', context),
      {
        items: circular.map(({ patch: { code }, ifVersion }) => ({
          patch: { code, ...ENTITY_TYPE_WITHOUT_ATTRIBUTES },
          ifVersion,
        })),
        mode: 'update',
        errorPolicy: 'reject_failed',
      },
    );
    for (const [index, deletion] of circular.entries()) {
      const result = emptyResult.results[index];
      if (result?.outcome === 'failed') rejections.set(deletion, result.refusal);
    }
  }
  for (const { kind, items } of deletionStages(deletions)) {
    const pending = items.filter((deletion) => !rejections.has(deletion));
    const { deleteMany } = CONFIGURATION_RESOURCES[kind];
    const { results: deletionResults } = await deleteMany.handler(readableAs(kind, context), {
      items: pending.map((deletion) => ({
        patch: deletion.patch,
        ifVersion: circular.includes(deletion) ? null : deletion.ifVersion,
      })),
    });
    for (const [index, deletion] of pending.entries()) {
      const result = deletionResults[index];
      if (result === undefined) throw new Error(`Deleting a ${kind} gave no result.`);
      if (result.outcome === 'failed') rejections.set(deletion, result.refusal);
      else results.set(deletion, { ...result, kind });
    }
  }
}

/** Returns the context of writes of one kind: its errors contain values only if the caller may read the kind. */
function readableAs(kind: ModelKind, context: WriteContext): WriteContext {
  const mayRead = hasScope(context.session, matchingReadScope(CONFIGURATION_RESOURCES[kind].upsert.scope));
  return Object.create(context, { mayRead: { value: mayRead } }) as WriteContext;
}

/**
 * Returns a context whose events wait until `emitAll`, so that an object that is written twice in one transaction has
 * one event: an object that is created and then changed was created, one that is emptied and then deleted was deleted.
 */
function coalesceEvents(context: WriteContext): { readonly context: WriteContext; emitAll(): void } {
  const byObject = new Map<string, NewEvent>();
  const emit = (event: NewEvent) => {
    // Products and entities that change with the model keep one event per verb.
    const key = isConfigurationKind(event.resource) ? event.objectId : `${event.objectId}/${event.verb}`;
    const earlier = byObject.get(key);
    const combinedEvent =
      earlier === undefined
        ? event
        : {
            ...event,
            verb: event.verb === 'deleted' ? event.verb : earlier.verb,
            changes: earlier.verb === 'created' ? [] : mergeChanges(earlier.changes, event.changes),
          };
    byObject.set(key, combinedEvent);
  };
  return {
    // The context is not spread: only transactions that have certain parts allow reading them.
    context: Object.create(context, { emit: { value: emit } }) as WriteContext,
    emitAll() {
      for (const event of byObject.values()) context.emit(event);
    },
  };
}
