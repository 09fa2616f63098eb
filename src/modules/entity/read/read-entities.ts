import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { CursorCodec, ListIdentity, Page } from '../../../kernel/page.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { readVisibleUntil } from '../../../platform/ledger/visible-until.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { pageSize } from '../../../platform/operation/keyset-page.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import {
  type ChangesRequest,
  defineRevisions,
  type FollowedPage,
  readSyncToken,
  walkChanges,
} from '../../event/index.ts';
import {
  type EntityFilter,
  hasTimeCondition,
  type Plan,
  prepareEntitySearch,
  type SortInput,
} from '../../search/index.ts';
import { hasDeletedEntity } from '../entity.store.ts';
import {
  countNamingEntities,
  findNamingEntities,
  type NamedEntity,
  type NamingEntity,
} from './naming-entities.store.ts';

const READ = 'entities:read';

/** Returns one entity by its type and its code or id, or null; deleted ones are not found. */
export const getEntity = defineRead({
  name: 'getEntity',
  scope: READ,
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { entityType, code, query }: EntityReference & { readonly query: object },
  ) =>
    prisma.entity.findFirst({
      ...query,
      where: {
        organizationId: session.organizationId,
        type: { is: { codeKey: foldKey(entityType) } },
        ...byCodeOrId(code),
        deletedAt: null,
      },
    }),
});

function byCodeOrId(code: string): { readonly id: string } | { readonly codeKey: string } {
  const id = decodeIdOf('Entity', code);
  return id === null ? { codeKey: foldKey(code) } : { id };
}

/** Returns true if an entity of this type and code is deleted. */
export const isEntityDeleted = defineRead({
  name: 'isEntityDeleted',
  scope: READ,
  errors: [],
  handler: (context: PrismaReadContext, ref: EntityReference) =>
    hasDeletedEntity(context, context.session.organizationId, ref),
});

export interface ListEntitiesInput extends ChangesRequest {
  readonly filter?: EntityFilter | null | undefined;
  readonly sort?: readonly SortInput[] | null | undefined;
  /** UUID of the entity whose children are listed. */
  readonly below?: string;
  /** The entity that they name in a value; itself is not listed. */
  readonly naming?: NamedEntity;
  readonly query: object;
}

/** Returns living entities that match a filter, by type and code unless a sort is given. */
export const listEntities = defineRead({
  name: 'listEntities',
  scope: READ,
  errors: [],
  handler: async (
    context: PrismaReadContext,
    { naming, ...input }: ListEntitiesInput,
  ): Promise<Page<Entity>> => {
    if (naming !== undefined) return listNaming(context, naming, input);
    return input.changedSince == null ? findEntities(context, input) : listChanged(context, input);
  },
});

