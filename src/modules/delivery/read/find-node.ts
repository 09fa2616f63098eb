import { decodeId } from '../../../kernel/ids.ts';
import { deliverCategory } from '../delivered-category.ts';
import { deliverById } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { findNamedEntity } from './find-entity.ts';

/** Returns the object of an id, or null for one that does not exist or is not shown. */
export async function findNode(id: string, context: DeliveryContext): Promise<object | null> {
  const decoded = decodeId(id);
  switch (decoded?.type) {
    case 'Product':
      return deliverById(decoded.uuid, context);
    case 'Category':
      return deliverCategory({ id: decoded.uuid }, context);
    case 'Entity':
      return findNamedEntity(id, context);
    default:
      return null;
  }
}
