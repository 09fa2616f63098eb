import { builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import {
  codeField,
  codeOf,
  productsCountFields,
  resourceNodeOptions,
  USAGE_AND_PRODUCTS_VIEW,
  usageField,
  versionFields,
} from '../../graphql/resource-node.ts';
import {
  createCodeField,
  createLabelsField,
  defineResourceSchema,
  updateLabelsField,
} from '../../graphql/resource-schema.ts';
import type { Loader } from '../../platform/loader.ts';
import { defineProductsCountLoader } from '../../platform/resource/usages.ts';
import { CategoryRef } from '../category/category.graphql.ts';
import { categoryLoader } from '../category/index.ts';
import { CurrencyRef } from '../currency/currency.graphql.ts';
import { currencyLoader } from '../currency/index.ts';
import { localeLoader } from '../locale/index.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { LocaleRef } from '../locale/locale.graphql.ts';
import type { PublishGuard } from './channel.resource.ts';
import { channelResource } from './channel.resource.ts';

const productsLoader = defineProductsCountLoader('channel');

const READ = 'settings:read';

const PublishGuardType = builder.enumType('PublishGuard', {
  description: 'Condition that a product must meet before it is published in a channel.',
  values: {
    NONE: { value: 'none', description: 'Nothing.' },
    COMPLETE: {
      value: 'complete',
      description: 'The product has every value that its attribute set requires for the channel.',
    },
  } as const,
});

interface ConversionUnit {
  readonly attribute: string;
  readonly unit: string;
}

const ConversionUnitType = builder.objectRef<ConversionUnit>('ConversionUnit').implement({
  description: 'The unit that the amounts of an attribute are converted to.',
  extensions: { keyedList: { by: 'attribute', value: 'unit' } } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.exposeString('attribute', { description: 'Code of a measurement attribute.' }),
    unit: t.exposeString('unit', { description: 'Code of a unit of its family.' }),
  }),
});

const ConversionUnitInput = builder.inputType('ConversionUnitInput', {
  description:
    'The unit that the amounts of an attribute are converted to. Other attributes keep their unit.',
  extensions: { keyedList: { by: 'attribute', value: 'unit' } } satisfies TypeExtensions,
  fields: (t) => ({
    attribute: t.string({ required: true, description: 'Code of a measurement attribute.' }),
    unit: t.string({ description: 'Code of a unit of its family; null removes the conversion.' }),
  }),
});

/** Returns the rows of a list of codes, in its order. */
async function loadAll<Row>(
  context: RequestContext,
  loader: Loader<string, Row>,
  codes: readonly string[],
): Promise<Row[]> {
  const rows = await Promise.all(codes.map((code) => context.load(loader, code)));
  return rows.filter((row) => row !== null);
}

