import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { currencyResource } from './currency.resource.ts';

export const {
  create: createCurrency,
  update: updateCurrency,
  upsert: upsertCurrencies,
  delete: deleteCurrency,
} = defineResourceOperations(currencyResource);

/** One currency by its code, or null. */
export const getCurrency = defineRead({
  name: 'getCurrency',
  scope: currencyResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.currency.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface CurrencyListInput extends PageRequest {
  /** Only enabled or only disabled ones. */
  readonly enabled?: boolean | null | undefined;
  readonly query: object;
}

/** The organization's currencies by code. */
export const listCurrencies = defineRead({
  name: 'listCurrencies',
  scope: currencyResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { enabled, query, ...page }: CurrencyListInput,
  ) => {
    const where = {
      organizationId: session.organizationId,
      ...(enabled === null || enabled === undefined ? {} : { enabled }),
    };
    return keysetPage(
      cursors,
      prisma.currency,
      { name: 'currencies', where, sort: [{ field: 'code' }], query },
      page,
    );
  },
});
