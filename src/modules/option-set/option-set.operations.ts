import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import type { PrismaReadWork } from '../../platform/operation/work.ts';
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
  work: ({ prisma, session }: PrismaReadWork, { code, query }: { code: string; query: object }) =>
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
  work: ({ prisma, session, cursors }: PrismaReadWork, { query, ...page }: OptionSetListInput) =>
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
