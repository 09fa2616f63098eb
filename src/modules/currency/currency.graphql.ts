import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import * as currency from './currency.operations.ts';
import { currencyLabel } from './currency-rules.ts';

const READ = 'settings:read';

export const CurrencyRef = builder.prismaNode('Currency', {
  nullable: true,
  description: 'A currency for prices.',
  authScopes: { holds: READ },
  extensions: {
    view: '{ id code label enabled version createdAt updatedAt }',
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Three capital letters (ISO 4217): `EUR`.',
    }),
    label: t.string({
      skipTypeScopes: true,
      description: 'English name from CLDR; otherwise the code in brackets.',
      resolve: ({ code }) => currencyLabel(code),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether prices can use the currency.' }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'Currency',
  word: 'currency',
  node: CurrencyRef,
  get: currency.getCurrency,
  list: currency.listCurrencies,
  description: 'The currencies of the organization, by code.',
  args: builder.args((t) => ({
    enabled: t.boolean({ description: 'Only enabled or only disabled ones.' }),
  })),
  path: '/currencies',
});

resourceMutations({
  type: 'Currency',
  noun: 'currency',
  words: { one: 'currency', many: 'currencies' },
  operations: {
    create: currency.createCurrency,
    update: currency.updateCurrency,
    upsert: currency.upsertCurrencies,
    delete: currency.deleteCurrency,
  },
  node: CurrencyRef,
  find: (query, id, { prisma, caller }) =>
    prisma.currency.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateCurrencyInput', {
    description: 'A new currency. All currencies of ISO 4217 already exist, disabled.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'Three capital letters: `EUR`. Cannot change later.' }),
      enabled: t.boolean({ description: 'Whether prices can use the currency; false by default.' }),
    }),
  }),
  updateInput: builder.inputType('UpdateCurrencyInput', {
    description: 'Changes of a currency.',
    fields: (t) => ({
      enabled: t.boolean({
        description: 'Whether prices can use the currency. A currency of a channel cannot be disabled.',
      }),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: (input, key) => asPatch({ ...input, ...key }),
  rest: { collection: '/currencies', one: '/currencies/{code}' },
});
