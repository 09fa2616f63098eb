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
import { currencyResource } from './currency.resource.ts';
import { currencyLabel } from './currency-rules.ts';

const productsLoader = defineProductsCountLoader('currency');

const READ = 'settings:read';

export const CurrencyRef = builder.prismaNode('Currency', {
  ...resourceNodeOptions(READ),
  description: 'A currency for prices.',
  extensions: {
    view: '{ id code label enabled version createdAt updatedAt }',
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t, 'Three capital letters (ISO 4217): `EUR`.'),
    label: t.string({
      skipTypeScopes: true,
      description: 'English name from CLDR; otherwise the code in brackets.',
      resolve: ({ code }) => currencyLabel(code),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether prices can use the currency.' }),
    ...usageField(t, currencyResource.usagesLoader, codeOf),
    ...productsCountFields(
      t,
      productsLoader,
      codeOf,
      'Number of products with a price in it in an own value',
    ),
    ...versionFields(t, READ),
  }),
});

export const CreateCurrencyInput = builder.inputType('CreateCurrencyInput', {
  description: 'A new currency. All currencies of ISO 4217 already exist, disabled.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'Three capital letters: `EUR`. Cannot change later.' }),
    ...itemVersionField(t),
    enabled: t.boolean({ description: 'Whether prices can use the currency; false by default.' }),
  }),
});

defineResourceSchema(currencyResource, {
  node: CurrencyRef,
  words: { one: 'currency', many: 'currencies' },
  list: 'The currencies of the organization, by code.',
  hasLabels: false,
  args: builder.args((t) => ({
    enabled: t.boolean({ description: 'Only enabled or only disabled ones.' }),
  })),
  path: '/currencies',
  createInput: CreateCurrencyInput,
  updateInput: builder.inputType('UpdateCurrencyInput', {
    description: 'Changes of a currency.',
    fields: (t) => ({
      enabled: t.boolean({
        description: 'Whether prices can use the currency. A currency of a channel cannot be disabled.',
      }),
    }),
  }),
});
