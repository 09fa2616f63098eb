import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { attributeSetResource } from './attribute-set.resource.ts';

export const {
  create: createAttributeSet,
  update: updateAttributeSet,
  upsert: upsertAttributeSets,
  delete: deleteAttributeSet,
} = defineResourceOperations(attributeSetResource);

/** One attribute set by its code, or null. */
export const getAttributeSet = defineRead({
  name: 'getAttributeSet',
  scope: attributeSetResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.attributeSet.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface AttributeSetListInput extends PageRequest {
  readonly query: object;
}

/** The organization's attribute sets by code. */
export const listAttributeSets = defineRead({
  name: 'listAttributeSets',
  scope: attributeSetResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: AttributeSetListInput) =>
    keysetPage(
      cursors,
      prisma.attributeSet,
      {
        name: 'attributeSets',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'code' }],
        query,
      },
      page,
    ),
});
