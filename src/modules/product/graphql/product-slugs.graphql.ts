import { builder } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { slugArguments } from '../../slug/scoped-slug.graphql.ts';
import { getProductBySlug, type ProductBySlug } from '../read/product-by-slug.ts';
import { ProductRef } from './product.graphql.ts';

const ProductBySlugType = builder.objectRef<ProductBySlug>('ProductBySlug').implement({
  description: 'The product that a slug leads to.',
  extensions: { view: '{ product { id sku } slug isCurrent }' } satisfies TypeExtensions,
  fields: (t) => ({
    product: t.field({ type: ProductRef, description: 'The product.', resolve: ({ product }) => product }),
    slug: t.exposeString('slug', { description: 'The slug that the product has now: redirect to it.' }),
    isCurrent: t.exposeBoolean('isCurrent', {
      description: 'Whether that is the requested slug; false if the product had it before.',
    }),
  }),
});

builder.queryFields((t) => ({
  productBySlug: t.field({
    type: ProductBySlugType,
    nullable: true,
    description:
      'The product that has a slug in a channel and locale, or had it before. Null if no product has or had it, and if the channel has no slugs.',
    args: slugArguments,
    authScopes: { holds: getProductBySlug.scope },
    extensions: {
      ...operationExtensions(getProductBySlug),
      rest: { method: 'GET', path: '/product-slugs/{channel}/{locale}/{slug}' },
    },
    resolve: (_root, request, context) => context.read(getProductBySlug, request),
  }),
}));
