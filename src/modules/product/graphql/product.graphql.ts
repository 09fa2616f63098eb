import { builder, keyField } from '../../../graphql/builder.ts';
import {
  countedPageArguments,
  defineConnection,
  pageArguments,
  pageComplexity,
} from '../../../graphql/connection.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { Actor } from '../../../kernel/session.ts';
import type { HistoryPoint } from '../../../kernel/text/history-point.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { AssociationTypeRef } from '../../association-type/association-type.graphql.ts';
import { associationTypeLoader } from '../../association-type/index.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import { attributeLoader } from '../../attribute/index.ts';
import { AttributeSetRef } from '../../attribute-set/attribute-set.graphql.ts';
import { attributeSetLoader } from '../../attribute-set/index.ts';
import { CategoryRef } from '../../category/category.graphql.ts';
import { categoryLoader } from '../../category/index.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { channelLoader } from '../../channel/index.ts';
import {
  changedSinceArgument,
  declareChanges,
  selectedChanges,
} from '../../event/changes/list-changes.graphql.ts';
import {
  comparisonArguments,
  REBUILD_COST,
  RevisionComparisonType,
  RevisionConnection,
  RevisionType,
} from '../../event/revision.graphql.ts';
import { LABEL_LOCALE } from '../../locale/labels.graphql.ts';
import { ActorType } from '../../organization/user.graphql.ts';
import type { ExternalRef, ProductStatus, ProductType } from '../../property/index.ts';
import { FACET_VIEWS, FacetOrderType, FacetType } from '../../search/facet/facet.graphql.ts';
import { ScopedSlugType } from '../../slug/scoped-slug.graphql.ts';
import { structureLoader } from '../../structure/index.ts';
import { ValueSourceType } from '../../values/graphql/attribute-value.graphql.ts';
import {
  contextArguments,
  declareValueFields,
  fallbackArgument,
} from '../../values/graphql/value-fields.graphql.ts';
import { compareProductRevisions } from '../history/compare-product-revisions.ts';
import { findProductAsOf } from '../history/find-product-as-of.ts';
import { getProductRevision } from '../history/get-product-revision.ts';
import { listProductRevisions } from '../history/list-product-revisions.ts';
import { asOfStateOf, productAsOfLoader } from '../history/product-as-of.ts';
import { getProduct, isProductDeleted } from '../read/get-product.ts';
import { listProducts } from '../read/list-products.ts';
import { ownCellsText } from '../read/listed-product.ts';
import { childrenCountLoader, productByIdLoader, variantsCountLoader } from '../read/product.loaders.ts';
import { type Association, effectiveAssociations, type ProductLink } from '../read/product-associations.ts';
import { productLabel } from '../read/product-data.ts';
import type { ProductPage } from '../read/product-page.ts';
import {
  axesOfChildren,
  currentCompleteness,
  effectiveCategories,
  effectiveChannelsOf,
  liveOf,
  productView,
  publicationsOf,
  slugsOf,
  variantLayoutOf,
} from '../read/product-view.ts';
import { ProductFilterInput, ProductSortInput } from './product-filter.graphql.ts';
import { ASSOCIATIONS_VIEW, GET_PRODUCT_TOOL, SEARCH_PRODUCTS_TOOL } from './product-tools.graphql.ts';
import {
  CompletenessType,
  ExternalRefType,
  LiveScopeType,
  PROPERTIES_VIEW,
  ProductStatusType,
  ProductTypeType,
  PublicationType,
  VariantLayoutType,
} from './product-types.graphql.ts';
import { partsOf } from './selected-fields.graphql.ts';

const READ = 'products:read';