export const ChannelRef = builder.prismaNode('Channel', {
  ...resourceNodeOptions(READ),
  description: 'A place where products are sold or shown, with its own locales, currencies and values.',
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } locales { code } currencies { code }
      categoryRoot { code } conversionUnits { attribute unit } publishGuard active slugsEnabled version createdAt
      updatedAt }`,
    expansions: { ...EFFECTS_EXPANSION, usage: USAGE_AND_PRODUCTS_VIEW },
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    locales: t.field({
      type: [LocaleRef],
      description: 'Locales of its product data.',
      resolve: ({ locales }, _args, context) => loadAll(context, localeLoader, locales),
    }),
    currencies: t.field({
      type: [CurrencyRef],
      description: 'Currencies of its prices.',
      resolve: ({ currencies }, _args, context) => loadAll(context, currencyLoader, currencies),
    }),
    categoryRoot: t.field({
      type: CategoryRef,
      nullable: true,
      description: 'Root of its category tree; null for none.',
      resolve: ({ categoryRoot }, _args, context) =>
        categoryRoot === null ? null : context.load(categoryLoader, categoryRoot),
    }),
    conversionUnits: t.field({
      type: [ConversionUnitType],
      description: 'Units of amounts in flat responses for this channel, by attribute.',
      resolve: ({ conversionUnits }) =>
        Object.entries(conversionUnits as Record<string, string>)
          .map(([attribute, unit]) => ({ attribute, unit }))
          .sort((a, b) => (a.attribute < b.attribute ? -1 : 1)),
    }),
    publishGuard: t.field({
      type: PublishGuardType,
      description: 'Condition that a product must meet before it is published here.',
      resolve: ({ publishGuard }) => publishGuard as PublishGuard,
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is in use.' }),
    slugsEnabled: t.exposeBoolean('slugsEnabled', {
      description: 'Whether products sold in it have slugs, in each of its locales.',
    }),
    ...usageField(t, channelResource.usagesLoader, codeOf),
    ...productsCountFields(
      t,
      productsLoader,
      codeOf,
      'Number of products that are sold in it or have own values for it',
    ),
    ...versionFields(t, READ),
  }),
});

/** Returns units by attribute; null stays null (none at all), undefined unchanged. */
function toUnitPatch(
  units: readonly { attribute: string; unit?: string | null | undefined }[] | null | undefined,
): { readonly [attribute: string]: string | null } | null | undefined {
  if (units === undefined || units === null) return units;
  return Object.fromEntries(units.map(({ attribute, unit }) => [attribute, unit ?? null]));
}

export const CreateChannelInput = builder.inputType('CreateChannelInput', {
  description: 'A new channel. In an upsert of an existing channel, omitted fields keep their value.',
  fields: (t) => ({
    ...createCodeField(t),
    ...createLabelsField(t),
    locales: t.stringList({
      description: 'Codes of its locales, at least one. Disabled locales become enabled.',
    }),
    currencies: t.stringList({
      description: 'Codes of its currencies, at least one. Disabled currencies become enabled.',
    }),
    categoryRoot: t.string({ description: 'Code of the root of its category tree.' }),
    conversionUnits: t.field({
      type: [ConversionUnitInput],
      description: 'Units of amounts in flat responses, by attribute.',
    }),
    publishGuard: t.field({
      type: PublishGuardType,
      description: 'Condition that a product must meet before it is published here; `NONE` by default.',
    }),
    active: t.boolean({ description: 'Whether it is in use; true by default.' }),
    slugsEnabled: t.boolean({
      description: 'Whether products sold in it have slugs, in each of its locales; false by default.',
    }),
  }),
});

const UpdateChannelInput = builder.inputType('UpdateChannelInput', {
  description: 'Changes of a channel.',
  fields: (t) => ({
    ...updateLabelsField(t),
    locales: t.stringList({ description: 'All its locales, at least one; replaces the existing list.' }),
    currencies: t.stringList({
      description: 'All its currencies, at least one; replaces the existing list.',
    }),
    categoryRoot: t.string({
      description: 'Code of the root of its category tree; null for none.',
    }),
    conversionUnits: t.field({
      type: [ConversionUnitInput],
      description: 'Units to set or remove, by attribute; null removes all.',
    }),
    publishGuard: t.field({
      type: PublishGuardType,
      description: 'Condition that a product must meet before it is published here.',
    }),
    active: t.boolean({ description: 'Whether it is in use.' }),
    slugsEnabled: t.boolean({ description: 'Whether products sold in it have slugs.' }),
  }),
});

/** Returns an input, and the code beside it, as a patch of the document. */
export function toChannelPatch(
  {
    labels,
    conversionUnits,
    ...input
  }: typeof CreateChannelInput.$inferInput | typeof UpdateChannelInput.$inferInput,
  key: { readonly code: string } | null,
) {
  return asKeyedPatch({
    ...input,
    ...key,
    labels: toLabelPatch(labels),
    conversionUnits: toUnitPatch(conversionUnits),
  });
}

defineResourceSchema(channelResource, {
  node: ChannelRef,
  words: { one: 'channel', many: 'channels' },
  list: 'The channels of the organization, by code.',
  args: builder.args((t) => ({
    active: t.boolean({ description: 'Only active or only inactive ones.' }),
  })),
  path: '/channels',
  createInput: CreateChannelInput,
  updateInput: UpdateChannelInput,
  toPatch: toChannelPatch,
});
