import { GraphQLID, GraphQLInt, GraphQLObjectType, GraphQLString } from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { Category } from '../../../platform/prisma/generated/client/client.ts';
import { sanitizeHtml } from '../../values/index.ts';
import { countInCategory } from '../read/category-counts.ts';
import { categorySlug } from '../read/category-slug.ts';
import { ancestorsOf, childrenOf, loadShopCategory } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { estimatedItems, nonNull, nonNullList, type ShopField, type ShopFields } from './field-modifiers.ts';
import { ImageType, loadImage } from './images.ts';
import { NodeType } from './node-type.ts';
import { HtmlType } from './scalars.ts';

export interface Seo {
  readonly title: string;
  readonly description: string | null;
  /** Slug of the page that stands for this one in search engines. */
  readonly canonical: string | null;
}

export const SeoType = new GraphQLObjectType<Seo, ShopContext>({
  name: 'Seo',
  description: 'What search engines are told of a page.',
  fields: {
    title: { type: nonNull(GraphQLString) },
    description: { type: GraphQLString },
    canonical: {
      type: GraphQLString,
      description: 'The slug of the page that stands for this one: of a variant its family.',
    },
  } satisfies ShopFields<Seo>,
});

export interface Alternate {
  readonly locale: string;
  readonly slug: string;
}

export const AlternateType = new GraphQLObjectType<Alternate, ShopContext>({
  name: 'Alternate',
  description: 'The same page in a locale, for links with `hreflang`.',
  fields: { locale: { type: nonNull(GraphQLString) }, slug: { type: nonNull(GraphQLString) } },
});

const textIn = (texts: unknown, { locales }: ShopContext): string | null =>
  locales.map((locale) => (texts as Labels)[locale]).find((text) => text !== undefined && text !== '') ??
  null;

const labelIn = ({ labels, code }: Category, { locales }: ShopContext) =>
  labelOf(labels as Labels, code, locales);

export type CategoryType = GraphQLObjectType<Category, ShopContext>;

/** @param products the field that lists the products of a category */
export function createCategoryType(products: () => ShopField<Category>): CategoryType {
  const type: CategoryType = new GraphQLObjectType<Category, ShopContext>({
    name: 'Category',
    interfaces: [NodeType],
    fields: () => categoryFields(type, products()),
  });
  return type;
}

function categoryFields(type: CategoryType, products: ShopField<Category>): ShopFields<Category> {
  return {
    id: { type: nonNull(GraphQLID), resolve: ({ id }) => encodeId('Category', id) },
    code: { type: nonNull(GraphQLString) },
    label: {
      type: nonNull(GraphQLString),
      resolve: (category, _args, context) => labelIn(category, context),
    },
    slug: {
      type: nonNull(GraphQLString),
      description: 'What names it in URLs; its code where the channel has no slugs.',
      resolve: (category, _args, context) => categorySlug(category, context),
    },
    alternates: {
      type: nonNullList(AlternateType),
      extensions: estimatedItems(3),
      resolve: (category, _args, context) =>
        Promise.all(
          context.storefront.locales.map(async (locale) => ({
            locale,
            slug: await categorySlug(category, context, locale),
          })),
        ),
    },
    seo: {
      type: nonNull(SeoType),
      async resolve(category, _args, context) {
        const title = textIn(category.seoTitles, context) ?? labelIn(category, context);
        const description = textIn(category.seoDescriptions, context);
        return { title, description, canonical: await categorySlug(category, context) };
      },
    },
    image: { type: ImageType, resolve: ({ image }, _args, context) => loadImage(image, context) },
    description: {
      type: HtmlType,
      resolve({ descriptions }, _args, context) {
        const text = textIn(descriptions, context);
        return text === null ? null : sanitizeHtml(text);
      },
    },
    parent: {
      type,
      resolve: ({ parent }, _args, context) =>
        parent === null ? null : loadShopCategory({ code: parent }, context),
    },
    ancestors: {
      type: nonNullList(type),
      extensions: estimatedItems(3),
      description: 'The categories above it, from the top.',
      resolve: (category, _args, context) => ancestorsOf(category, context),
    },
    children: {
      type: nonNullList(type),
      extensions: estimatedItems(8),
      resolve: (category, _args, context) => childrenOf(category, context),
    },
    productCount: {
      type: nonNull(GraphQLInt),
      description: 'Number of visible products in it and in the categories below it; a family counts as one.',
      resolve: ({ code }, _args, context) => countInCategory(code, context),
    },
    products,
  };
}
