import type { GraphQLObjectType } from 'graphql';
import { foldKey } from '../../../kernel/codes.ts';
import type { DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedAssociationType } from '../exposed-catalogue.ts';
import { type DeliveredPage, pageOf } from '../lists/delivered-page.ts';
import { linkedProducts } from '../read/product-parts.ts';
import { required, type ShopFields } from './fields.ts';
import { listCost, pagingArgs } from './product-type.ts';

/** Returns a field for each association type, which lists the visible products that a product is linked to. */
export function associationFields(
  associationTypes: readonly ExposedAssociationType[],
  connection: GraphQLObjectType<DeliveredPage, DeliveryContext>,
): ShopFields<DeliveredProduct> {
  return Object.fromEntries(
    associationTypes.map(({ code, name }) => [
      name,
      {
        type: required(connection),
        args: pagingArgs(12),
        extensions: listCost(12),
        async resolve(product, paging, context) {
          const linked = await linkedProducts(product, code, context);
          return pageOf(linked, ['linked', foldKey(code), product.view.row.id], paging, context);
        },
      },
    ]),
  );
}
