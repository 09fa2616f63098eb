import { builder } from '../../graphql/builder.ts';
import { pageArguments, pageComplexity } from '../../graphql/connection.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { mediaLoader } from '../media/index.ts';
import { MediaRef } from '../media/media.graphql.ts';
import { structureLoader } from '../structure/index.ts';
import { listProducts } from './list-products.ts';
import { partsOf } from './listed-parts.graphql.ts';
import { ProductConnection, ProductRef } from './product.graphql.ts';
import { productImage } from './product-data.ts';
import { viewOf } from './product-view.ts';

builder.prismaObjectFields(ProductRef, (t) => ({
  image: t.field({
    type: MediaRef,
    nullable: true,
    description:
      "Its picture by the set's image attribute, the first of a list, locales that stand in included; null for none.",
    args: {
      channel: t.arg.string({ description: "Channel code; the organization's default when left out." }),
      locale: t.arg.string({ description: "Locale code; the organization's default when left out." }),
    },
    resolve: async (product, { channel, locale }, context) => {
      const code = productImage(await viewOf(product, context), channel, locale);
      return code === null ? null : context.load(mediaLoader, code);
    },
  }),
}));

builder.prismaObjectFields(MediaRef, (t) => ({
  usedBy: t.field({
    type: ProductConnection,
    description: 'The products that show it themselves; those that inherit it are left out.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: listProducts.scope },
    extensions: {
      ...factsOf(listProducts),
      rest: {
        method: 'GET',
        path: '/media/{ref}/used-by',
        parent: 'media',
        name: 'listProductsOfMedia',
      },
    },
    resolve: async ({ code }, page, context, info) => {
      const structure = await context.load(structureLoader, '');
      const attributes = [...(structure?.attributes.values() ?? [])].filter(
        ({ type }) => type === 'media' || type === 'media_list',
      );
      return context.read(listProducts, {
        ...page,
        naming: { code, attributes: attributes.map((attribute) => attribute.code) },
        parts: partsOf(info),
      });
    },
  }),
}));
