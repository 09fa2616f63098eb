import { builder, type InputFields } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { codeField, resourceNodeOptions, versionFields } from '../../graphql/resource-node.ts';
import { createCodeField, defineResourceSchema } from '../../graphql/resource-schema.ts';
import { ChannelRef } from '../channel/channel.graphql.ts';
import { channelLoader } from '../channel/index.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { storefrontResource } from './storefront.resource.ts';
import { availableIn, currentLocales } from './storefront.ts';

const READ = 'settings:read';

interface CategoryFacets {
  readonly category: string;
  readonly facets: readonly string[];
}

const CategoryFacetsType = builder.objectRef<CategoryFacets>('CategoryFacets').implement({
  description: 'Facets of a category and the categories below it.',
  extensions: { keyedList: { by: 'category', value: 'facets' } } satisfies TypeExtensions,
  fields: (t) => ({
    category: t.exposeString('category', { description: 'Code of the category.' }),
    facets: t.exposeStringList('facets', { description: 'Codes of attributes, and `categories`.' }),
  }),
});

const CategoryFacetsInput = builder.inputType('CategoryFacetsInput', {
  description: 'Facets of a category and the categories below it. Other categories keep their facets.',
  extensions: { keyedList: { by: 'category', value: 'facets' } } satisfies TypeExtensions,
  fields: (t) => ({
    category: t.string({ required: true, description: 'Code of the category.' }),
    facets: t.stringList({
      description: 'Codes of attributes, and `categories`; null for the facets of the storefront.',
    }),
  }),
});

const ExposureType = builder.enumType('StorefrontExposure', {
  description: 'Attributes that can be exposed together.',
  values: {
    REQUIRED: {
      value: 'required',
      description:
        'Attributes that attribute sets require for the channel, those with a role (label, image, summary, price …) and axes of variants.',
    },
  } as const,
});

async function channelOf({ channel }: { readonly channel: string }, context: RequestContext) {
  const channelDocument = await context.load(channelLoader, channel);
  if (channelDocument === null)
    throw new Error(`The storefront names the channel '${channel}', which does not exist.`);
  return channelDocument;
}

