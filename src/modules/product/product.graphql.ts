import { builder, READ_SCOPES_OF_NODES } from '../../graphql/builder.ts';
import { connectionOf, nodeQuery, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { foldKey } from '../../kernel/codes.ts';
import type { Actor } from '../../kernel/session.ts';
import { AssociationTypeRef } from '../association-type/association-type.graphql.ts';
import { associationTypeLoader } from '../association-type/index.ts';
import { AttributeSetRef } from '../attribute-set/attribute-set.graphql.ts';
import { CategoryRef } from '../category/category.graphql.ts';
import { categoryLoader } from '../category/index.ts';
import { ChannelRef } from '../channel/channel.graphql.ts';
import { channelLoader } from '../channel/index.ts';
import { RevisionConnection } from '../event/revision.graphql.ts';
import { ActorType } from '../organization/person.graphql.ts';
import { fallbackOf } from '../structure/index.ts';
import { AttributeValueRef, ValueSourceType } from './attribute-value.graphql.ts';
import { getProduct } from './get-product.ts';
import { listProductRevisions } from './list-product-revisions.ts';
import { listProducts } from './list-products.ts';
import { productByIdLoader } from './product.loaders.ts';
import { type Association, associationsIn, type ProductLink } from './product-associations.ts';
import { cellsData, flatData, productLabel } from './product-data.ts';
import { ProductFilterInput, ProductSortInput } from './product-filter.graphql.ts';
import type { ProductStatus, ProductType } from './product-state.ts';
import {
  CompletenessType,
  DataForm,
  ProductStatusType,
  ProductTypeType,
  PublicationType,
  VariantLayoutType,
} from './product-types.graphql.ts';
import {
  categoriesIn,
  channelsIn,
  completenessIn,
  publicationsIn,
  valuesIn,
  viewOf,
} from './product-view.ts';
import { findValue } from './values/resolve-values.ts';

const READ = 'products:read';
READ_SCOPES_OF_NODES.set('Product', READ);

const contextArguments = builder.args((t) => ({
  channel: t.string({ description: "Channel code; the organization's default when left out." }),
  locale: t.string({ description: "Locale code; the organization's default when left out." }),
}));

export const ProductRef = builder.prismaNode('Product', {
  nullable: true,
  description: 'Something that is sold, or a model that groups its variants.',
  authScopes: { holds: READ },
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    deletedAt: null,
  }),
  fields: (t) => ({
    sku: t.exposeString('sku', { description: 'Stock keeping unit; unique, kept as written.' }),
    type: t.field({
      type: ProductTypeType,
      description: 'Simple, model or variant.',
      resolve: ({ type }) => type as ProductType,
    }),
    status: t.field({
      type: ProductStatusType,
      description: 'Where it stands in its life.',
      resolve: ({ status }) => status as ProductStatus,
    }),
    version: t.exposeInt('version', { description: 'Goes up by one with each change.' }),
    label: t.string({
      description: "Its name by the set's label attribute, locales that stand in included; else `[sku]`.",
      args: contextArguments,
      resolve: async (product, { channel, locale }, context) =>
        productLabel(await viewOf(product, context), channel, locale),
    }),
    attributeSet: t.relation('set', {
      nullable: true,
      type: AttributeSetRef,
      description: 'Its attributes; null while it is not classified.',
    }),
    variantLayout: t.field({
      type: VariantLayoutType,
      nullable: true,
      description: 'How the variants of its root model are told apart; null for simple products.',
      resolve: async (product, _args, context) => {
        const { row, ancestors, set } = await viewOf(product, context);
        const layout = (ancestors.at(-1) ?? row).variantLayout;
        return layout === null ? null : (set?.layouts.get(foldKey(layout)) ?? null);
      },
    }),
    parent: t.relation('parent', { nullable: true, description: 'The model directly above.' }),
    channels: t.field({
      type: [ChannelRef],
      nullable: true,
      description: 'The channels it is sold in, inherited when it names none; null = every channel.',
      resolve: async (product, _args, context) => {
        const codes = channelsIn(await viewOf(product, context));
        if (codes === null) return null;
        const found = await Promise.all(codes.map((code) => context.load(channelLoader, code)));
        return found.filter((channel) => channel !== null);
      },
    }),
    categories: t.field({
      type: [CategoryRef],
      description: 'Its categories and those of the models above.',
      args: {
        own: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'True leaves inherited ones out.',
        }),
      },
      resolve: async (product, { own }, context) => {
        const codes = categoriesIn(await viewOf(product, context), own);
        const found = await Promise.all(codes.map((code) => context.load(categoryLoader, code)));
        return found.filter((category) => category !== null);
      },
    }),
    value: t.field({
      type: AttributeValueRef,
      nullable: true,
      description: 'The value of one attribute; null when it has none there.',
      args: {
        attribute: t.arg.string({ required: true, description: 'Attribute code.' }),
        ...contextArguments,
        fallback: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'Lets other locales stand in.',
        }),
      },
      resolve: async (product, { attribute: code, channel, locale, fallback }, context) => {
        const { structure, set, values } = await viewOf(product, context);
        const attribute = structure.attributes.get(foldKey(code));
        if (attribute === undefined) return null;
        const found = findValue(values, attribute, {
          channel: structure.channels.get(foldKey(channel ?? structure.defaultChannel ?? ''))?.code ?? null,
          locale: structure.locales.get(foldKey(locale ?? structure.defaultLocale ?? '')) ?? null,
          ...(fallback ? { fallbackOf: (from: string) => fallbackOf(structure, from) } : {}),
        });
        if (found === undefined) return null;
        return { attribute, inSet: set?.members.has(attribute.code) ?? true, ...found };
      },
    }),
    values: t.field({
      type: [AttributeValueRef],
      description: 'Its effective values, by attribute, channel and locale.',
      args: {
        attributes: t.arg.stringList({ description: 'Only these attributes.' }),
        channels: t.arg.stringList({ description: 'Only these channels; values without a channel stay in.' }),
        locales: t.arg.stringList({ description: 'Only these locales; values without a locale stay in.' }),
        own: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'True leaves inherited values out.',
        }),
      },
      resolve: async (product, args, context) => valuesIn(await viewOf(product, context), args),
    }),
    data: t.field({
      type: 'JSON',
      description:
        'Its values as one JSON object. FLAT: `{ code: value }` for one channel and locale, ready for a storefront. CELLS: as they are written.',
      args: {
        form: t.arg({ type: DataForm, required: true, defaultValue: 'flat', description: 'Which form.' }),
        attributes: t.arg.stringList({ description: 'Only these attributes.' }),
        ...contextArguments,
        fallback: t.arg.boolean({
          required: true,
          defaultValue: true,
          description: 'FLAT: lets other locales stand in.',
        }),
      },
      resolve: async (product, { form, attributes, channel, locale, fallback }, context) => {
        const view = await viewOf(product, context);
        if (form === 'flat') return flatData(view, { attributes, channel, locale, fallback });
        return cellsData(view, {
          attributes,
          channels: channel ? [channel] : null,
          locales: locale ? [locale] : null,
        });
      },
    }),
    completeness: t.field({
      type: [CompletenessType],
      description: 'How much of what each channel requires it has, per locale of the channel.',
      args: {
        channel: t.arg.string({ description: 'Only this channel.' }),
        locale: t.arg.string({ description: 'Only this locale.' }),
      },
      resolve: async (product, { channel, locale }, context) =>
        completenessIn(await viewOf(product, context)).filter(
          (entry) =>
            (!channel || foldKey(entry.channel) === foldKey(channel)) &&
            (!locale || foldKey(entry.locale) === foldKey(locale)),
        ),
    }),
    publications: t.field({
      type: [PublicationType],
      description: 'Whether it appears in each channel it is sold in, and what keeps it from appearing.',
      resolve: async (product, _args, context) =>
        publicationsIn(await viewOf(product, context), product.publishedAt),
    }),
    revisions: t.field({
      type: RevisionConnection,
      description: 'Its history, newest first.',
      args: pageArguments,
      complexity: pageComplexity,
      resolve: ({ id }, page, context) => context.read(listProductRevisions, { objectId: id, ...page }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed itself.' }),
    effectiveUpdatedAt: t.expose('effectiveUpdatedAt', {
      type: 'DateTime',
      description: 'When what it shows last changed, inherited values included.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted; null while it lives.',
    }),
    createdBy: t.field({
      type: ActorType,
      description: 'Who created it.',
      resolve: ({ createdBy }) => createdBy as unknown as Actor,
    }),
    updatedBy: t.field({
      type: ActorType,
      description: 'Who last changed it.',
      resolve: ({ updatedBy }) => updatedBy as unknown as Actor,
    }),
  }),
});

