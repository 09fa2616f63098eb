import { decodeId } from '../../../kernel/ids.ts';
import { loadShopCategory } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import { loadShopProduct } from '../shop-product.ts';
import { findEntityNode } from './find-entity.ts';

/** Returns the object of an id, or null for one that does not exist or is not shown. */
export async function findNode(id: string, context: ShopContext): Promise<object | null> {
  const decoded = decodeId(id);
  switch (decoded?.type) {
    case 'Product':
      return loadShopProduct(decoded.uuid, context);
    case 'Category':
      return loadShopCategory({ id: decoded.uuid }, context);
    case 'Entity':
      return findEntityNode(id, context);
    default:
      return null;
  }
}
