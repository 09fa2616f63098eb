import {
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { Fault } from '../../../kernel/refusal.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { type DeliveredProduct, defaultVariantOf, roleValue, variantsOf } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { type DeliveredPage, pageOf } from '../lists/delivered-page.ts';
import {
  breadcrumbsOf,
  categoriesOf,
  familyOf,
  imagesOf,
  labelOfProduct,
  linkedProducts,
  priceOf,
  priceRangeOf,
  pricesOf,
  shownLocales,
  slugIn,
  summaryOf,
} from '../read/product-parts.ts';
import { specificationsOf } from '../read/specifications.ts';
import { axesOf, type SelectedOption, variantsWith } from '../read/variant-options.ts';
import { AlternateType, type CategoryType, createCategoryType, SeoType } from './category-type.ts';
import { about, listOf, required, type ShopField, type ShopFields } from './fields.ts';
import { ImageType } from './images.ts';
import { NodeType, typeNameOf } from './node-type.ts';
import { DateTimeType } from './scalars.ts';
import { SpecificationGroupType } from './specification-types.ts';
import { MoneyType, PriceRangeType } from './values.ts';
import { selectedOptions, variantOptionType } from './variant-types.ts';

/** Returns the type of an association as clients name it, as it is stored. @throws Fault `invalid-parameter` */
function associationCode(type: string | null | undefined, { catalogue }: DeliveryContext): string | null {
  if (type == null) return null;
  const found = catalogue.associationTypes.find(({ name }) => name === type);
  if (found !== undefined) return found.code;
  const suggestions = suggest(
    type,
    catalogue.associationTypes.map(({ name }) => name),
  );
  const message = withSuggestions(localized('not-found', { kind: 'association', ref: type }), suggestions);
  throw new Fault('invalid-parameter', message, { parameter: 'type', suggestions });
}

interface Paging {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** Returns the complexity of a list: that of one item for each requested item. */
export const listCost = (first: number) => ({
  complexity: ({ first: asked }: Paging) => ({ field: 1, multiplier: Math.max(1, asked ?? first) }),
});

export const pagingArgs = (first: number) => ({
  first: { type: GraphQLInt, defaultValue: first, description: 'Up to 100.' },
  after: { type: GraphQLString, description: '`endCursor` of the page before.' },
});

/** Fields that refer to no other product. */
const OWN_FIELDS: ShopFields<DeliveredProduct> = {
  id: { type: required(GraphQLID), resolve: ({ view }) => encodeId('Product', view.row.id) },
  sku: { type: required(GraphQLString), resolve: ({ view }) => view.row.sku },
  updatedAt: { type: required(DateTimeType), description: 'When it changed last.' },
  slug: {
    type: required(GraphQLString),
    description: 'What names it in URLs; its SKU where the channel has no slugs.',
    resolve: (product, _args, context) => slugIn(product, context.locale, context),
  },
  label: {
    type: required(GraphQLString),
    description: 'Its name. That of its default variant where a family has none, else its SKU.',
    resolve: (product, _args, context) => labelOfProduct(product, context),
  },
  summary: { type: GraphQLString, resolve: (product, _args, context) => summaryOf(product, context) },
  image: {
    type: ImageType,
    description: 'That of its default variant where a family has none.',
    resolve: async (product, _args, context) => (await imagesOf(product, context))[0] ?? null,
  },
  price: {
    type: MoneyType,
    description: 'In the currency of the context. That of its default variant where a family has none.',
    resolve: (product, _args, context) => priceOf(product, context),
  },
};

/** The types of what all products have. */
export interface ProductTypes {
  readonly product: GraphQLInterfaceType;
  /** A page of products of any type. */
  readonly connection: GraphQLObjectType<DeliveredPage, DeliveryContext>;
  readonly category: CategoryType;
  /** Returns the fields of `product`, for the types that implement it. */
  fields(): ShopFields<DeliveredProduct>;
}

/**
 * @param connectionOf makes the type of pages of products
 * @param productsOf makes the field that lists the products of a category, by that type
 */
export function createProductTypes(
  connectionOf: (product: GraphQLInterfaceType) => GraphQLObjectType<DeliveredPage, DeliveryContext>,
  productsOf: (connection: GraphQLObjectType<DeliveredPage, DeliveryContext>) => ShopField<Category>,
): ProductTypes {
  let all: ShopFields<DeliveredProduct> | undefined;
  const product: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: 'Product',
    description: 'What all products have, whatever their type.',
    interfaces: [NodeType],
    resolveType: typeNameOf,
    fields: () => fields(),
  });
  const connection = connectionOf(product);
  const category = createCategoryType(() => productsOf(connection));
  const fields = () => {
    all ??= productFields(product, connection, category);
    return all;
  };
  return { product, connection, category, fields };
}