const ProductLinkType = builder.objectRef<ProductLink>('ProductLink').implement({
  description: 'A link to another product.',
  authScopes: { holds: READ },
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      description: 'The other product.',
      resolve: async ({ targetId }, _args, context) => {
        const found = await context.load(productByIdLoader, targetId);
        if (found === null) throw new Error(`Product ${targetId} is linked but not there.`);
        return found;
      },
    }),
    quantity: t.exposeInt('quantity', {
      nullable: true,
      description: 'How many; null unless the type is quantified.',
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Own, or inherited from a model above.',
      resolve: ({ source }) => source,
    }),
  }),
});

const AssociationType = builder.objectRef<Association>('Association').implement({
  description: 'The links of one type.',
  authScopes: { holds: READ },
  fields: (t) => ({
    type: t.field({
      type: AssociationTypeRef,
      description: 'What kind of link.',
      resolve: async ({ type }, _args, context) => {
        const found = await context.load(associationTypeLoader, type);
        if (found === null) throw new Error(`Association type ${type} is used but not there.`);
        return found;
      },
    }),
    products: t.field({
      type: [ProductLinkType],
      description: 'The links, in their order.',
      resolve: ({ products }) => [...products],
    }),
  }),
});

export const ProductConnection = connectionOf('Product', ProductRef);

