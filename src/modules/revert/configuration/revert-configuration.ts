import type { CellChange } from '../../../kernel/change.ts';
import { Conflict, DomainError, detailOf } from '../../../kernel/errors.ts';
import { textOf } from '../../../kernel/field-problem.ts';
import { decodeId } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { RevertItem, RevertProblem, RevertResult } from '../../../platform/ledger/revert.ts';
import { asJsonObject, type ResourcePatch } from '../../../platform/resource/resource.ts';
import { MAXIMUM_USERS_LISTED } from '../../../platform/resource/usages.ts';
import { describeResource, type ResourceItemResult } from '../../../platform/resource/write-resources.ts';
import {
  CONFIGURATION_RESOURCES,
  type ConfigurationItem,
  type ConfigurationKind,
  ENTITY_TYPE_WITHOUT_ATTRIBUTES,
  keyOfObject,
  stagesOf,
} from '../../configuration/index.ts';
import { purgeDeletedProducts } from '../../product/index.ts';
import {
  type ObjectRevert,
  openItems,
  problemCodeOf,
  sequencesOf,
  settle,
  type TrackedState,
} from '../object-revert.ts';
import { type DocumentRevert, documentBefore, revertDocument } from './revert-document.ts';

/** An object of the configuration whose changes are taken back, with the fields by which it is ordered. */
interface TaskItem extends ConfigurationItem {
  readonly task: ObjectRevert;
}

const kindOf = ({ object }: ObjectRevert) => object.resource as ConfigurationKind;

/** Returns the fields that identify an object. */
function keyFieldsOf({ object: { ref, events } }: ObjectRevert): ResourcePatch & { readonly code: string } {
  const optionSet = events[0]?.data.option_set;
  return { code: ref, ...(typeof optionSet === 'string' ? { optionSet } : {}) };
}

/** Creates deleted objects again, with their ids, each after what it refers to. Answers whether any came back. */
export async function restoreConfiguration(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
): Promise<boolean> {
  const newestFirst = tasks
    .filter(({ aim }) => aim === 'restore')
    .sort((a, b) => (b.object.events[0]?.sequence ?? 0) - (a.object.events[0]?.sequence ?? 0));
  const items = newestFirst.map((task): TaskItem => {
    const deletion = task.object.events.find(({ verb }) => verb === 'deleted');
    const document = documentBefore(CONFIGURATION_RESOURCES[kindOf(task)], deletion?.changes ?? []);
    return { kind: kindOf(task), task, patch: { ...document, ...keyFieldsOf(task) } };
  });
  for (const task of newestFirst) tracked.reverts.set(task.object.objectId, sequencesOf(task));
  const shells = new Set<TaskItem>();
  let hasProgress = false;
  for (const { kind, items: staged, asShells = false } of stagesOf(items)) {
    const open = staged.filter((item) => item.task.aim === 'restore' || shells.has(item));
    const isSecond = open.some((item) => shells.has(item));
    const { upsert } = CONFIGURATION_RESOURCES[kind];
    const { results } = await upsert.handler(tracked.context, {
      items: open.map(({ task, patch }) => ({
        patch: asShells ? { ...patch, ...ENTITY_TYPE_WITHOUT_ATTRIBUTES } : patch,
        identity: { id: task.object.objectId, version: task.version },
      })),
      mode: isSecond ? 'update' : 'create',
      errorPolicy: 'reject_failed',
    });
    for (const [index, item] of open.entries()) {
      const rejection = rejectionOf(results[index]);
      if (asShells && rejection === null) shells.add(item);
      settle(item.task, 'restored', rejection);
      hasProgress ||= rejection === null;
    }
  }
  return hasProgress;
}

const rejectionOf = (result: ResourceItemResult | undefined): DomainError | null =>
  result?.outcome === 'failed' ? result.refusal : null;

/** Writes the old values of fields that nobody has changed since. Answers whether anything was written. */
export async function updateConfiguration(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
  force: boolean,
): Promise<boolean> {
  const open = tasks.filter((task) => openItems(task).length > 0);
  let hasProgress = false;
  for (let remaining = open; remaining.length > 0; ) {
    const progress: ObjectRevert[] = [];
    for (const [kind, ofKind] of Map.groupBy(remaining.toReversed(), kindOf))
      progress.push(...(await updateKind(tracked, kind, ofKind, force)));
    hasProgress ||= progress.length > 0;
    // Others may be rejected because of what was written just now.
    remaining = progress.length === 0 ? [] : remaining.filter((task) => openItems(task).length > 0);
  }
  return hasProgress;
}

