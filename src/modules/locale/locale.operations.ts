import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { localeResource } from './locale.resource.ts';

export const {
  create: createLocale,
  update: updateLocale,
  upsert: upsertLocales,
  delete: deleteLocale,
} = defineResourceOperations(localeResource);

/** One locale by its code, or null. */
export const getLocale = defineRead({
  name: 'getLocale',
  scope: localeResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.locale.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface LocaleListInput extends PageRequest {
  /** Only enabled or only disabled ones. */
  readonly enabled?: boolean | null | undefined;
  readonly query: object;
}

/** The organization's locales by code. */
export const listLocales = defineRead({
  name: 'listLocales',
  scope: localeResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { enabled, query, ...page }: LocaleListInput,
  ) => {
    const where = {
      organizationId: session.organizationId,
      ...(enabled === null || enabled === undefined ? {} : { enabled }),
    };
    return keysetPage(
      cursors,
      prisma.locale,
      { name: 'locales', where, sort: [{ field: 'code' }], query },
      page,
    );
  },
});
