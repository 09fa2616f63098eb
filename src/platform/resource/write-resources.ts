import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { Conflict, type DomainError, NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, joinedMessages, type Usage } from '../../kernel/field-problem.ts';
import { isJsonObject, type JsonObject, type JsonValue, jsonEquals } from '../../kernel/json.ts';
import type { ResourceChange } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import {
  type ChangesByVersion,
  findConflicts,
  loadChangesSince,
  versionCheckOf,
} from '../ledger/find-conflicts.ts';
import { newId } from '../new-id.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { applyPatch, diffDocuments } from './change-document.ts';
import {
  asJsonObject,
  type ResourceDefinition,
  type ResourceDocument,
  type ResourcePatch,
  type StoredDocument,
  storedKeyOf,
  type Usages,
} from './resource.ts';
import { bumpStructureRevision, lockStructure } from './structure-revision.ts';
import { camelCase, snakeCase } from './table-store.ts';
import { MAXIMUM_USERS_COUNTED } from './usages.ts';

export type WriteMode = 'upsert' | 'create' | 'update';
export type WriteOutcome = 'created' | 'updated' | 'unchanged';

/** One item of a write: the document's key fields and what to change. */
export interface ResourceItem {
  /** Key fields (`code`, for options also `optionSet`) and the fields to set. */
  readonly patch: ResourcePatch & { readonly code: string };
  /** Version that the object must have: any later change is a conflict. */
  readonly ifVersion?: number | null | undefined;
  /** Id (UUID) and last version of a deleted object that the item creates again. */
  readonly identity?: { readonly id: string; readonly version: number } | undefined;
  /** Version that the item is based on: later changes of the same fields are conflicts, those of others stay. */
  readonly baseVersion?: number | null | undefined;
}

/** Result of one item, in the order of the input. */
export type ResourceItemResult =
  | { readonly outcome: WriteOutcome; readonly id: string; readonly code: string; readonly version: number }
  | { readonly outcome: 'failed'; readonly code: string; readonly refusal: DomainError };

interface ResourceWritePlan<Document> {
  readonly index: number;
  readonly key: string;
  readonly stored: StoredDocument<Document> | null;
  readonly identity: ResourceItem['identity'];
  readonly next: Document;
  /** Problems of the patch itself. */
  readonly problems: readonly FieldProblem[];
}

/** A plan that passed, and its effect: a second item for a document that the batch creates does not create it. */
interface AcceptedWritePlan<Document> extends ResourceWritePlan<Document> {
  readonly outcome: WriteOutcome;
}

/** Returns the outcome for an item whose object is new or has these changes. */
export function outcomeOf(isNew: boolean, changes: readonly CellChange[]): WriteOutcome {
  return isNew ? 'created' : changes.length > 0 ? 'updated' : 'unchanged';
}

/** An object as a batch has changed it so far. */
interface PendingObject {
  /** Null for an object that the batch creates. */
  readonly stored: { readonly version: number } | null;
  readonly changes: readonly unknown[];
}

/** Returns true if an object has to be stored. */
export const isChanged = ({ stored, changes }: PendingObject): boolean =>
  stored === null || changes.length > 0;

/** Returns the version an object has once it is stored. */
export const versionAfter = (object: PendingObject): number =>
  (object.stored?.version ?? 0) + (isChanged(object) ? 1 : 0);

/** A batch during validation. */
interface Batch<Document extends ResourceDocument, References> {
  readonly definition: ResourceDefinition<Document, References>;
  readonly items: readonly ResourceItem[];
  readonly mode: WriteMode;
  readonly keyOf: (document: ResourcePatch) => string;
  readonly stored: ReadonlyMap<string, StoredDocument<Document>>;
  /** Documents that passed, each as the last item for it left it. */
  readonly accepted: Map<string, Document>;
  readonly later: ChangesByVersion;
}

/**
 * Writes any number of documents of one kind in a constant number of statements: the one core below create, update,
 * upsert, batch and import. Items that break a rule are returned as `failed` and leave no trace; the caller decides
 * if that rejects the whole. Later items of the batch see earlier ones.
 */
