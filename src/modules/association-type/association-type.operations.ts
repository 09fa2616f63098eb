import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { associationTypeResource } from './association-type.resource.ts';

export const {
  create: createAssociationType,
  update: updateAssociationType,
  upsert: upsertAssociationTypes,
  delete: deleteAssociationType,
} = defineResourceOperations(associationTypeResource);

/** One association type by its code, or null. */
export const getAssociationType = defineRead({
  name: 'getAssociationType',
  scope: associationTypeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.associationType.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface AssociationTypeListInput extends PageRequest {
  readonly query: object;
}

/** The organization's association types by code. */
export const listAssociationTypes = defineRead({
  name: 'listAssociationTypes',
  scope: associationTypeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: AssociationTypeListInput) =>
    keysetPage(
      cursors,
      prisma.associationType,
      {
        name: 'associationTypes',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'code' }],
        query,
      },
      page,
    ),
});
