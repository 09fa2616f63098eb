import { NotFound, ValidationFailed, VersionMismatch } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { defineRead, defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { ROLES, type ScopeExpression } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { newId } from '../../platform/new-id.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { countViews, deleteView, insertView, lockView, updateView } from './saved-view.store.ts';
import type { SavedView, ViewColumn, ViewContent, ViewResource } from './saved-view.ts';
import { checkView, MAX_VIEWS } from './saved-view-rules.ts';

export const READ_SCOPE: ScopeExpression = 'products:read';
/** Everybody who signs in may keep views of what they may read; a token that may only read keeps none. */
const WRITE: ScopeExpression = {
  anyOf: ['products:write', { allOf: ['products:read', { sessionRole: ROLES }] }],
};
const SHARE: ScopeExpression = 'products:write';

type Maybe<Value> = Value | null | undefined;

/** Fields that can be written; a field that is left out stays, null is the default. */
export interface ViewPatch {
  readonly name?: Maybe<string>;
  readonly shared?: Maybe<boolean>;
  readonly filter?: JsonValue | undefined;
  readonly sort?: Maybe<ViewContent['sort']>;
  readonly columns?: Maybe<readonly ViewColumn[]>;
}

export interface CreateSavedViewInput extends ViewPatch {
  readonly name: string;
  readonly resource: ViewResource;
}

/** Result of a write. */
export interface SavedViewResult {
  /** `svw_…` */
  readonly id: string;
}

export interface SavedViewIdInput {
  readonly id: string;
  readonly ifVersion?: Maybe<number>;
}

/** Keeps a search with its columns. */
export const createSavedView = defineWrite({
  name: 'createSavedView',
  scope: WRITE,
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(
    context: WriteContext,
    { resource, ...patch }: CreateSavedViewInput,
  ): Promise<SavedViewResult> {
    const { userId } = context.session;
    const blank = { name: '', shared: false, filter: {}, sort: [], columns: [] };
    const view = { ...blank, id: newId(), ownerId: userId, resource, version: 1 };
    const next = patched(view, patch);
    await check(context, next, null);
    await insertView(context, next);
    return { id: encodeId('SavedView', next.id) };
  },
});

/** Changes a view: one's own, or one that is shared. */
export const updateSavedView = defineWrite({
  name: 'updateSavedView',
  scope: WRITE,
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { id, ifVersion, patch }: SavedViewIdInput & { readonly patch: ViewPatch },
  ): Promise<SavedViewResult> {
    const current = await requireView(context, { id, ifVersion });
    const next = patched(current, patch);
    await check(context, next, current);
    if (JSON.stringify(next) !== JSON.stringify(current)) await updateView(context, next);
    return { id };
  },
});

/** Deletes a view: one's own, or one that is shared. */
export const deleteSavedView = defineWrite({
  name: 'deleteSavedView',
  scope: WRITE,
  effect: 'destroy',
  retry: 'safe',
  errors: ['not-found', 'version-mismatch'],
  async handler(context: WriteContext, choice: SavedViewIdInput): Promise<SavedViewResult> {
    const view = await requireView(context, choice);
    if (view.shared) authorize(context.session, SHARE, 'Deleting a shared view');
    await deleteView(context, context.session.organizationId, view.id);
    return { id: choice.id };
  },
});

/** Returns the views that a caller sees: their own and those shared, as Prisma takes it. */
export const viewsVisibleTo = ({ organizationId, userId }: Pick<Session, 'organizationId' | 'userId'>) => ({
  organizationId,
  OR: [{ shared: true }, ...(userId === null ? [] : [{ ownerId: userId }])],
});

export interface SavedViewListInput extends PageRequest {
  readonly shared?: Maybe<boolean>;
  readonly query: object;
}

/** Lists one's own views and those shared, by name. */
export const listSavedViews = defineRead({
  name: 'listSavedViews',
  scope: READ_SCOPE,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { query, shared, ...page }: SavedViewListInput,
  ) =>
    keysetPage(
      cursors,
      prisma.savedView,
      {
        name: 'saved-views',
        where: { ...viewsVisibleTo(session), ...(typeof shared === 'boolean' ? { shared } : {}) },
        sort: [{ field: 'name' }, { field: 'id' }],
        query,
      },
      page,
    ),
});

/** Returns one view by its id, or null. */
export const getSavedView = defineRead({
  name: 'getSavedView',
  scope: READ_SCOPE,
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { id, query }: { readonly id: string; readonly query: object },
  ) => {
    const { organizationId } = session;
    const key = { organizationId, id: decodeIdOf('SavedView', id) ?? '' };
    if (key.id === '') return Promise.resolve(null);
    return prisma.savedView.findUnique({
      ...query,
      where: { organizationId_id: key, ...viewsVisibleTo(session) },
    });
  },
});

function patched<View extends SavedView>(view: View, { filter, ...patch }: ViewPatch): View {
  if (filter !== undefined && filter !== null && !isJsonObject(filter)) {
    const message = localized('view-filter-form');
    throw ValidationFailed.of([fieldProblem('wrong-type', ['filter'], message)]);
  }
  return {
    ...view,
    name: patch.name === undefined ? view.name : (patch.name ?? '').trim(),
    shared: patch.shared === undefined ? view.shared : (patch.shared ?? false),
    filter: filter === undefined ? view.filter : (filter ?? {}),
    sort: patch.sort === undefined ? view.sort : (patch.sort ?? []).map(withoutNull),
    columns: patch.columns === undefined ? view.columns : (patch.columns ?? []).map(withoutNull),
  };
}

const withoutNull = <Item extends object>(item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  ) as Item;

/** @throws ValidationFailed, RequestError `insufficient-scope` where a shared view is written without the right to share */
async function check(context: WriteContext, next: SavedView, current: SavedView | null): Promise<void> {
  const { session } = context;
  if (next.shared || current?.shared) authorize(session, SHARE, 'Writing a shared view');
  const problems = [...checkView(next)];
  if (!next.shared && (next.ownerId === null || next.ownerId !== session.userId)) {
    const message = localized('view-not-own');
    problems.push(fieldProblem('value-not-allowed', ['shared'], message));
  }
  if (problems.length === 0 && next.shared !== current?.shared) {
    const count = await countViews(context, next.shared);
    const message = next.shared
      ? localized('too-many-shared-views', { max: MAX_VIEWS })
      : localized('too-many-own-views', { max: MAX_VIEWS });
    if (count >= MAX_VIEWS) problems.push(fieldProblem('too-many-items', ['shared'], message));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

async function requireView(context: WriteContext, { id, ifVersion }: SavedViewIdInput): Promise<SavedView> {
  const uuid = decodeIdOf('SavedView', id);
  const lockedView = uuid === null ? null : await lockView(context, uuid);
  if (lockedView === null) throw NotFound.of('saved view', id);
  if (ifVersion !== undefined && ifVersion !== null && ifVersion !== lockedView.version)
    throw new VersionMismatch(ifVersion, lockedView.version, []);
  return lockedView;
}