/** Takes back updates of objects of one kind; returns those that were written. */
async function updateKind(
  { context, reverts }: TrackedState,
  kind: ConfigurationKind,
  tasks: readonly ObjectRevert[],
  force: boolean,
): Promise<readonly ObjectRevert[]> {
  const resource = CONFIGURATION_RESOURCES[kind];
  const keys = tasks.map((task) => keyOfObject(kind, keyFieldsOf(task)));
  const stored = await resource.store.load(context, context.session.organizationId, keys, true);
  const rejected = new Map<ObjectRevert, Map<CellChange, RevertProblem>>();
  const written: ObjectRevert[] = [];
  let attempts = tasks.flatMap((task, index) => {
    const object = stored.get(keys[index] ?? '');
    return object?.id === task.object.objectId ? [{ task, document: asJsonObject(object.document) }] : [];
  });
  for (const task of tasks.filter((one) => !attempts.some((attempt) => attempt.task === one)))
    for (const item of openItems(task)) task.items.set(item, deletedResult(item, task));
  while (attempts.length > 0) {
    const planned = attempts.map(({ task, document }) => {
      const problems = rejected.get(task) ?? new Map<CellChange, RevertProblem>();
      const isExcluded = (change: CellChange) => problems.has(change);
      const plan = revertDocument(resource, document, openItems(task), { force, isExcluded });
      return { task, document, plan, problems };
    });
    const toWrite = planned.filter(({ plan }) => Object.keys(plan.patch).length > 0);
    for (const entry of toWrite) reverts.set(entry.task.object.objectId, revertedSequences(entry));
    const { results } = await resource.upsert.handler(context, {
      items: toWrite.map(({ task, plan }) => ({ patch: { ...plan.patch, ...keyFieldsOf(task) } })),
      mode: 'update',
      errorPolicy: 'reject_failed',
    });
    const failures = new Map(toWrite.map((entry, index) => [entry, rejectionOf(results[index])]));
    for (const entry of planned) {
      const rejection = failures.get(entry) ?? null;
      if (rejection !== null) {
        rejected.set(entry.task, withRejected(entry.plan.changesByField, entry.problems, rejection));
        continue;
      }
      const isWritten = failures.has(entry);
      if (isWritten) written.push(entry.task);
      recordResults(entry.task, entry.plan, entry.problems);
    }
    // Those that a rule rejects are tried again without the fields that it names.
    attempts = planned.filter((entry) => (failures.get(entry) ?? null) !== null);
  }
  return written;
}

/** Returns the events that are taken back as a whole. */
function revertedSequences({
  task,
  plan,
  problems,
}: {
  readonly task: ObjectRevert;
  readonly plan: DocumentRevert;
  readonly problems: ReadonlyMap<CellChange, RevertProblem>;
}): readonly number[] {
  const remaining = new Set(plan.problems.map(({ item }) => item));
  return openItems(task)
    .filter((item) => !remaining.has(item) && !item.changes.some((change) => problems.has(change)))
    .map(({ sequence }) => sequence);
}

/** Adds the changes that a rejection names; all of them if it names no field. */
function withRejected(
  changesByField: DocumentRevert['changesByField'],
  problems: ReadonlyMap<CellChange, RevertProblem>,
  rejection: DomainError,
): Map<CellChange, RevertProblem> {
  const namedFields = rejection.errors.flatMap(({ path }) => path[0] ?? []);
  const isNamed = namedFields.some((field) => changesByField.has(field));
  const added = [...changesByField].flatMap(
    ([field, changes]): readonly (readonly [CellChange, RevertProblem])[] => {
      if (isNamed && !namedFields.includes(field)) return [];
      const error = rejection.errors.find(({ path }) => path[0] === field);
      const message = error === undefined ? detailOf(rejection) : textOf(error);
      const code = error?.code ?? problemCodeOf(rejection);
      return changes.map(({ change }) => [change, { change, code, message, present: null }]);
    },
  );
  return new Map<CellChange, RevertProblem>([...problems, ...added]);
}

function recordResults(
  task: ObjectRevert,
  { changesByField, problems: conflicts }: DocumentRevert,
  rejected: ReadonlyMap<CellChange, RevertProblem>,
): void {
  const done = new Set([...changesByField.values()].flat().map(({ item }) => item));
  for (const item of openItems(task)) {
    const problems = [
      ...conflicts.flatMap((conflict) => (conflict.item === item ? [conflict.problem] : [])),
      ...item.changes.flatMap((change) => rejected.get(change) ?? []),
    ];
    const result: RevertResult = { item, isApplied: done.has(item), problems };
    task.items.set(item, result);
  }
}

function deletedResult(item: RevertItem, task: ObjectRevert): RevertResult {
  const message = localized('deleted', { kind: describeResource(kindOf(task)), ref: item.ref });
  return { item, isApplied: false, problems: [{ change: null, code: 'deleted', message, present: null }] };
}

/**
 * Deletes objects that nothing else uses, users before what they use. Products in the trash use objects too: where they
 * keep one, those whose creation is taken back as well go for good, because nothing could bring them back without it.
 * Answers whether any object was deleted.
 */
