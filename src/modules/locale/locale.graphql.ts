import { builder } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_AND_PRODUCTS_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import { defineResourceSchema, itemVersionField } from '../../graphql/resource-schema.ts';
import { defineProductsCountLoader } from '../../platform/resource/usages.ts';
import { localeResource } from './locale.resource.ts';
import { localeLabel } from './locale-rules.ts';

const productsLoader = defineProductsCountLoader('locale');

const READ = 'settings:read';

export const LocaleRef = builder.prismaNode('Locale', {
  ...resourceNodeOptions(READ),
  description: 'A language and region in which values and labels are written.',
  extensions: {
    view: '{ id code label enabled fallback { code } version createdAt updatedAt }',
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t, 'Language, script and region: `de_DE`.'),
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
    ...usageField(t, localeResource.usagesLoader, codeOf),
    ...productsCountFields(t, productsLoader, codeOf, 'Number of products with own values in it'),
    ...versionFields(t, READ),
  }),
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

export const CreateLocaleInput = builder.inputType('CreateLocaleInput', {
  description: 'A new locale.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Language, script and region: `de_DE`.' }),
    ...itemVersionField(t),
    enabled: t.boolean({ description: 'Whether values can be written in the locale; false by default.' }),
    fallback: t.string({ description: 'Code of the fallback locale.' }),
  }),
});

defineResourceSchema(localeResource, {
  node: LocaleRef,
  words: { one: 'locale', many: 'locales' },
  list: 'The locales of the organization, by code.',
  hasLabels: false,
  args: builder.args((t) => ({
    enabled: t.boolean({ description: 'Only enabled or only disabled ones.' }),
  })),
  path: '/locales',
  createInput: CreateLocaleInput,
  updateInput: fields,
});
