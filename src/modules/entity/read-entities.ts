import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { defineRead } from '../../kernel/operation.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
import type { EntityReference } from '../entity-reference/index.ts';
import { defineRevisions } from '../event/index.ts';
import { type NamedCode, namesCode } from '../product/index.ts';

const READ = 'entities:read';

/** One entity by its type and its code or id, or null; deleted ones are not found. */
export const getEntity = defineRead({
  name: 'getEntity',
  scope: READ,
  errors: [],
  work: (
    { prisma, session }: PrismaReadWork,
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
  async work({ prisma, session }: PrismaReadWork, { entityType, code }: EntityReference) {
    const where = {
      organizationId: session.organizationId,
      type: { is: { codeKey: foldKey(entityType) } },
      ...byCodeOrId(code),
      deletedAt: { not: null },
    };
    return (await prisma.entity.findFirst({ select: { id: true }, where })) !== null;
  },
});

/** Conditions on entities; all that are given must hold. Codes in either case. */
export interface EntityFilter {
  readonly entityType?: string | null | undefined;
  readonly codes?: readonly string[] | null | undefined;
  /** Part of the code or of a label, in any case. */
  readonly q?: string | null | undefined;
  /** Code of the entity directly above. */
  readonly parent?: string | null | undefined;
  /** Only those that stand below none, or only those that stand below one. */
  readonly isRoot?: boolean | null | undefined;
  readonly active?: boolean | null | undefined;
}

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
  work: (
    { prisma, session, cursors }: PrismaReadWork,
    { filter, below, naming, query, ...page }: ListEntitiesInput,
  ) => {
    const where = {
      organizationId: session.organizationId,
      deletedAt: null,
      AND: [
        ...(below === undefined ? [] : [{ parentId: below }]),
        ...(naming === undefined ? [] : [{ id: { not: naming.except } }, namesCode(naming)]),
        ...conditionsOf(filter ?? {}),
      ],
    };
    const sort = [{ field: 'entityType' }, { field: 'codeKey' }, { field: 'id' }];
    return keysetPage(cursors, prisma.entity, { name: 'entities', where, sort, query }, page);
  },
});

function conditionsOf({ entityType, codes, q, parent, isRoot, active }: EntityFilter): object[] {
  return [
    ...(entityType ? [{ type: { is: { codeKey: foldKey(entityType) } } }] : []),
    ...(codes ? [{ codeKey: { in: codes.map(foldKey) } }] : []),
    ...(q ? [{ searchText: { contains: foldKey(q) } }] : []),
    ...(parent ? [{ parent: { is: { codeKey: foldKey(parent), deletedAt: null } } }] : []),
    ...(typeof isRoot === 'boolean' ? [{ parentId: isRoot ? null : { not: null } }] : []),
    ...(typeof active === 'boolean' ? [{ active }] : []),
  ];
}

/** The revisions of one entity, newest first. */
export const listEntityRevisions = defineRevisions('entity', 'listEntityRevisions', READ);
