import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { attributeResource } from './attribute.resource.ts';
import type { AttributeType } from './attribute-types.ts';

export interface AttributeListInput extends PageRequest {
  /** Only these types. */
  readonly types?: readonly (AttributeType | 'table')[] | null | undefined;
  /** Only those of a group, by its code in either case. */
  readonly group?: string | null | undefined;
  /** Only those whose values come from a set, by its code in either case. */
  readonly optionSet?: string | null | undefined;
  readonly query: object;
}

/** Returns the organization's attributes by code; those of one group in the group's order. */
export const listAttributes = defineRead({
  name: 'listAttributes',
  scope: attributeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, input: AttributeListInput) => {
    const { types, group, optionSet, query, ...page } = input;
    const isGiven = (value: unknown) => value !== null && value !== undefined;
    const where = {
      organizationId: session.organizationId,
      ...(isGiven(types) ? { type: { in: [...(types ?? [])] } } : {}),
      ...(isGiven(group) ? { attributeGroup: { codeKey: foldKey(group ?? '') } } : {}),
      ...(isGiven(optionSet) ? { options: { codeKey: foldKey(optionSet ?? '') } } : {}),
    };
    const sort = isGiven(group) ? [{ field: 'sortOrder' }, { field: 'code' }] : [{ field: 'code' }];
    return keysetPage(cursors, prisma.attribute, { name: 'attributes', where, sort, query }, page);
  },
});