async function findEntities(
  context: PrismaReadContext,
  {
    below,
    query,
    withSyncToken,
    withChangedUntil,
    filter,
    sort,
    first,
    after,
  }: Omit<ListEntitiesInput, 'naming'>,
): Promise<FollowedPage<Entity>> {
  const { prisma, session } = context;
  // Both are read before the page, so that whatever it does not see comes after them.
  const syncToken = withSyncToken === true ? await readSyncToken(context) : null;
  // A copy cannot tell which transactions of the original are open.
  const isTimed = withChangedUntil === true && hasTimeCondition(filter) && !context.isReplica;
  const changedUntil = isTimed ? await readVisibleUntil(context) : null;
  const within: Plan | undefined =
    below === undefined ? undefined : { kind: 'fact', facts: [['parent', below]] };
  const options = { within, size: pageSize(first) };
  const search = await prepareEntitySearch(context, { filter, sort, after }, options);
  const hits = await search.hits();
  const rows = await prisma.entity.findMany({
    ...query,
    where: { organizationId: session.organizationId, deletedAt: null, id: { in: hits.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  // An entity that was deleted after the search is left out.
  const pageItems = hits.slice(0, search.size).flatMap(({ id, position }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ row, position }];
  });
  return {
    items: pageItems.map(({ row }) => row),
    cursorAt: (index) => search.cursorAfter(pageItems[index]?.position ?? []),
    hasNextPage: hits.length > search.size,
    count: search.count,
    changes: { syncToken, changedUntil, removed: null },
  };
}

/** Returns the entities of a list that changed since a token, in the order of their events. */
async function listChanged(
  context: PrismaReadContext,
  { filter, sort, query, ...request }: Omit<ListEntitiesInput, 'naming'>,
): Promise<FollowedPage<Entity>> {
  if (sort != null && sort.length > 0)
    throw new RequestError('invalid-parameter', localized('changes-have-an-order'), { parameter: 'sort' });
  const { prisma, session } = context;
  const page = await walkChanges(context, request, {
    resource: 'entity',
    resolve: async (events) => ({
      objects: events.flatMap(({ sequence, ids }) => ids.map((id) => ({ sequence, id }))),
      resolvedEvents: events.length,
    }),
    async listed(ids) {
      if (ids.length === 0) return new Set();
      const within: Plan = { kind: 'id', ids };
      const search = await prepareEntitySearch(context, { filter }, { within, size: ids.length });
      return new Set((await search.hits()).map(({ id }) => id));
    },
  });
  const rows = await prisma.entity.findMany({
    ...query,
    where: {
      organizationId: session.organizationId,
      deletedAt: null,
      id: { in: page.items.map(({ id }) => id) },
    },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  // One that was deleted since it was found has a later event.
  const changedItems = page.items.flatMap(({ id, token }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ row, token }];
  });
  return {
    items: changedItems.map(({ row }) => row),
    cursorAt: (index) => changedItems[index]?.token ?? page.syncToken,
    endCursor: page.syncToken,
    hasNextPage: page.hasNextPage,
    changes: { syncToken: page.syncToken, changedUntil: null, removed: page.removed },
    count: async () => {
      throw new RequestError('invalid-parameter', localized('changes-not-counted'), {
        parameter: 'changedSince',
      });
    },
  };
}

async function listNaming(
  context: PrismaReadContext,
  naming: NamedEntity,
  { query, first, after }: Omit<ListEntitiesInput, 'naming'>,
): Promise<Page<Entity>> {
  const { prisma, session, cursors } = context;
  const size = pageSize(first);
  const identity = { list: 'entities', naming: { ...naming } };
  const namingEntities = await findNamingEntities(
    context,
    naming,
    positionIn(cursors, after, identity),
    size + 1,
  );
  const namingsById = new Map(
    namingEntities.slice(0, size).map((namingEntity) => [namingEntity.id, namingEntity]),
  );
  const rows = await prisma.entity.findMany({
    ...query,
    where: { organizationId: session.organizationId, deletedAt: null, id: { in: [...namingsById.keys()] } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = [...namingsById.keys()].flatMap((id) => byId.get(id) ?? []);
  return {
    items,
    cursorAt: (index) => {
      const { entityType = '', codeKey = '', id = '' } = namingsById.get(items[index]?.id ?? '') ?? {};
      return cursors.encode([entityType, codeKey, id], identity);
    },
    hasNextPage: namingEntities.length > size,
    count: () => countWithin(context.budget, PRICES.count, () => countNamingEntities(context, naming)),
  };
}

function positionIn(
  cursors: CursorCodec,
  after: string | null | undefined,
  identity: ListIdentity,
): NamingEntity | null {
  if (after === null || after === undefined) return null;
  const [entityType, codeKey, id] = cursors.decode(after, identity).map(String);
  return { entityType: entityType ?? '', codeKey: codeKey ?? '', id: id ?? '' };
}

/** The revisions of one entity, newest first. */
export const listEntityRevisions = defineRevisions('entity', 'listEntityRevisions', READ);