export const ProductRef = builder.prismaNode('Product', {
  nullable: true,
  description: 'A product that is sold, or a model that groups variants.',
  authScopes: { holds: READ },
  extensions: {
    view: `($values: DataForm! = CELLS, $fallback: Boolean! = true) { id ${PROPERTIES_VIEW}
      label(channel: $channel, locale: $locale) image(channel: $channel, locale: $locale) { code }
      variantAxes { code } childrenCount variantsCount values: data(form: $values, attributes:
      $attributes, channel: $channel, locales: $locales, fallback: $fallback, labels: $labels) version asOf
      createdAt updatedAt effectiveUpdatedAt deletedAt createdBy { type id name } updatedBy { type id
      name } }`,
    expansions: {
      completeness: 'completeness { channel { code } locale { code } ratio required filled missing }',
      live: 'live { channel { code } locale { code } }',
      visibility: `visibility { channel { code } locale { code } live
        reasons { code message blocks attribute { code } product { sku } category { code } } }`,
      slugs: 'slugs { channel { code } locale { code } slug }',
      publications:
        'publications { channel { code } state isPartial blockedBy locales { locale { code } state blockedBy } publishedAt }',
      associations: ASSOCIATIONS_VIEW,
      media: `media: image(channel: $channel, locale: $locale) { id code filename mimeType width height url
        publicUrl alt { locale text } }`,
    },
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
    deletedAt: null,
  }),
  fields: (t) => ({
    sku: t.exposeString('sku', {
      skipTypeScopes: true,
      description: 'Stock keeping unit. Unique.',
    }),
    type: t.field({
      type: ProductTypeType,
      description: 'Simple, model or variant.',
      resolve: ({ type }) => type as ProductType,
    }),
    status: t.field({
      type: ProductStatusType,
      description: 'Status.',
      resolve: ({ status }) => status as ProductStatus,
    }),
    asOf: t.field({
      type: 'BigInt',
      nullable: true,
      description:
        'Sequence number of the event right after which the product was as in this response; null for the present.',
      extensions: { omitsNull: true },
      resolve: (product) => sequenceText(asOfStateOf(product)?.sequence),
    }),
    version: t.exposeInt('version', {
      ...keyField(READ),
      description: 'Version number; increases by one with each change.',
    }),
    label: t.string({
      description:
        'Label: the value of the label attribute of its attribute set, also from fallback locales; otherwise `[sku]`. If a parent model contains that value, the axis values of the variant follow: `T-shirt, Red, XL`.',
      args: { ...contextArguments, ...fallbackArgument },
      resolve: async (product, args, context) =>
        productLabel(await productView(product, context), args, context),
    }),
    attributeSet: t.field({
      type: AttributeSetRef,
      nullable: true,
      description: 'Attribute set; null if the product has none.',
      resolve: ({ attributeSet }, _args, context) =>
        attributeSet === null ? null : context.load(attributeSetLoader, attributeSet),
    }),
    variantLayout: t.field({
      type: VariantLayoutType,
      nullable: true,
      description: 'Variant layout of its root model; null for simple products.',
      resolve: async (product, _args, context) =>
        variantLayoutOf(await productView(product, context)) ?? null,
    }),
    variantAxes: t.field({
      type: [AttributeRef],
      description: 'Axes: attributes in which its child products differ; empty if it cannot have children.',
      resolve: async (product, _args, context) => {
        const codes = axesOfChildren(await productView(product, context));
        const attributes = await Promise.all(codes.map((code) => context.load(attributeLoader, code)));
        return attributes.filter((attribute) => attribute !== null);
      },
    }),
    childrenCount: t.int({
      description: 'Number of child products.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'model' ? ((await context.load(childrenCountLoader, id)) ?? 0) : 0,
    }),
    variantsCount: t.int({
      description: 'Number of sellable variants on every level below; 0 unless it is a model.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'model' ? ((await context.load(variantsCountLoader, id)) ?? 0) : 0,
    }),
    channels: t.field({
      type: [ChannelRef],
      nullable: true,
      description:
        'Channels in which the product is sold. Inherited if it has none of its own; null means every channel.',
      resolve: async (product, _args, context) => {
        const codes = effectiveChannelsOf(await productView(product, context));
        if (codes === null) return null;
        const channels = await Promise.all(codes.map((code) => context.load(channelLoader, code)));
        return channels.filter((channel) => channel !== null);
      },
    }),
    categories: t.field({
      type: [CategoryRef],
      description: 'Categories, including categories of parent models.',
      args: {
        own: t.arg.boolean({
          required: true,
          defaultValue: false,
          description: 'If true, excludes inherited categories.',
        }),
      },
      resolve: async (product, { own }, context) => {
        const codes = effectiveCategories(await productView(product, context), own);
        const categories = await Promise.all(codes.map((code) => context.load(categoryLoader, code)));
        return categories.filter((category) => category !== null);
      },
    }),
    tags: t.exposeStringList('tags', {
      description: 'Tags: free words of your own, sorted. Never inherited.',
    }),
    completeness: t.field({
      type: [CompletenessType],
      description: 'Completeness for each channel and each of its locales.',
      extensions: {
        rest: {
          method: 'GET',
          path: '/products/{ref}/completeness',
          parent: 'product',
          name: 'getProductCompleteness',
          leavesOut: ['asOf'],
        },
      },
      args: {
        channel: t.arg.string({ description: 'Only this channel.' }),
        locale: t.arg.string({ description: 'Only this locale.' }),
      },
      resolve: async (product, { channel, locale }, context) =>
        currentCompleteness(await productView(product, context)).filter(
          (entry) =>
            (!channel || foldKey(entry.channel) === foldKey(channel)) &&
            (!locale || foldKey(entry.locale) === foldKey(locale)),
        ),
    }),
    publications: t.field({
      type: [PublicationType],
      description:
        'Publication state for each channel in which it is sold and each of its locales, with the reasons if it is blocked.',
      resolve: async (product, _args, context) =>
        publicationsOf(await productView(product, context), product.publishedAt),
    }),
    live: t.field({
      type: [LiveScopeType],
      description:
        'Channels and locales in which it is live: it and the models above it are published, it is sold in the channel, and, if the channel publishes complete products only, it is complete in the locale. After a change of configuration, products follow one by one.',
      resolve: async (product, _args, context) => liveOf(product, context),
    }),
    slugs: t.field({
      type: [ScopedSlugType],
      description:
        'Its slugs in the channels with slugs that it is sold in: what the attribute with that role says, else the label, in words of URLs. After slugs of a channel were enabled, products get them one by one.',
      resolve: async (product, _args, context) => slugsOf(product, context),
    }),
    revisions: t.field({
      type: RevisionConnection,
      description: 'Revisions, newest first.',
      args: pageArguments,
      complexity: pageComplexity,
      extensions: {
        ...operationExtensions(listProductRevisions),
        rest: { method: 'GET', path: '/products/{ref}/revisions', parent: 'product', leavesOut: ['asOf'] },
      },
      resolve: ({ id }, page, context) => context.read(listProductRevisions, { objectId: id, ...page }),
    }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'One revision by version number; null if it does not exist.',
      args: { version: t.arg.int({ required: true, description: 'Version number.' }) },
      extensions: {
        ...operationExtensions(getProductRevision),
        rest: {
          method: 'GET',
          path: '/products/{ref}/revisions/{version}',
          parent: 'product',
          leavesOut: ['asOf'],
        },
      },
      resolve: ({ id }, { version }, context) => context.read(getProductRevision, { objectId: id, version }),
    }),
    comparison: t.field({
      type: RevisionComparisonType,
      description: 'Differences between two moments of the product itself, without inherited values.',
      args: comparisonArguments,
      complexity: REBUILD_COST,
      extensions: {
        ...operationExtensions(compareProductRevisions),
        faults: ['history-incomplete'],
        rest: {
          method: 'GET',
          path: '/products/{ref}/comparison',
          parent: 'product',
          leavesOut: ['asOf'],
        },
      },
      resolve: (product, { from, to }, context) =>
        context.read(compareProductRevisions, {
          objectId: product.id,
          from: from ?? null,
          to: to ?? null,
          asOf: asOfStateOf(product)?.sequence ?? null,
        }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change of the product itself.',
    }),
    effectiveUpdatedAt: t.expose('effectiveUpdatedAt', {
      type: 'DateTime',
      description: 'When it or a model above it last changed.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of deletion; null if not deleted.',
    }),
    createdBy: t.field({
      type: ActorType,
      description: 'User or token that created it.',
      resolve: ({ createdBy }) => createdBy as unknown as Actor,
    }),
    updatedBy: t.field({
      type: ActorType,
      description: 'User or token that last changed it.',
      resolve: ({ updatedBy }) => updatedBy as unknown as Actor,
    }),
  }),
});

