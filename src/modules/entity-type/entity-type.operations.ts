import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { entityTypeResource } from './entity-type.resource.ts';

export const {
  create: createEntityType,
  update: updateEntityType,
  upsert: upsertEntityTypes,
  delete: deleteEntityType,
} = defineResourceOperations(entityTypeResource);

/** One entity type by its code, or null. */
export const getEntityType = defineRead({
  name: 'getEntityType',
  scope: entityTypeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.entityType.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface EntityTypeListInput extends PageRequest {
  readonly query: object;
}

/** The organization's entity types by code. */
export const listEntityTypes = defineRead({
  name: 'listEntityTypes',
  scope: entityTypeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: EntityTypeListInput) => {
    const where = { organizationId: session.organizationId };
    const list = { name: 'entityTypes', where, sort: [{ field: 'code' }], query };
    return keysetPage(cursors, prisma.entityType, list, page);
  },
});
