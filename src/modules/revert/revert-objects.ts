import type { StoredChange } from '../../kernel/change.ts';
import { Conflict, DomainError } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { isTranslated, localized, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { hasScope } from '../../kernel/scopes.ts';
import {
  CHANGED_SINCE,
  historyIncomplete,
  type RevertItem,
  type RevertProblem,
  type RevertResult,
  type RevertSettings,
} from '../../platform/ledger/revert.ts';
import { isConfigurationKind } from '../configuration/index.ts';
import { deleteEntity, type EntityRevertItem, restoreEntity, revertEntities } from '../entity/index.ts';
import {
  changeKey,
  type LaterEvent,
  loadLaterEvents,
  RESOURCE_EVENTS,
  type StoredEvent,
} from '../event/index.ts';
import { deleteProducts, restoreDeleted, revertProducts } from '../product/index.ts';
import {
  deleteConfiguration,
  restoreConfiguration,
  updateConfiguration,
} from './configuration/revert-configuration.ts';
import {
  type ObjectRevert,
  type ObjectToRevert,
  openItems,
  sequencesOf,
  settle,
  type TrackedState,
} from './object-revert.ts';
import type { RevertConflict, RevertOutcome } from './revert-input.ts';

export interface RevertedObject {
  readonly objectId: string;
  readonly outcome: RevertOutcome;
  readonly conflicts: readonly RevertConflict[];
  /**
   * True if a later restoration may change the object, without a conflict so far: that of its model, where selected
   * events have created and deleted the object; or that of the product of a hidden link.
   */
  readonly isPending: boolean;
}

interface RevertOptions {
  readonly force: boolean;
  /** UUID of the job that reverts; its own events are no changes by others. */
  readonly jobId: string | null;
  /** Returns the products among these (UUIDs) that the whole job would have deleted before; for a dry run. */
  readonly wouldBeGone?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Rejections may be about what another object of the same call gives free: so often they are tried again. */
const ROUNDS = 3;

/**
 * Takes the selected events of objects back. A creation is taken back by a deletion, a deletion by a restoration, other
 * events by writing the old values through the ordinary merge.
 */
export async function revertObjects(
  context: WriteContext,
  objects: readonly ObjectToRevert[],
  options: RevertOptions,
): Promise<readonly RevertedObject[]> {
  const { organizationId } = context.session;
  const later = await loadLaterEvents(
    context,
    organizationId,
    objects.map(({ objectId, events }) => ({ id: objectId, after: events.at(-1)?.sequence ?? 0 })),
  );
  const laterOf = Map.groupBy(later, ({ objectId }) => objectId);
  const tasks = objects.map((object) => taskOf(object, laterOf.get(object.objectId) ?? [], options));
  const tracked = trackEvents(context, wholeLists(tasks));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const hasProgress = await runRound(tracked, tasks, options);
    if (!hasProgress || !tasks.some(hasOpenWork)) break;
  }
  return tasks.map((task) => toReverted(context, task, tracked.versions.has(task.object.objectId)));
}

function trackEvents(context: WriteContext, lists: TrackedState['lists']): TrackedState {
  const versions = new Map<string, number>();
  const restored = new Set<string>();
  const reverts = new Map<string, readonly number[]>();
  const emit = (event: NewEvent) => {
    versions.set(event.objectId, event.version);
    if (event.verb === 'restored') restored.add(event.objectId);
    const sequences = reverts.get(event.objectId);
    context.emit(
      sequences === undefined || sequences.length === 0
        ? event
        : { ...event, data: { ...event.data, reverts: [...sequences] } },
    );
  };
  return {
    // The context is not spread: only transactions that have certain parts allow reading them.
    context: Object.create(context, { emit: { value: emit } }) as WriteContext,
    versions,
    restored,
    reverts,
    lists,
  };
}

const LIFECYCLE: readonly string[] = ['created', 'restored', 'deleted', 'purged'];

function taskOf(
  object: ObjectToRevert,
  later: readonly LaterEvent[],
  { force, jobId }: RevertOptions,
): ObjectRevert {
  const foreign = foreignOf(object, later, jobId);
  const timeline = [...later, ...object.events].sort((a, b) => b.sequence - a.sequence);
  const newest: string = timeline.find(({ verb }) => LIFECYCLE.includes(verb))?.verb ?? 'created';
  const isAlive = newest === 'created' || newest === 'restored';
  const lifecycle = object.events.filter(({ verb }) => LIFECYCLE.includes(verb));
  const [oldest, latest] = [lifecycle.at(-1), lifecycle[0]];
  const task: ObjectRevert = {
    object,
    later: foreign,
    version: timeline[0]?.version ?? 0,
    aim: 'update',
    items: new Map(
      object.events
        .filter(({ verb }) => verb === 'updated')
        .map((event) => [toItem(event), incompleteOf(event)]),
    ),
    outcome: null,
    problem: null,
    by: null,
    onReturn: null,
  };
  const changedAfter = (event: StoredEvent) => foreign.find(({ sequence }) => sequence > event.sequence);
  const stays = (event: StoredEvent, by: LaterEvent | undefined, what: Message): void => {
    const message = by === undefined ? what : localized('with-later-change', { message: what });
    task.problem = {
      change: null,
      code: by === undefined ? newest : CHANGED_SINCE,
      message,
      present: null,
      sequence: event.sequence,
    };
    task.by = by ?? null;
  };
  if (newest === 'purged' && oldest?.verb !== 'created' && oldest?.verb !== 'restored') {
    task.aim = null;
    stays(object.events[0] as StoredEvent, undefined, localized('deleted-for-good', { ref: object.ref }));
  } else if (oldest?.verb === 'created' || oldest?.verb === 'restored') {
    const by = changedAfter(oldest);
    const whenAlive = () => {
      if (by === undefined || force) task.aim = 'delete';
      else {
        task.aim = 'update';
        stays(oldest, by, localized('not-deleted-again', { ref: object.ref }));
      }
    };
    if (isAlive) whenAlive();
    else {
      task.aim = null;
      task.onReturn = whenAlive;
    }
  } else if (oldest !== undefined && latest !== undefined && !isAlive) {
    const by = changedAfter(latest);
    if (by === undefined || force) task.aim = 'restore';
    else stays(latest, by, localized('not-restored', { ref: object.ref }));
  }
  return task;
}

/**
 * Returns the later events that are changes by others: neither selected, nor of the job that reverts, nor an earlier
 * revert of selected events or the revert of such a revert. Changes of configuration that are reverted are left out too.
 */
function foreignOf(
  { resource, events }: ObjectToRevert,
  later: readonly LaterEvent[],
  jobId: string | null,
): readonly LaterEvent[] {
  const own = new Set(events.map(({ sequence }) => sequence));
  for (const { sequence, reverts, jobId: by } of later.toReversed()) {
    const isRevert = reverts.length > 0 && reverts.every((reverted) => own.has(reverted));
    if (isRevert || (jobId !== null && by === jobId)) own.add(sequence);
  }
  const foreign = later.filter(({ sequence }) => !own.has(sequence));
  return isConfigurationKind(resource) ? withoutReverted(foreign) : foreign;
}

/** Returns the events that are in effect, newest first: neither reverted nor reverts of others among them. */
function withoutReverted(events: readonly LaterEvent[]): readonly LaterEvent[] {
  const sequences = new Set(events.map(({ sequence }) => sequence));
  const settled = new Set<number>();
  for (const { sequence, reverts } of events) {
    const isRevert = reverts.length > 0 && reverts.every((reverted) => sequences.has(reverted));
    if (settled.has(sequence) || !isRevert) continue;
    for (const one of [sequence, ...reverts]) settled.add(one);
  }
  return events.filter(({ sequence }) => !settled.has(sequence));
}

const LINKS = /^associations\.[^.]+\.(products|entities)$/;

/** Returns the changes of lists of links that nobody else has changed since; true for the oldest of each list. */
function wholeLists(tasks: readonly ObjectRevert[]): ReadonlyMap<StoredChange, boolean> {
  const lists = new Map<StoredChange, boolean>();
  for (const { items, later } of tasks) {
    const oldest = new Map<string, StoredChange>();
    for (const [{ sequence, changes }, result] of items) {
      // The state before this event is unknown.
      if (result !== null) break;
      for (const change of changes) {
        const changePath = changeKey(change);
        const isSince = (event: LaterEvent) =>
          event.sequence > sequence && event.changeKeys.includes(changePath);
        if (LINKS.test(changePath) && !later.some(isSince)) {
          const newer = oldest.get(changePath);
          if (newer !== undefined) lists.set(newer, false);
          lists.set(change, true);
          oldest.set(changePath, change);
        }
      }
    }
  }
  return lists;
}

/** Returns the result of an event that does not say what was there before; null of others. */
function incompleteOf(event: StoredEvent): RevertResult | null {
  if (!event.changesTruncated) return null;
  return { item: toItem(event), isApplied: false, problems: event.changes.map(historyIncomplete) };
}

const toItem = ({ objectId, ref, sequence, changes, data }: StoredEvent): RevertItem | EntityRevertItem => ({
  objectId,
  ref,
  sequence,
  changes,
  ...(typeof data.entity_type === 'string' ? { entityType: data.entity_type } : {}),
});

const hasOpenWork = (task: ObjectRevert): boolean =>
  task.aim === 'delete' || task.aim === 'restore' || openItems(task).length > 0;

/** Tries all that is left once. Answers whether anything came of it. */
async function runRound(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
  options: RevertOptions,
): Promise<boolean> {
  const of = (resource: 'product' | 'entity') => tasks.filter(({ object }) => object.resource === resource);
  const [products, entities] = [of('product'), of('entity')];
  const configuration = tasks.filter(({ object }) => isConfigurationKind(object.resource));
  // Products name entities, and both obey the configuration: what others name comes back first and goes last. A rule
  // may reject a change of the configuration because of the values of products, so it has a second try. Lists of links
  // are whole again where their products are back before; a product whose SKU is free only after the deletions has a
  // second try. Variants that a model has brought back although they were created since are deleted again.
  const steps = [
    await restoreConfiguration(tracked, configuration),
    await updateConfiguration(tracked, configuration, options.force),
    await restoreAllEntities(tracked, entities),
    await restoreAllProducts(tracked, products),
    await updateAll(tracked, entities, options, (items, settings) =>
      revertEntities(tracked.context, items as readonly EntityRevertItem[], settings),
    ),
    await updateAll(tracked, products, options, (items, settings) =>
      revertProducts(tracked.context, items, settings),
    ),
    await deleteAllProducts(tracked, products, options),
    await deleteAllEntities(tracked, entities, options),
    await restoreAllProducts(tracked, products),
    await deleteAllProducts(tracked, products, options),
    await updateConfiguration(tracked, configuration, options.force),
    await deleteConfiguration(tracked, configuration, products),
    await updateConfiguration(tracked, configuration, options.force),
  ];
  return steps.some((hasProgress) => hasProgress);
}

async function updateAll(
  { reverts, lists }: TrackedState,
  tasks: readonly ObjectRevert[],
  { force }: RevertOptions,
  revert: (items: readonly RevertItem[], settings: RevertSettings) => Promise<readonly RevertResult[]>,
): Promise<boolean> {
  const taskOfItem = new Map(tasks.flatMap((task) => openItems(task).map((item) => [item, task] as const)));
  const items = [...taskOfItem.keys()].sort((a, b) => b.sequence - a.sequence);
  const onPlanned = (results: readonly RevertResult[]) => {
    reverts.clear();
    const done = results.filter(({ isApplied, problems }) => isApplied || problems.length === 0);
    for (const [objectId, ofObject] of Map.groupBy(done, ({ item }) => item.objectId))
      reverts.set(
        objectId,
        ofObject.map(({ item }) => item.sequence),
      );
  };
  const results = await revert(items, { onConflict: force ? 'force' : 'skip', onPlanned, lists });
  for (const result of results) taskOfItem.get(result.item)?.items.set(result.item, result);
  return results.some(({ isApplied }) => isApplied);
}

/** Returns the version that an object has in this transaction. */
const versionOf = ({ versions }: TrackedState, { object, version }: ObjectRevert) =>
  versions.get(object.objectId) ?? version;

const deletionsOf = ({ object: { events } }: ObjectRevert) =>
  events.filter(({ verb }) => verb === 'deleted').map(({ sequence }) => sequence);

async function deleteAllProducts(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
  { force, wouldBeGone }: RevertOptions,
): Promise<boolean> {
  const tasksToDelete = tasks
    .filter(({ aim }) => aim === 'delete')
    .sort((a, b) => (b.object.events.at(-1)?.sequence ?? 0) - (a.object.events.at(-1)?.sequence ?? 0));
  for (const task of tasksToDelete) tracked.reverts.set(task.object.objectId, sequencesOf(task));
  const results = await deleteProducts(
    tracked.context,
    tasksToDelete.map((task) => ({
      ref: encodeId('Product', task.object.objectId),
      ifVersion: force ? null : versionOf(tracked, task),
    })),
    localized('delete-variants-before'),
  );
  for (const [index, task] of tasksToDelete.entries()) {
    const rejection = results[index]?.refusal ?? null;
    settle(task, 'deleted', (await isKeptByDeletedVariants(rejection, wouldBeGone)) ? null : rejection);
  }
  return results.some(({ refusal }) => refusal === null);
}

/**
 * Returns true if only variants that earlier chunks of a dry run have deleted and restored prevent the deletion of a
 * model.
 */
async function isKeptByDeletedVariants(
  rejection: DomainError | null,
  wouldBeGone: RevertOptions['wouldBeGone'],
): Promise<boolean> {
  if (wouldBeGone === undefined || !(rejection instanceof Conflict) || rejection.code !== 'has-variants')
    return false;
  const ids = rejection.usedBy.flatMap(({ id }) => decodeIdOf('Product', id) ?? []);
  const deletedIds = await wouldBeGone(ids);
  return ids.every((id) => deletedIds.has(id));
}

async function deleteAllEntities(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
  { force }: RevertOptions,
): Promise<boolean> {
  const tasksToDelete = tasks.filter(({ aim }) => aim === 'delete');
  return each(tracked, tasksToDelete, 'deleted', (task) =>
    deleteEntity.handler(tracked.context, {
      entityType: entityTypeOf(task),
      code: encodeId('Entity', task.object.objectId),
      ifVersion: force ? null : versionOf(tracked, task),
    }),
  );
}

const entityTypeOf = ({ object: { events } }: ObjectRevert) => String(events[0]?.data.entity_type ?? '');

/**
 * Sorts objects: first those changed before their deletion, the latest of it first: one may have taken a SKU or value
 * of an object that was deleted earlier, and gives it back once its change is taken back. Then the others, oldest
 * first: objects deleted with a model come back with it.
 */
function toRestore(tasks: readonly ObjectRevert[]): readonly (readonly ObjectRevert[])[] {
  const sequenceOf = ({ object }: ObjectRevert) => object.events[0]?.sequence ?? 0;
  const remainingTasks = tasks
    .filter(({ aim }) => aim === 'restore')
    .sort((a, b) => sequenceOf(a) - sequenceOf(b));
  const isChanged = ({ items }: ObjectRevert) => items.size > 0;
  return [remainingTasks.filter(isChanged).reverse(), remainingTasks.filter((task) => !isChanged(task))];
}

async function restoreAllProducts(tracked: TrackedState, tasks: readonly ObjectRevert[]): Promise<boolean> {
  const [changed = [], others = []] = toRestore(tasks);
  const tasksToRestore = [...changed, ...others];
  for (const task of tasksToRestore) tracked.reverts.set(task.object.objectId, sequencesOf(task));
  const mayReturn = tasks.filter(({ onReturn }) => onReturn !== null);
  for (const task of mayReturn) tracked.reverts.set(task.object.objectId, deletionsOf(task));
  const results: (DomainError | null)[] = [];
  for (const part of [changed, others])
    results.push(
      ...(await restoreDeleted(
        tracked.context,
        part.map(({ object, version }) => ({ id: object.objectId, version })),
        (id) => tracked.restored.has(id),
      )),
    );
  for (const [index, task] of tasksToRestore.entries()) settle(task, 'restored', results[index] ?? null);
  for (const task of mayReturn.filter(({ object }) => tracked.restored.has(object.objectId))) {
    task.onReturn?.();
    task.onReturn = null;
  }
  return results.some((rejection) => rejection === null);
}

async function restoreAllEntities(tracked: TrackedState, tasks: readonly ObjectRevert[]): Promise<boolean> {
  return each(tracked, toRestore(tasks).flat(), 'restored', (task) =>
    restoreEntity.handler(tracked.context, {
      entityType: entityTypeOf(task),
      code: encodeId('Entity', task.object.objectId),
    }),
  );
}

async function each(
  { reverts }: TrackedState,
  tasks: readonly ObjectRevert[],
  outcome: 'deleted' | 'restored',
  run: (task: ObjectRevert) => Promise<unknown>,
): Promise<boolean> {
  let hasProgress = false;
  for (const task of tasks) reverts.set(task.object.objectId, sequencesOf(task));
  for (const task of tasks) {
    try {
      await run(task);
      settle(task, outcome, null);
      hasProgress = true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      settle(task, outcome, error);
    }
  }
  return hasProgress;
}

function toReverted(context: WriteContext, task: ObjectRevert, isChanged: boolean): RevertedObject {
  const { object, items, problem, outcome, by } = task;
  const problems = [...items].flatMap(([item, result]) =>
    (result?.problems ?? []).flatMap((itemProblem) =>
      itemProblem.isHidden === true ? [] : [{ ...itemProblem, sequence: item.sequence }],
    ),
  );
  const all = problem === null ? problems : [{ ...problem }, ...problems];
  const conflicts = all.map((itemProblem) =>
    toConflict(context, task, itemProblem, itemProblem === all[0] && problem !== null ? by : null),
  );
  const fallbackOutcome = conflicts.length > 0 ? 'skipped' : 'unchanged';
  const mayReturn = task.onReturn !== null && deletionsOf(task).length > 0;
  const isHidden = [...items.values()].some((result) =>
    result?.problems.some((itemProblem) => itemProblem.isHidden),
  );
  return {
    objectId: object.objectId,
    outcome: outcome ?? (isChanged ? 'updated' : fallbackOutcome),
    conflicts,
    isPending: mayReturn || isHidden,
  };
}

function toConflict(
  context: WriteContext,
  { object, later }: ObjectRevert,
  problem: RevertProblem & { readonly sequence: number },
  by: LaterEvent | null,
): RevertConflict {
  const { change, code, sequence } = problem;
  const isSince = (event: LaterEvent) =>
    event.sequence > sequence && (change === null || event.changeKeys.includes(changeKey(change)));
  const since = by ?? (code === CHANGED_SINCE ? later.find(isSince) : undefined);
  return redactedConflict(context, object, problem, since ?? null);
}

/** Returns a problem in its form for callers: those who may not read the object get no values. */
export function redactedConflict(
  { session }: WriteContext,
  { resource, objectId, ref }: Pick<ObjectToRevert, 'resource' | 'objectId' | 'ref'>,
  { change, code, message, present, sequence }: RevertProblem & { readonly sequence: number },
  since: LaterEvent | null,
): RevertConflict {
  const { type, scope } = RESOURCE_EVENTS[resource];
  const whole =
    since === null
      ? message
      : localized('with-last-change', { message, name: since.actor.name, sequence: since.sequence });
  const mayRead = hasScope(session, scope);
  return {
    type: resource,
    id: encodeId(type, objectId),
    ref,
    sequence,
    path: change?.path ?? null,
    channel: change?.channel ?? null,
    locale: change?.locale ?? null,
    wanted: mayRead ? (change?.old ?? null) : null,
    present: mayRead ? present : null,
    code,
    message: rendered(whole),
    text: isTranslated(whole) ? (whole as unknown as JsonObject) : null,
    changedBy: since?.actor ?? null,
    changedSequence: since?.sequence ?? null,
  };
}
