import {
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { RequestError } from '../../../kernel/errors.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { type ProductListPage, pageOfProducts } from '../lists/product-page.ts';
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
  slugIn,
  summaryOf,
  visibleLocales,
} from '../read/product-fields.ts';
import { specificationsOf } from '../read/specifications.ts';
import { axesOf, type SelectedOption, variantsWith } from '../read/variant-options.ts';
import type { ShopContext } from '../shop-context.ts';
import { defaultVariantOf, roleValue, type ShopProduct, variantsOf } from '../shop-product.ts';
import { AlternateType, type CategoryType, createCategoryType, SeoType } from './category-type.ts';
import { estimatedItems, nonNull, nonNullList, type ShopField, type ShopFields } from './field-modifiers.ts';
import { ImageType } from './images.ts';
import { NodeType, typeNameOf } from './node-type.ts';
import { DateTimeType } from './scalars.ts';
import { SpecificationGroupType } from './specification-types.ts';
import { MoneyType, PriceRangeType } from './values.ts';
import { selectedOptions, variantOptionType } from './variant-types.ts';

/** Returns the type of an association as clients name it, as it is stored. @throws RequestError `invalid-parameter` */
function associationCode(type: string | null | undefined, { catalogue }: ShopContext): string | null {
  if (type == null) return null;
  const associationType = catalogue.associationTypes.find(({ name }) => name === type);
  if (associationType !== undefined) return associationType.code;
  const suggestions = suggest(
    type,
    catalogue.associationTypes.map(({ name }) => name),
  );
  const message = withSuggestions(localized('not-found', { kind: 'association', ref: type }), suggestions);
  throw new RequestError('invalid-parameter', message, { parameter: 'type', suggestions });
}

interface Paging {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** Returns the complexity of a list: that of one item for each requested item. */
export const listCost = (first: number) => ({
  complexity: ({ first: requestedFirst }: Paging) => ({
    field: 1,
    multiplier: Math.max(1, requestedFirst ?? first),
  }),
});

export const pagingArgs = (first: number) => ({
  first: { type: GraphQLInt, defaultValue: first, description: 'Up to 100.' },
  after: { type: GraphQLString, description: '`endCursor` of the page before.' },
});

/** Fields that refer to no other product. */
const OWN_FIELDS: ShopFields<ShopProduct> = {
  id: { type: nonNull(GraphQLID), resolve: ({ view }) => encodeId('Product', view.row.id) },
  sku: { type: nonNull(GraphQLString), resolve: ({ view }) => view.row.sku },
  updatedAt: { type: nonNull(DateTimeType), description: 'When it changed last.' },
  slug: {
    type: nonNull(GraphQLString),
    description: 'What names it in URLs; its SKU where the channel has no slugs.',
    resolve: (product, _args, context) => slugIn(product, context.locale, context),
  },
  label: {
    type: nonNull(GraphQLString),
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
  readonly connection: GraphQLObjectType<ProductListPage, ShopContext>;
  readonly category: CategoryType;
  /** Returns the fields of `product`, for the types that implement it. */
  fields(): ShopFields<ShopProduct>;
}

/**
 * @param connectionOf makes the type of pages of products
 * @param productsOf makes the field that lists the products of a category, by that type
 */
export function createProductTypes(
  connectionOf: (product: GraphQLInterfaceType) => GraphQLObjectType<ProductListPage, ShopContext>,
  productsOf: (connection: GraphQLObjectType<ProductListPage, ShopContext>) => ShopField<Category>,
): ProductTypes {
  let all: ShopFields<ShopProduct> | undefined;
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
): ShopFields<ShopProduct> {
  return {
    ...OWN_FIELDS,
    alternates: {
      type: nonNullList(AlternateType),
      extensions: estimatedItems(3),
      description: 'The locales that it is shown in, the present one included.',
      resolve: (product, _args, context) =>
        visibleLocales(product, context).map((locale) => ({
          locale,
          slug: slugIn(product, locale, context),
        })),
    },
    seo: {
      type: nonNull(SeoType),
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
      type: nonNullList(ImageType),
      description: 'Its image, then the others. Those of its default variant where a family has none.',
      args: { first: { type: GraphQLInt, defaultValue: 20 } },
      extensions: listCost(20),
      resolve: async (product, { first }: Paging, context) =>
        (await imagesOf(product, context)).slice(0, Math.max(0, first ?? 20)),
    },
    prices: {
      type: nonNullList(MoneyType),
      extensions: estimatedItems(2),
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
      type: nonNullList(category),
      extensions: estimatedItems(3),
      resolve: (product, _args, context) => categoriesOf(product, context),
    },
    breadcrumbs: {
      type: nonNullList(category),
      extensions: estimatedItems(3),
      description: 'The way down to its deepest category, from the top.',
      resolve: (product, _args, context) => breadcrumbsOf(product, context),
    },
    options: {
      type: nonNullList(variantOptionType(product)),
      extensions: estimatedItems(2),
      description: 'What its variants can be chosen by; empty for a product without variants.',
      resolve: async (product, _args, context) => {
        const family = product.view.row.type === 'model' ? product : await familyOf(product, context);
        return family === null ? [] : axesOf(family).map((axis) => ({ product, family, axis }));
      },
    },
    variants: {
      type: nonNull(connection),
      description: 'Its visible variants by the positions of their options, then by age; of up to 1,000.',
      args: pagingArgs(50),
      extensions: listCost(50),
      resolve: async (product, paging: Paging, context) =>
        pageOfProducts(
          await variantsOf(product, context),
          ['variants', product.view.row.id],
          paging,
          context,
        ),
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
      type: nonNullList(SpecificationGroupType),
      description:
        'Labels and formatted values of its attributes, for tables of any product. Those with a role, such as `image` and `price`, are left out.',
      args: {
        groups: {
          type: new GraphQLList(nonNull(GraphQLString)),
          description: 'Codes of groups; all when left out.',
        },
      },
      extensions: listCost(10),
      resolve: (product, { groups }: { readonly groups?: readonly string[] | null }, context) =>
        specificationsOf(product, groups ?? null, context),
    },
    related: {
      type: nonNull(connection),
      description: 'The visible products that it is linked to.',
      args: {
        type: { type: GraphQLString, description: 'The field of an association; all of them when left out.' },
        ...pagingArgs(12),
      },
      extensions: listCost(12),
      async resolve(product, { type, ...paging }: Paging & { readonly type?: string | null }, context) {
        const products = await linkedProducts(product, associationCode(type, context), context);
        return pageOfProducts(products, ['related', type ?? '', product.view.row.id], paging, context);
      },
    },
    externalRefs: {
      type: nonNullList(ExternalRefType),
      extensions: estimatedItems(2),
      description: 'Its ids in the systems that the storefront exposes.',
      resolve: ({ view }, _args, { catalogue }) =>
        view.row.externalRefs.filter(({ system }) =>
          catalogue.externalSystems.some((one) => one.toLowerCase() === system.toLowerCase()),
        ),
    },
  };
}

const ExternalRefType = new GraphQLObjectType<{ readonly system: string; readonly id: string }, ShopContext>({
  name: 'ExternalRef',
  description: 'The id of a product in another system.',
  fields: { system: { type: nonNull(GraphQLString) }, id: { type: nonNull(GraphQLString) } },
});
