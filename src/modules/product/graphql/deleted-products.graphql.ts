import { builder } from '../../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { AttributeSetRef } from '../../attribute-set/attribute-set.graphql.ts';
import { attributeSetLoader } from '../../attribute-set/index.ts';
import { deletionFields } from '../../organization/deletion-fields.graphql.ts';
import type { ProductType } from '../../property/index.ts';
import { contextArguments, fallbackArgument } from '../../values/graphql/value-fields.graphql.ts';
import { listDeletedProducts } from '../read/list-deleted-products.ts';
import { deletedVariantsCountLoader } from '../read/product.loaders.ts';
import { productLabel } from '../read/product-data.ts';
import { productView } from '../read/product-view.ts';
import { ProductTypeType } from './product-types.graphql.ts';

const DeletedProductRef = builder.prismaObject('Product', {
  variant: 'DeletedProduct',
  description: 'A deleted product. `restoreProduct` brings it back as it was.',
  authScopes: { holds: listDeletedProducts.scope },
  extensions: {
    view: '{ id sku label type attributeSet { code } variantsCount version deletedAt deletedBy { type id name } restorableUntil }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    id: t.id({
      description: 'Id of the product. Other deleted products can have its SKU: restore it by the id.',
      resolve: ({ id }) => encodeId('Product', id),
    }),
    sku: t.exposeString('sku', { description: 'SKU when it was deleted. Another product can have it now.' }),
    label: t.string({
      description: 'Label, as products have it.',
      args: { ...contextArguments, ...fallbackArgument },
      resolve: async (product, args, context) =>
        productLabel(await productView(product, context), args, context),
    }),
    type: t.field({
      type: ProductTypeType,
      description: 'Kind of product. With a model, the variants that were deleted with it come back.',
      resolve: ({ type }) => type as ProductType,
    }),
    attributeSet: t.field({
      type: AttributeSetRef,
      nullable: true,
      description: 'Attribute set; null if the product has none.',
      resolve: ({ attributeSet }, _args, context) =>
        attributeSet === null ? null : context.load(attributeSetLoader, attributeSet),
    }),
    variantsCount: t.int({
      description: 'Number of variants that were deleted with a model, and are restored with it.',
      resolve: async ({ id, type }, _args, context) =>
        type === 'model' ? ((await context.load(deletedVariantsCountLoader, id)) ?? 0) : 0,
    }),
    version: t.exposeInt('version', { description: 'Version number.' }),
    ...deletionFields(t),
  }),
});

const DeletedProductConnection = defineConnection('DeletedProduct', DeletedProductRef);

builder.queryField('deletedProducts', (t) =>
  t.field({
    type: DeletedProductConnection,
    description:
      'Deleted products that can be restored, the last deleted first. What was deleted with a model is not listed: it comes back with the model.',
    args: {
      ...pageArguments,
      sku: t.arg.string({ description: 'Only those whose SKU starts with this text. Not case-sensitive.' }),
      search: t.arg.string({
        description:
          'Only those whose SKU or label, in any channel and locale, contains this text. Not case-sensitive. Finds up to 1,000, the last deleted.',
      }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listDeletedProducts.scope },
    extensions: {
      ...operationExtensions(listDeletedProducts),
      rest: { method: 'GET', path: '/deleted-products' },
    },
    resolve: (_root, args, context, info) =>
      context.read(listDeletedProducts, { ...args, query: nodeQuery('DeletedProduct', context, info) }),
  }),
);