export async function deleteConfiguration(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
  products: readonly ObjectRevert[],
): Promise<boolean> {
  const trashIds = products.filter(isCreationReverted).map(({ object }) => object.objectId);
  for (let hasProgress = false; ; hasProgress = true) {
    const rejections = await deleteUnused(tracked, tasks);
    const blockers = [...rejections.values()].flatMap(usersOf).filter((id) => trashIds.includes(id));
    const hasPurged =
      blockers.length > 0 && (await purgeDeletedProducts(tracked.context, trashIds, blockers));
    if (!hasPurged) return hasProgress || tasks.some(({ outcome }) => outcome === 'deleted');
  }
}

/** Returns true for an object that is deleted, and whose creation is among the changes to take back. */
const isCreationReverted = ({ outcome, onReturn }: ObjectRevert): boolean =>
  outcome === 'deleted' || onReturn !== null;

async function deleteUnused(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
): Promise<ReadonlyMap<ObjectRevert, DomainError>> {
  const tasksToDelete = tasks.filter(({ aim }) => aim === 'delete');
  if (tasksToDelete.length === 0) return new Map();
  const ordered = await usersFirst(tracked, tasksToDelete);
  const rejections = await deleteEach(tracked, ordered);
  const circular = findCircle(rejections);
  const types = [...circular].filter((task) => kindOf(task) === 'entity_type');
  if (types.length > 0) {
    for (const task of types) tracked.reverts.set(task.object.objectId, sequencesOf(task));
    await CONFIGURATION_RESOURCES.entity_type.upsert.handler(tracked.context, {
      items: types.map((task) => ({ patch: { ...ENTITY_TYPE_WITHOUT_ATTRIBUTES, ...keyFieldsOf(task) } })),
      mode: 'update',
      errorPolicy: 'reject_all',
    });
    await deleteEach(tracked, [...circular]);
  }
  return rejections;
}

/** Returns the objects (UUIDs) that a rejection names as users. */
const usersOf = (rejection: DomainError): readonly string[] =>
  rejection instanceof Conflict ? rejection.usedBy.map(({ id }) => decodeId(id)?.uuid ?? '') : [];

/** Deletes objects until a rule rejects all that remain; returns their rejections. */
async function deleteEach(
  tracked: TrackedState,
  tasks: readonly ObjectRevert[],
): Promise<ReadonlyMap<ObjectRevert, DomainError>> {
  let rejections = new Map<ObjectRevert, DomainError>();
  for (let remaining = tasks, count = -1; remaining.length !== count; ) {
    count = remaining.length;
    rejections = new Map();
    for (const task of remaining) {
      tracked.reverts.set(task.object.objectId, sequencesOf(task));
      const rejection = await deleteOne(tracked, task);
      settle(task, 'deleted', rejection);
      if (rejection !== null) rejections.set(task, rejection);
    }
    remaining = [...rejections.keys()];
  }
  return rejections;
}

async function deleteOne({ context }: TrackedState, task: ObjectRevert): Promise<DomainError | null> {
  try {
    await CONFIGURATION_RESOURCES[kindOf(task)].delete.handler(context, { patch: keyFieldsOf(task) });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Returns objects in the opposite order of their references, the newest first. */
async function usersFirst(
  { context }: TrackedState,
  tasks: readonly ObjectRevert[],
): Promise<readonly ObjectRevert[]> {
  const items: TaskItem[] = [];
  for (const [kind, ofKind] of Map.groupBy(tasks, kindOf)) {
    const keys = ofKind.map((task) => keyOfObject(kind, keyFieldsOf(task)));
    const { store } = CONFIGURATION_RESOURCES[kind];
    const stored = await store.load(context, context.session.organizationId, keys, true);
    for (const [index, task] of ofKind.entries()) {
      const document = asJsonObject(stored.get(keys[index] ?? '')?.document ?? { code: task.object.ref });
      items.push({ kind, task, patch: { ...document, ...keyFieldsOf(task) } });
    }
  }
  const createdAt = ({ task }: TaskItem) => task.object.events.at(-1)?.sequence ?? 0;
  const staged = stagesOf(items.sort((a, b) => createdAt(b) - createdAt(a))).toReversed();
  return [...new Set(staged.flatMap((stage) => stage.items.map(({ task }) => task)))];
}

/**
 * Returns the rejected objects that only others of them use. A rejection that names the maximum number of users may
 * have more.
 */
function findCircle(rejections: ReadonlyMap<ObjectRevert, DomainError>): ReadonlySet<ObjectRevert> {
  const allUsersOf = ([, rejection]: readonly [ObjectRevert, DomainError]) => {
    const users = usersOf(rejection);
    return users.length < MAXIMUM_USERS_LISTED ? users : [];
  };
  let candidates = [...rejections].filter((entry) => allUsersOf(entry).length > 0);
  for (let count = -1; candidates.length !== count; ) {
    count = candidates.length;
    const ids = new Set(candidates.map(([task]) => task.object.objectId));
    candidates = candidates.filter((entry) => allUsersOf(entry).every((id) => ids.has(id)));
  }
  return new Set(candidates.map(([task]) => task));
}
