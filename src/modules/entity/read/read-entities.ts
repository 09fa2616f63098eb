import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import { defineRevisions } from '../../event/index.ts';
import { type EntityFilter, openEntitySearch, type Plan } from '../../search/index.ts';
import { type NamedCode, namesCode } from '../../values/index.ts';
import { hasDeletedEntity } from '../entity.store.ts';

const READ = 'entities:read';

/** One entity by its type and its code or id, or null; deleted ones are not found. */
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

/** Whether an entity of this type and code is deleted. */
export const isEntityDeleted = defineRead({
  name: 'isEntityDeleted',
  scope: READ,
  errors: [],
  handler: (context: PrismaReadContext, ref: EntityReference) =>
    hasDeletedEntity(context, context.session.organizationId, ref),
});

export interface ListEntitiesInput extends PageRequest {
  readonly filter?: EntityFilter | null | undefined;
  /** UUID of the entity whose children are listed. */
  readonly below?: string;
  /** The entity that they name in a value; `except`: its own UUID. */
  readonly naming?: NamedCode & { readonly except: string };
  readonly query: object;
}

/** Living entities that match a filter, by type and code. */
export const listEntities = defineRead({
  name: 'listEntities',
  scope: READ,
  errors: [],
  handler: async (
    context: PrismaReadContext,
    { naming, ...input }: ListEntitiesInput,
  ): Promise<Page<Entity>> =>
    naming === undefined ? findEntities(context, input) : listNaming(context, naming, input),
});

async function findEntities(
  context: PrismaReadContext,
  { below, query, ...asked }: Omit<ListEntitiesInput, 'naming'>,
): Promise<Page<Entity>> {
  const { prisma, session } = context;
  const within: Plan | undefined =
    below === undefined ? undefined : { kind: 'fact', facts: [['parent', below]] };
  const search = await openEntitySearch(context, { ...asked, within });
  const hits = await search.hits();
  const rows = await prisma.entity.findMany({
    ...query,
    where: { organizationId: session.organizationId, deletedAt: null, id: { in: hits.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  // What was deleted since it was found is left out.
  const shown = hits.slice(0, search.size).flatMap(({ id, position }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ row, position }];
  });
  return {
    items: shown.map(({ row }) => row),
    cursorAt: (index) => search.cursorAfter(shown[index]?.position ?? []),
    hasNextPage: hits.length > search.size,
    count: search.count,
  };
}

function listNaming(
  { prisma, session, cursors }: PrismaReadContext,
  naming: NonNullable<ListEntitiesInput['naming']>,
  { query, ...page }: Omit<ListEntitiesInput, 'naming'>,
): Promise<Page<Entity>> {
  const where = {
    organizationId: session.organizationId,
    deletedAt: null,
    AND: [{ id: { not: naming.except } }, namesCode(naming)],
  };
  const sort = [{ field: 'entityType' }, { field: 'codeKey' }, { field: 'id' }];
  return keysetPage(cursors, prisma.entity, { name: 'entities', where, sort, query }, page);
}

/** The revisions of one entity, newest first. */
export const listEntityRevisions = defineRevisions('entity', 'listEntityRevisions', READ);