export const StorefrontRef = builder.prismaNode('Storefront', {
  ...resourceNodeOptions(READ),
  description:
    'What one web shop, app or other program may read with its keys. Nothing is exposed unless it is listed here.',
  extensions: {
    expansions: EFFECTS_EXPANSION,
    view: `{ id code label(locale: $locale) labels { locale text } channel { code } locales currencies attributes
      entityTypes associationTypes externalSystems facets categoryFacets { category facets } previewUrl active version
      createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    channel: t.field({
      type: ChannelRef,
      select: { channel: true },
      description: 'Its products are those that are live in this channel.',
      resolve: (storefront, _args, context) => channelOf(storefront, context),
    }),
    locales: t.stringList({
      select: { channel: true, locales: true },
      description: 'Codes of its locales, in order; the first is the default.',
      resolve: async (storefront, _args, context) =>
        currentLocales(storefront.locales, new Set((await channelOf(storefront, context)).locales)),
    }),
    currencies: t.stringList({
      select: { channel: true, currencies: true },
      description: 'Codes of its currencies, in order; the first is the default.',
      resolve: async (storefront, _args, context) =>
        availableIn(storefront.currencies, new Set((await channelOf(storefront, context)).currencies)),
    }),
    attributes: t.exposeStringList('attributes', { description: 'Codes of exposed attributes.' }),
    entityTypes: t.exposeStringList('entityTypes', { description: 'Codes of exposed entity types.' }),
    associationTypes: t.exposeStringList('associationTypes', {
      description: 'Codes of exposed association types.',
    }),
    externalSystems: t.exposeStringList('externalSystems', {
      description: 'Systems whose external references are exposed.',
    }),
    facets: t.exposeStringList('facets', {
      description: 'Codes of the attributes that products can be refined by, and `categories`, in order.',
    }),
    categoryFacets: t.field({
      type: [CategoryFacetsType],
      select: { categoryFacets: true },
      description: 'Facets of some categories, instead of `facets`.',
      resolve: ({ categoryFacets }) =>
        Object.entries(categoryFacets as Readonly<Record<string, string[]>>)
          .map(([category, facets]) => ({ category, facets }))
          .sort((a, b) => (a.category < b.category ? -1 : 1)),
    }),
    previewUrl: t.exposeString('previewUrl', {
      nullable: true,
      description:
        'Template of the URL that shows a product in preview: `{locale}`, `{slug}`, `{sku}`, `{token}`.',
    }),
    active: t.exposeBoolean('active', { description: 'Whether its keys are accepted.' }),
    ...versionFields(t, READ),
  }),
});

/** Returns the input fields that new and existing storefronts have in common. */
const writable = (t: InputFields) => ({
  labels: t.field({
    type: [LabelInput],
    description: 'Labels to set or remove by locale; null removes all.',
  }),
  locales: t.stringList({
    description: 'Codes of locales of the channel, the default first. Null or omitted: all of them.',
  }),
  currencies: t.stringList({
    description: 'Codes of currencies of the channel, the default first. Null or omitted: all of them.',
  }),
  attributes: t.stringList({
    description:
      'Codes of all exposed attributes; replaces the existing list. Facets of other attributes are removed.',
  }),
  expose: t.field({
    type: ExposureType,
    description: 'Exposes further attributes, in addition to `attributes`.',
  }),
  entityTypes: t.stringList({
    description: 'Codes of all exposed entity types; replaces the existing list.',
  }),
  associationTypes: t.stringList({
    description: 'Codes of all exposed association types; replaces the existing list.',
  }),
  externalSystems: t.stringList({
    description: 'All systems whose external references are exposed; replaces the existing list.',
  }),
  facets: t.stringList({
    description:
      'Codes of exposed attributes that can be counted, and `categories`, in order; replaces the existing list.',
  }),
  categoryFacets: t.field({
    type: [CategoryFacetsInput],
    description: 'Facets of categories to set or remove; null removes all.',
  }),
  previewUrl: t.string({
    description:
      'URL that shows a product in preview: `https://shop.example/{locale}/{slug}?preview={token}`. `{token}` is required; `{sku}` is allowed.',
  }),
  active: t.boolean({ description: 'Whether its keys are accepted; true by default.' }),
});

defineResourceSchema(storefrontResource, {
  node: StorefrontRef,
  words: { one: 'storefront', many: 'storefronts' },
  list: 'The storefronts of the organization, by code.',
  args: builder.args((t) => ({
    channel: t.string({ description: 'Only storefronts of this channel.' }),
  })),
  path: '/storefronts',
  createInput: builder.inputType('CreateStorefrontInput', {
    description: 'A new storefront. In an upsert of an existing storefront, omitted fields keep their value.',
    fields: (t) => ({
      ...createCodeField(t),
      channel: t.string({
        description: 'Code of the channel whose live products it shows. Required for a new storefront.',
      }),
      ...writable(t),
    }),
  }),
  updateInput: builder.inputType('UpdateStorefrontInput', {
    description: 'Changes of a storefront.',
    fields: (t) => ({
      channel: t.string({ description: 'Code of the channel whose live products it shows.' }),
      ...writable(t),
    }),
  }),
  toPatch: ({ labels, categoryFacets, ...input }, key) =>
    asKeyedPatch({
      ...input,
      ...key,
      labels: toLabelPatch(labels),
      categoryFacets: categoryFacets && Object.fromEntries(categoryFacets.map(toEntry)),
    }),
});

const toEntry = ({
  category,
  facets,
}: {
  category: string;
  facets?: readonly string[] | null | undefined;
}) => [category, facets ?? null];
