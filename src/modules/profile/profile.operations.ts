import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { profileResource } from './profile.resource.ts';

export const {
  create: createImportExportProfile,
  update: updateImportExportProfile,
  upsert: upsertImportExportProfiles,
  delete: deleteImportExportProfile,
} = defineResourceOperations(profileResource);

/** One profile by its code, or null. */
export const getImportExportProfile = defineRead({
  name: 'getImportExportProfile',
  scope: profileResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.importExportProfile.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

/** The organization's profiles by code. */
export const listImportExportProfiles = defineRead({
  name: 'listImportExportProfiles',
  scope: profileResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { query, ...page }: PageRequest & { readonly query: object },
  ) =>
    keysetPage(
      cursors,
      prisma.importExportProfile,
      {
        name: 'importExportProfiles',
        where: { organizationId: session.organizationId },
        sort: [{ field: 'code' }],
        query,
      },
      page,
    ),
});