builder.prismaObjectFields(ProductRef, (t) => ({
  associations: t.field({
    type: [AssociationType],
    description: 'Its links to other products by type, those of the models above included.',
    args: { type: t.arg.string({ description: 'Only this association type.' }) },
    resolve: async (product, { type }, context) =>
      associationsIn(await viewOf(product, context), type ?? null, context),
  }),
  children: t.field({
    type: ProductConnection,
    description: 'The products directly below.',
    args: pageArguments,
    complexity: pageComplexity,
    resolve: ({ id }, page, context, info) =>
      context.read(listProducts, {
        ...page,
        below: { id, which: 'children' },
        query: nodeQuery('Product', context, info),
      }),
  }),
  variants: t.field({
    type: ProductConnection,
    description: 'Every sellable variant below, on whatever level.',
    args: pageArguments,
    complexity: pageComplexity,
    resolve: ({ id }, page, context, info) =>
      context.read(listProducts, {
        ...page,
        below: { id, which: 'leaves' },
        query: nodeQuery('Product', context, info),
      }),
  }),
}));

builder.queryFields((t) => ({
  product: t.prismaField({
    type: ProductRef,
    nullable: true,
    description: 'One product by SKU or id; null when there is none, or it is deleted.',
    args: { ref: t.arg.id({ required: true, description: 'SKU (in either case) or id.' }) },
    authScopes: { holds: getProduct.scope },
    extensions: { ...factsOf(getProduct), rest: { method: 'GET', path: '/products/{ref}' } },
    resolve: (query, _root, { ref }, context) => context.read(getProduct, { ref, query }),
  }),
  products: t.field({
    type: ProductConnection,
    description: 'Products that match a filter. Archived ones are left out unless the filter names a status.',
    args: {
      ...pageArguments,
      filter: t.arg({
        type: ProductFilterInput,
        description: 'Conditions; all keys of one object must hold.',
      }),
      sort: t.arg({ type: [ProductSortInput], description: 'Order; by creation when left out.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listProducts.scope },
    extensions: { ...factsOf(listProducts), rest: { method: 'GET', path: '/products' } },
    resolve: (_root, args, context, info) =>
      context.read(listProducts, { ...args, query: nodeQuery('Product', context, info) }),
  }),
}));