export async function writeResources<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  items: readonly ResourceItem[],
  mode: WriteMode,
): Promise<readonly ResourceItemResult[]> {
  const keyOf = (document: ResourcePatch) => storedKeyOf(definition, document);
  await lockStructure(context);
  const stored = await definition.store.load(
    context,
    context.session.organizationId,
    items.map(({ patch }) => keyOf(patch)),
    true,
  );
  const seenObjects = items.flatMap((item) =>
    versionCheckOf(stored.get(keyOf(item.patch)), seenVersionOf(item)),
  );
  const later = await loadChangesSince(context, seenObjects);
  const batch = { definition, items, mode, keyOf, stored, accepted: new Map<string, Document>(), later };
  const references = await loadReferences(context, batch);
  const results: (ResourceItemResult | undefined)[] = [];
  const plans: AcceptedWritePlan<Document>[] = [];
  for (const [index, item] of items.entries()) {
    await yieldToEventLoop();
    const key = keyOf(item.patch);
    const plan = {
      index,
      key,
      stored: stored.get(key) ?? null,
      identity: item.identity,
      ...applyItem(batch, item, batch.accepted.get(key)),
    };
    const before = batch.accepted.get(key) ?? plan.stored?.document;
    const rejection = (await precheck(context, batch, item, plan)) ?? validate(batch, item, plan, references);
    if (rejection === null) plans.push({ ...plan, outcome: outcomeWithinBatch(batch, key, before) });
    else results[index] = { outcome: 'failed', code: item.patch.code, refusal: rejection };
  }
  await placeNew(context, batch, plans);
  await storeAccepted(context, definition, plans, batch.accepted, results);
  return results as readonly ResourceItemResult[];
}

/** Largest number that a position can be stored as. */
const LAST_POSITION = 2 ** 31 - 1;

/**
 * Puts new documents whose items give no position behind the last one, in the order of the items, as single writes
 * would.
 */
async function placeNew<Document extends ResourceDocument, References>(
  context: WriteContext,
  { definition, items, stored, accepted }: Batch<Document, References>,
  plans: readonly AcceptedWritePlan<Document>[],
): Promise<void> {
  const { positions } = definition.store;
  if (positions === undefined) return;
  const requested = new Map<string, JsonValue>();
  for (const { index, key } of plans) {
    const position = items[index]?.patch.sortOrder;
    if (position !== undefined) requested.set(key, position);
  }
  const isUnplaced = (key: string) => !stored.has(key) && (requested.get(key) ?? null) === null;
  const unplaced = [...accepted].filter(([key]) => isUnplaced(key));
  if (unplaced.length === 0) return;
  const owners = unplaced.map(([, document]) => positions.ownerOf(document));
  const last = new Map(await positions.loadLast(context, context.session.organizationId, owners));
  for (const [key, document] of accepted) {
    const owner = positions.ownerOf(document);
    const before = last.get(owner) ?? -1;
    const position = isUnplaced(key)
      ? Math.min(before + 1, LAST_POSITION)
      : Number(asJsonObject(document).sortOrder);
    last.set(owner, Math.max(before, position));
    accepted.set(key, { ...document, sortOrder: position });
  }
}

function outcomeWithinBatch<Document extends ResourceDocument, References>(
  { definition, accepted }: Batch<Document, References>,
  key: string,
  before: Document | undefined,
): WriteOutcome {
  const after = accepted.get(key);
  if (before === undefined || after === undefined) return 'created';
  return outcomeOf(false, diffDocuments(before, after, definition.localized, definition.worded));
}

/** Applies an item to a document: to one that the batch has changed already, or to the stored one. */
function applyItem<Document extends ResourceDocument, References>(
  { definition, keyOf, stored }: Batch<Document, References>,
  { patch }: ResourceItem,
  changed: Document | undefined,
): Pick<ResourceWritePlan<Document>, 'next' | 'problems'> {
  const { localized: texts, merged, memberPatches } = definition;
  const blank = definition.blank(patch);
  const current = changed ?? stored.get(keyOf(patch))?.document ?? blank;
  if (memberPatches === undefined)
    return { next: applyPatch(current, patch, blank, texts, merged), problems: [] };
  const fields = Object.entries(patch).filter(([key]) => !memberPatches.keys.includes(key));
  const next = applyPatch(current, Object.fromEntries(fields), blank, texts, merged);
  if (fields.length === Object.keys(patch).length) return { next, problems: [] };
  const { document, problems } = memberPatches.apply(next, patch);
  return { next: document, problems };
}

/**
 * Loads what the rules need for all possible results of the items. Of several items for one document, any may be
 * rejected, so each counts both on top of those before it and by itself.
 */