const sequenceText = (sequence: number | undefined) => (sequence === undefined ? null : String(sequence));

/** Loads a product of today, or as it was at a sequence. */
export const loadProduct = (
  id: string,
  asOf: number | null,
  context: RequestContext,
): Promise<Product | null> =>
  asOf === null
    ? context.load(productByIdLoader, id)
    : context.load(productAsOfLoader, { id, sequence: asOf });

const ProductLinkType = builder.objectRef<ProductLink>('ProductLink').implement({
  description: 'A link to another product.',
  extensions: { shorthand: 'ref' } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      description: 'The other product.',
      resolve: async ({ targetId, asOf }, _args, context) => {
        const targetProduct = await loadProduct(targetId, asOf, context);
        if (targetProduct === null) throw new Error(`Product ${targetId} is linked but not there.`);
        return targetProduct;
      },
    }),
    quantity: t.exposeInt('quantity', {
      nullable: true,
      description: 'Quantity; null unless the type is quantified.',
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Own, or inherited from a parent model.',
      resolve: ({ source }) => source,
    }),
  }),
});

export const AssociationType = builder.objectRef<Association>('Association').implement({
  description: 'The links of one type.',
  extensions: { keyedList: { by: 'type' } } satisfies TypeExtensions,
  authScopes: { holds: READ },
  fields: (t) => ({
    type: t.field({
      type: AssociationTypeRef,
      description: 'Type of the links.',
      resolve: async ({ type }, _args, context) => {
        const associationType = await context.load(associationTypeLoader, type);
        if (associationType === null) throw new Error(`Association type ${type} is used but not there.`);
        return associationType;
      },
    }),
    products: t.field({
      type: [ProductLinkType],
      description: 'The links to products, in their order.',
      resolve: ({ products }) => [...products],
    }),
  }),
});

