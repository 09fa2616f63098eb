import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { attributeGroupResource } from './attribute-group.resource.ts';

export const {
  create: createAttributeGroup,
  update: updateAttributeGroup,
  upsert: upsertAttributeGroups,
  delete: deleteAttributeGroup,
} = defineResourceOperations(attributeGroupResource);

/** One attribute group by its code, or null. */
export const getAttributeGroup = defineRead({
  name: 'getAttributeGroup',
  scope: attributeGroupResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.attributeGroup.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface AttributeGroupListInput extends PageRequest {
  readonly query: object;
}

/** The organization's attribute groups in their order. */
export const listAttributeGroups = defineRead({
  name: 'listAttributeGroups',
  scope: attributeGroupResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: AttributeGroupListInput) =>
    keysetPage(
      cursors,
      prisma.attributeGroup,
      {
        name: 'attributeGroups',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'sortOrder' }, { field: 'code' }],
        query,
      },
      page,
    ),
});