async function loadReferences<Document extends ResourceDocument, References>(
  context: WriteContext,
  batch: Batch<Document, References>,
): Promise<References> {
  const { definition, items, keyOf, stored } = batch;
  const latest = new Map<string, Document>();
  const next: Document[] = [];
  const current: (Document | null)[] = [];
  for (const item of items) {
    const key = keyOf(item.patch);
    const before = stored.get(key)?.document ?? null;
    if (before === null && codeProblem(definition, item.patch.code) !== null) continue;
    const changed = latest.get(key);
    const candidates = [
      applyItem(batch, item, changed).next,
      ...(changed ? [applyItem(batch, item, undefined).next] : []),
    ];
    next.push(...candidates);
    current.push(...candidates.map(() => before));
    if (candidates[0] !== undefined) latest.set(key, candidates[0]);
  }
  return definition.references(context, next, current);
}

/** Checks one plan by the room's rules; puts the canonical document into `accepted`. */
function validate<Document extends ResourceDocument, References>(
  { definition, accepted }: Batch<Document, References>,
  { patch }: ResourceItem,
  { key, stored, next, problems: patchProblems }: ResourceWritePlan<Document>,
  references: References,
): DomainError | null {
  const before = stored?.document ?? null;
  const { document, problems, refusal } = definition.check(next, before, references, accepted);
  const { memberPatches } = definition;
  const located = problems.map((problem) =>
    memberPatches === undefined
      ? problem
      : { ...problem, path: memberPatches.pathInPatch(next, patch, problem.path) },
  );
  const all = [...patchProblems, ...located];
  if (all.length > 0) return ValidationFailed.of(all);
  if (refusal !== undefined && refusal !== null) return refusal;
  if (before !== null) {
    const changed = definition.immutable.filter((field) =>
      diffDocuments(before, document, []).some(({ path }) => path === snakeCase(field)),
    );
    if (changed.length > 0) {
      const reason = localized('once-stored', { kind: describeResource(definition.resource) });
      return immutableProperty(changed, reason);
    }
  }
  accepted.set(key, document);
  return null;
}

const alreadyExists = (kind: string, ref: string): Message =>
  localized(/^[aeiou]/i.test(kind) ? 'already-exists-an' : 'already-exists', { kind, ref });

/** Returns the rejection to change properties; `reason` ends the sentence: "… cannot be changed once values exist". */
export function immutableProperty(fields: readonly string[], reason: Message): Conflict {
  const errors = fields.map((name) =>
    fieldProblem('immutable-property', [name], localized('property-immutable', { name, reason })),
  );
  return new Conflict('immutable-property', joinedMessages(errors), { errors });
}

async function precheck<Document extends ResourceDocument, References>(
  context: WriteContext,
  { definition, mode, accepted, later }: Batch<Document, References>,
  item: ResourceItem,
  { key, stored }: ResourceWritePlan<Document>,
): Promise<DomainError | null> {
  const { code } = item.patch;
  const noun = describeResource(definition.resource);
  const seenVersion = seenVersionOf(item);
  if (stored === null && !accepted.has(key)) {
    if (mode === 'update' || seenVersion !== null) return NotFound.of(noun, code);
    const problem = codeProblem(definition, code);
    return problem === null ? null : ValidationFailed.of([problem]);
  }
  if (mode === 'create') {
    const message = alreadyExists(noun, stored?.document.code ?? code);
    return new Conflict('duplicate-code', message, {
      errors: [fieldProblem('not-unique', ['code'], message, { value: code })],
    });
  }
  if (stored === null || seenVersion === null) return null;
  const overlaps = (change: CellChange) => writesChange(definition, item.patch, change);
  const mismatch = await findConflicts(context, stored, seenVersion, overlaps, later);
  const isExact = (item.ifVersion ?? null) !== null || seenVersion > stored.version;
  return isExact || (mismatch?.conflicts.length ?? 0) > 0 ? mismatch : null;
}

const seenVersionOf = ({ ifVersion, baseVersion }: ResourceItem): number | null =>
  ifVersion ?? baseVersion ?? null;

/**
 * Returns true if a patch writes what a change has changed: of texts the locale, of merged fields the key, of lists the
 * member.
 */
function writesChange<Document extends ResourceDocument, References>(
  { localized: texts, merged = [], worded = [], memberPatches }: ResourceDefinition<Document, References>,
  patch: ResourcePatch,
  change: CellChange,
): boolean {
  if (memberPatches?.writesChange(patch, change)) return true;
  const field = camelCase(change.path);
  const value = patch[field];
  if (value === undefined || !isJsonObject(value)) return value !== undefined;
  if ((texts as readonly string[]).includes(field)) return change.locale === null || change.locale in value;
  if (!(merged as readonly string[]).includes(field)) return true;
  const [old, now] = [change.old, change.new].map((side) => foldKeys(isJsonObject(side) ? side : {}));
  // Changes have wire names; a patch has them in camelCase.
  const nameOf = (key: string) =>
    foldKey((worded as readonly string[]).includes(field) ? snakeCase(key) : key);
  return Object.keys(value).some((key) => {
    const name = nameOf(key);
    return !jsonEquals(old?.get(name) ?? null, now?.get(name) ?? null);
  });
}