declareValueFields(ProductRef, productView, ownCellsText);

export const ProductConnection = defineConnection('Product', ProductRef);
builder.objectField(ProductConnection, 'facets', (t) =>
  t.field({
    type: [FacetType],
    complexity: { field: 1, multiplier: 1 },
    description:
      'Counts of all matching products, not only of this page, by the values of fields. Each facet leaves conditions on its own field out that select values (`eq`, `in`, `any`, and bounds of ranges), unless they are in `or` or `not`.',
    args: {
      on: t.arg.stringList({
        required: true,
        description:
          'Up to 20 of `status`, `type`, `attribute_set`, `categories`, `channels`, `tags`, `missing` (required attributes without value) and codes of countable attributes (`productFilterFields`). A currency or unit may follow the code: `list_price:EUR`.',
      }),
      order: t.arg({
        type: FacetOrderType,
        required: true,
        defaultValue: 'count',
        description: 'Order of the values of facets.',
      }),
      locale: t.arg.string({
        description: 'Locale of labels. Defaults to the default locale of the organization.',
        extensions: LABEL_LOCALE,
      }),
    },
    extensions: { facets: FACET_VIEWS },
    resolve: async (page, { on, order, locale = null }) => {
      const facets = await (page as ProductPage).facets({ fields: on, order, locale });
      return facets.map((facet) => ({ ...facet, locale }));
    },
  }),
);

declareChanges(ProductConnection, 'Product');

builder.objectField(ProductConnection, 'suggestions', (t) =>
  t.stringList({
    nullable: true,
    complexity: 1,
    description:
      'Spellings of the search words by which the products were found, up to 5. Null unless no product has the words as sent.',
    extensions: { omitsNull: true },
    resolve: async (page) => {
      const suggestions = await (page as ProductPage).suggestions();
      return suggestions.length === 0 ? null : [...suggestions];
    },
  }),
);

