import { builder, keyFact } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { asPatch, resourceMutations } from '../../graphql/resource-fields.ts';
import { resourceQueries } from '../../graphql/resource-queries.ts';
import * as locale from './locale.operations.ts';
import { localeLabel } from './locale-rules.ts';

const READ = 'settings:read';

export const LocaleRef = builder.prismaNode('Locale', {
  nullable: true,
  description: 'A language and region in which values and labels are written.',
  authScopes: { holds: READ },
  extensions: {
    view: '{ id code label enabled fallback { code } version createdAt updatedAt }',
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', {
      skipTypeScopes: true,
      description: 'Language, script and region: `de_DE`.',
    }),
    label: t.string({
      skipTypeScopes: true,
      description: 'English name from CLDR.',
      resolve: ({ code }) => localeLabel(code),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether values can be written in the locale.' }),
    fallback: t.relation('fallbackLocale', {
      nullable: true,
      description: 'Fallback locale: its values are used if this locale has none.',
    }),
    version: t.exposeInt('version', {
      ...keyFact(READ),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'Locale',
  word: 'locale',
  node: LocaleRef,
  get: locale.getLocale,
  list: locale.listLocales,
  description: 'The locales of the organization, by code.',
  args: builder.args((t) => ({
    enabled: t.boolean({ description: 'Only enabled or only disabled ones.' }),
  })),
  path: '/locales',
});

const fields = builder.inputType('UpdateLocaleInput', {
  description: 'Changes of a locale.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'Whether values can be written in the locale.' }),
    fallback: t.string({
      description: 'Code of the fallback locale; null for none. Cycles are rejected.',
    }),
  }),
});

resourceMutations({
  type: 'Locale',
  noun: 'locale',
  words: { one: 'locale', many: 'locales' },
  operations: {
    create: locale.createLocale,
    update: locale.updateLocale,
    upsert: locale.upsertLocales,
    delete: locale.deleteLocale,
  },
  node: LocaleRef,
  find: (query, id, { prisma, caller }) =>
    prisma.locale.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateLocaleInput', {
    description: 'A new locale.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'Language, script and region: `de_DE`.' }),
      enabled: t.boolean({ description: 'Whether values can be written in the locale; false by default.' }),
      fallback: t.string({ description: 'Code of the fallback locale.' }),
    }),
  }),
  updateInput: fields,
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
  })),
  toPatch: (input, key) => asPatch({ ...input, ...key }),
  rest: { collection: '/locales', one: '/locales/{code}' },
});
