import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { optionSetResource } from './option-set.resource.ts';

export const {
  create: createOptionSet,
  update: updateOptionSet,
  upsert: upsertOptionSets,
  delete: deleteOptionSet,
} = defineResourceOperations(optionSetResource);

/** One option set by its code, or null. */
export const getOptionSet = defineRead({
  name: 'getOptionSet',
  scope: optionSetResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.optionSet.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface OptionSetListInput extends PageRequest {
  readonly query: object;
}

/** The organization's option sets by code. */
export const listOptionSets = defineRead({
  name: 'listOptionSets',
  scope: optionSetResource.scopes.read,
  errors: [],
  handler: ({ prisma, session, cursors }: PrismaReadContext, { query, ...page }: OptionSetListInput) =>
    keysetPage(
      cursors,
      prisma.optionSet,
      {
        name: 'optionSets',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'code' }],
        query,
      },
      page,
    ),
});
