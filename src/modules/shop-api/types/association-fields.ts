import type { GraphQLObjectType } from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import type { ExposedAssociationType } from '../exposed-catalogue.ts';
import { type ProductListPage, pageOfProducts } from '../lists/product-page.ts';
import { linkedProducts } from '../read/product-fields.ts';
import type { ShopContext } from '../shop-context.ts';
import type { ShopProduct } from '../shop-product.ts';
import { nonNull, type ShopFields } from './field-modifiers.ts';
import { listCost, pagingArgs } from './product-type.ts';

/** Returns a field for each association type, which lists the visible products that a product is linked to. */
export function associationFields(
  associationTypes: readonly ExposedAssociationType[],
  connection: GraphQLObjectType<ProductListPage, ShopContext>,
): ShopFields<ShopProduct> {
  return Object.fromEntries(
    associationTypes.map(({ code, name }) => [
      name,
      {
        type: nonNull(connection),
        args: pagingArgs(12),
        extensions: listCost(12),
        async resolve(product, paging, context) {
          const products = await linkedProducts(product, code, context);
          return pageOfProducts(products, ['linked', foldKey(code), product.view.row.id], paging, context);
        },
      },
    ]),
  );
}
