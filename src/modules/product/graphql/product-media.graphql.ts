import { builder } from '../../../graphql/builder.ts';
import { pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { mediaLoader } from '../../media/index.ts';
import { MediaRef } from '../../media/media.graphql.ts';
import { listProducts } from '../read/list-products.ts';
import { productImage } from '../read/product-data.ts';
import { productView } from '../read/product-view.ts';
import { ProductConnection, ProductRef } from './product.graphql.ts';
import { partsOf } from './selected-fields.graphql.ts';

builder.prismaObjectFields(ProductRef, (t) => ({
  image: t.field({
    type: MediaRef,
    nullable: true,
    description:
      'Image: the value of the image attribute of its attribute set (the first file of a list), also from fallback locales; null for none.',
    args: {
      channel: t.arg.string({
        description: 'Channel code. Defaults to the default channel of the organization.',
      }),
      locale: t.arg.string({
        description: 'Locale code. Defaults to the default locale of the organization.',
      }),
    },
    resolve: async (product, { channel, locale }, context) => {
      const code = productImage(await productView(product, context), channel, locale);
      return code === null ? null : context.load(mediaLoader, code);
    },
  }),
}));

builder.prismaObjectFields(MediaRef, (t) => ({
  usedBy: t.field({
    type: ProductConnection,
    description: 'Products with the file in an own value. Products that only inherit it are not included.',
    args: pageArguments,
    complexity: pageComplexity,
    authScopes: { holds: listProducts.scope },
    extensions: {
      ...operationExtensions(listProducts),
      rest: {
        method: 'GET',
        path: '/media/{ref}/used-by',
        parent: 'media',
        name: 'listProductsOfMedia',
      },
    },
    resolve: ({ code }, page, context, info) =>
      context.read(listProducts, {
        ...page,
        naming: { kind: 'media', owner: null, code },
        parts: partsOf(info),
      }),
  }),
}));