const foldKeys = (object: JsonObject) =>
  new Map(Object.entries(object).map(([key, value]) => [foldKey(key), value ?? null]));

function codeProblem<Document extends ResourceDocument, References>(
  definition: ResourceDefinition<Document, References>,
  code: string,
): FieldProblem | null {
  if (definition.codeRule.pattern.test(code)) return null;
  return fieldProblem(
    'invalid-code',
    ['code'],
    localized('code-with-hint', { ref: code, hint: definition.codeRule.hint }),
    { value: code },
  );
}

export const describeResource = (resource: string) => resource.replaceAll('_', ' ');

/** Stores what passed, each key once with its last document, and fills in the results. */
async function storeAccepted<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  plans: readonly AcceptedWritePlan<Document>[],
  accepted: ReadonlyMap<string, Document>,
  results: (ResourceItemResult | undefined)[],
): Promise<void> {
  const written = new Map<string, ResourceChange<Document> & { after: Document }>();
  for (const { key, stored, identity } of plans) {
    const after = accepted.get(key);
    if (after === undefined || written.has(key)) continue;
    const before = stored?.document ?? null;
    const changes =
      before === null ? [] : diffDocuments(before, after, definition.localized, definition.worded);
    const changed = before === null || changes.length > 0;
    const version = ((stored ?? identity)?.version ?? 0) + (changed ? 1 : 0);
    written.set(key, { id: (stored ?? identity)?.id ?? newId(), version, before, after, changes });
  }
  const changed = [...written.values()].filter(
    ({ before, changes }) => before === null || changes.length > 0,
  );
  const rowOf = ({ id, version, after }: (typeof changed)[number]) => ({ id, version, document: after });
  await definition.store.insert(context, changed.filter(({ before }) => before === null).map(rowOf));
  await definition.store.update(context, changed.filter(({ before }) => before !== null).map(rowOf));
  for (const { id, version, before, after, changes } of changed) {
    const verb = before === null ? 'created' : 'updated';
    const data = definition.eventData?.(after) ?? {};
    context.emit({
      resource: definition.resource,
      verb,
      objectId: id,
      ref: after.code,
      version,
      changes,
      data,
    });
  }
  if (changed.length > 0) {
    await propagateChanges(context, definition, changed);
  }
  for (const { index, key, outcome } of plans) {
    const row = written.get(key);
    if (results[index] !== undefined || row === undefined) continue;
    const isSame = row.before !== null && row.changes.length === 0;
    results[index] = {
      outcome: isSame ? 'unchanged' : outcome,
      id: row.id,
      code: row.after.code,
      version: row.version,
    };
  }
}

/** Applies the consequences of changed documents: here, and in other modules in their order. */
export async function propagateChanges<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  changed: readonly ResourceChange<Document>[],
): Promise<void> {
  // The new revision comes first: reads of the structure from here on cache it under that number.
  await bumpStructureRevision(context);
  await definition.afterWrite?.(context, changed);
  for (const { onConfigurationChanged } of context.modules)
    await onConfigurationChanged?.[definition.resource]?.(context, changed);
}

/**
 * Returns the rejection of a change that takes something away from its users, or null when there is none; names the
 * first three. `subject` begins the sentence: "The locale 'de_DE'" … "is used by channel 'shop'."
 */
export function resourceInUse(
  subject: Message,
  usages: readonly Usage[] | Usages | undefined,
): Conflict | null {
  if (usages === undefined) return null;
  const {
    users,
    total,
    note = null,
  } = 'users' in usages ? usages : { users: usages, total: usages.length, note: null };
  if (total === 0) return null;
  const firstNames = users
    .slice(0, 3)
    .map(({ type, code }) =>
      localized('user-name', { kind: describeResource(snakeCase(type)).trim(), ref: code }),
    );
  const names = firstNames.reduce((first, second) => localized('two-listed', { first, second }));
  const count = total - firstNames.length;
  const moreKey = total > MAXIMUM_USERS_COUNTED ? 'used-by-many' : 'used-by-more';
  const sentence =
    count > 0
      ? localized(moreKey, { subject, users: names, count })
      : localized('used-by', { subject, users: names });
  return new Conflict(
    'resource-in-use',
    note === null ? sentence : localized('two-sentences', { first: sentence, second: note }),
    { usedBy: users.map((usage) => ({ ...usage })) },
  );
}