function productFields(
  product: GraphQLInterfaceType,
  connection: ProductTypes['connection'],
  category: CategoryType,
): ShopFields<DeliveredProduct> {
  return {
    ...OWN_FIELDS,
    alternates: {
      type: listOf(AlternateType),
      extensions: about(3),
      description: 'The locales that it is shown in, the present one included.',
      resolve: (product, _args, context) =>
        shownLocales(product, context).map((locale) => ({
          locale,
          slug: slugIn(product, locale, context),
        })),
    },
    seo: {
      type: required(SeoType),
      async resolve(product, _args, context) {
        const [title, description] = [
          roleValue(product, 'seo_title', context),
          roleValue(product, 'seo_description', context),
        ];
        const family = await familyOf(product, context);
        return {
          title: typeof title === 'string' ? title : await labelOfProduct(product, context),
          description: typeof description === 'string' ? description : summaryOf(product, context),
          canonical: slugIn(family ?? product, context.locale, context),
        };
      },
    },
    gallery: {
      type: listOf(ImageType),
      description: 'Its image, then the others. Those of its default variant where a family has none.',
      args: { first: { type: GraphQLInt, defaultValue: 20 } },
      extensions: listCost(20),
      resolve: async (product, { first }: Paging, context) =>
        (await imagesOf(product, context)).slice(0, Math.max(0, first ?? 20)),
    },
    prices: {
      type: listOf(MoneyType),
      extensions: about(2),
      description:
        'In all currencies of the storefront. Those of its default variant where a family has none.',
      resolve: (product, _args, context) => pricesOf(product, context),
    },
    priceRange: {
      type: PriceRangeType,
      description: 'From the lowest to the highest price of its visible variants.',
      resolve: (product, _args, context) => priceRangeOf(product, context),
    },
    categories: {
      type: listOf(category),
      extensions: about(3),
      resolve: (product, _args, context) => categoriesOf(product, context),
    },
    breadcrumbs: {
      type: listOf(category),
      extensions: about(3),
      description: 'The way down to its deepest category, from the top.',
      resolve: (product, _args, context) => breadcrumbsOf(product, context),
    },
    options: {
      type: listOf(variantOptionType(product)),
      extensions: about(2),
      description: 'What its variants can be chosen by; empty for a product without variants.',
      resolve: async (product, _args, context) => {
        const family = product.view.row.type === 'model' ? product : await familyOf(product, context);
        return family === null ? [] : axesOf(family).map((axis) => ({ product, family, axis }));
      },
    },
    variants: {
      type: required(connection),
      description: 'Its visible variants by the positions of their options, then by age; of up to 1,000.',
      args: pagingArgs(50),
      extensions: listCost(50),
      resolve: async (product, paging: Paging, context) =>
        pageOf(await variantsOf(product, context), ['variants', product.view.row.id], paging, context),
    },
    selectedVariant: {
      type: product,
      description:
        'The first variant that has all of the options, else the default variant: the first visible one. Without options, a variant is its own.',
      args: { options: selectedOptions },
      async resolve(product, { options }: { readonly options?: readonly SelectedOption[] | null }, context) {
        const isVariant = product.view.row.type === 'variant';
        if (isVariant && options == null) return product;
        const family = isVariant ? await familyOf(product, context) : product;
        if (family === null) return null;
        const exact = options == null ? [] : await variantsWith(family, options, context);
        return exact[0] ?? defaultVariantOf(family, context);
      },
    },
    family: {
      type: product,
      description: 'Of a variant: the product that all its variants belong to.',
      resolve: (product, _args, context) => familyOf(product, context),
    },
    specifications: {
      type: listOf(SpecificationGroupType),
      description:
        'Labels and formatted values of its attributes, for tables of any product. Those with a role, such as `image` and `price`, are left out.',
      args: {
        groups: {
          type: new GraphQLList(required(GraphQLString)),
          description: 'Codes of groups; all when left out.',
        },
      },
      extensions: listCost(10),
      resolve: (product, { groups }: { readonly groups?: readonly string[] | null }, context) =>
        specificationsOf(product, groups ?? null, context),
    },
    related: {
      type: required(connection),
      description: 'The visible products that it is linked to.',
      args: {
        type: { type: GraphQLString, description: 'The field of an association; all of them when left out.' },
        ...pagingArgs(12),
      },
      extensions: listCost(12),
      async resolve(product, { type, ...paging }: Paging & { readonly type?: string | null }, context) {
        const linked = await linkedProducts(product, associationCode(type, context), context);
        return pageOf(linked, ['related', type ?? '', product.view.row.id], paging, context);
      },
    },
    externalRefs: {
      type: listOf(ExternalRefType),
      extensions: about(2),
      description: 'Its ids in the systems that the storefront exposes.',
      resolve: ({ view }, _args, { catalogue }) =>
        view.row.externalRefs.filter(({ system }) =>
          catalogue.externalSystems.some((one) => one.toLowerCase() === system.toLowerCase()),
        ),
    },
  };
}

const ExternalRefType = new GraphQLObjectType<
  { readonly system: string; readonly id: string },
  DeliveryContext
>({
  name: 'ExternalRef',
  description: 'The id of a product in another system.',
  fields: { system: { type: required(GraphQLString) }, id: { type: required(GraphQLString) } },
});