builder.prismaObjectFields(ProductRef, (t) => ({
  parent: t.field({
    type: ProductRef,
    nullable: true,
    description: 'Parent model.',
    resolve: (product, _args, context) =>
      product.parentId === null
        ? null
        : loadProduct(product.parentId, asOfStateOf(product)?.sequence ?? null, context),
  }),
  associations: t.field({
    type: [AssociationType],
    description: 'Links to products and entities by type, including links of parent models.',
    args: {
      type: t.arg.string({
        description: 'Only this association type.',
        extensions: { names: 'association-type' } satisfies ArgumentExtensions,
      }),
    },
    resolve: async (product, { type }, context) =>
      effectiveAssociations(await productView(product, context), type ?? null, context),
  }),
  externalRefs: t.field({
    type: [ExternalRefType],
    description: 'Ids of the product in other systems, by system. Never inherited.',
    resolve: ({ externalRefs }) => externalRefs as ExternalRef[],
  }),
  children: t.field({
    type: ProductConnection,
    description: 'Child products.',
    args: pageArguments,
    complexity: pageComplexity,
    resolve: ({ id }, page, context, info) =>
      context.read(listProducts, {
        ...page,
        below: { id, which: 'children' },
        parts: partsOf(info),
      }),
  }),
  variants: t.field({
    type: ProductConnection,
    description: 'All sellable variants of the model, on every level.',
    extensions: {
      rest: {
        method: 'GET',
        path: '/products/{ref}/variants',
        parent: 'product',
        name: 'listProductVariants',
        leavesOut: ['asOf'],
      },
    },
    args: pageArguments,
    complexity: pageComplexity,
    resolve: ({ id }, page, context, info) =>
      context.read(listProducts, {
        ...page,
        below: { id, which: 'leaves' },
        parts: partsOf(info),
      }),
  }),
}));

const AS_OF_PRODUCT =
  'Answers the product as it was then, with the values of the models above it then; null if it did not exist. Labels, children and variants are those of today. Completeness and publications are not available. An SKU or external id is looked up today: use the id of a product that was renamed.';

async function productAt(ref: string, asOf: HistoryPoint, context: RequestContext): Promise<Product | null> {
  const pastProduct = await context.read(findProductAsOf, { ref, asOf });
  const product = pastProduct === null ? null : await context.load(productAsOfLoader, pastProduct);
  return product?.deletedAt === null ? product : context.notFound(Promise.resolve(product !== null));
}

builder.queryFields((t) => ({
  product: t.prismaField({
    type: ProductRef,
    nullable: true,
    description: 'One product by SKU, id or external id; null if it does not exist or was deleted.',
    args: {
      ref: t.arg.id({
        required: true,
        description: 'SKU (case is ignored), id or `ext:system:id`.',
      }),
      asOf: t.arg({ type: 'Moment', description: AS_OF_PRODUCT }),
    },
    complexity: ({ asOf }) => (asOf ? REBUILD_COST : 1),
    authScopes: { holds: getProduct.scope },
    extensions: {
      ...operationExtensions(getProduct),
      faults: ['history-incomplete'],
      rest: { method: 'GET', path: '/products/{ref}' },
      mcp: GET_PRODUCT_TOOL,
    },
    resolve: async (query, _root, { ref, asOf }, context) =>
      asOf
        ? productAt(ref, asOf, context)
        : ((await context.read(getProduct, { ref, query })) ??
          context.notFound(context.read(isProductDeleted, { ref }))),
  }),
  products: t.field({
    type: ProductConnection,
    description:
      'Products that match a filter. Archived products are excluded unless the filter has a condition on the status.',
    args: {
      ...countedPageArguments,
      query: t.arg.string({
        description:
          'Search words. Each word must occur in the SKU, a searchable text or the label of a searchable option.',
      }),
      filter: t.arg({
        type: ProductFilterInput,
        description: 'Conditions. All keys of an object must hold.',
      }),
      sort: t.arg({
        type: [ProductSortInput],
        description: 'Sort order. Defaults to relevance for words, else to creation order.',
      }),
      ...changedSinceArgument,
    },
    complexity: pageComplexity,
    authScopes: { holds: listProducts.scope },
    extensions: {
      ...operationExtensions(listProducts),
      faults: ['events-expired', 'epoch-changed'],
      rest: [
        { method: 'GET', path: '/products' },
        { method: 'POST', path: '/products/search' },
      ],
      mcp: SEARCH_PRODUCTS_TOOL,
    },
    resolve: async (_root, args, context, info) => {
      const page = await context.read(listProducts, {
        ...args,
        ...selectedChanges(info),
        parts: partsOf(info),
      });
      context.prime(structureLoader, '', page.structure);
      return page;
    },
  }),
}));
