import { encodeId } from '../../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { PRODUCT_PROPERTY_KEYS } from '../../property/index.ts';
import type { ProductState } from './product-states.ts';

/**
 * Returns the own state of a product as JSON for clients: other objects by their public id. The same state is the same
 * text.
 */
export function productStateDocument(state: ProductState): JsonObject {
  const { id, version, parentId, externalRefs, values, links, entityLinks } = state;
  const properties = PRODUCT_PROPERTY_KEYS.flatMap((key): [string, JsonValue][] => {
    if (key === 'parent') return [['parent_id', parentId === null ? null : encodeId('Product', parentId)]];
    if (key === 'externalRefs')
      return [['external_refs', Object.fromEntries(externalRefs.map((ref) => [ref.system, ref.id]))]];
    return [[snakeCase(key), state[key] as unknown as JsonValue]];
  });
  const types = [...new Set([...links.keys(), ...entityLinks.keys()])].sort();
  const associations = types.map((type): [string, JsonValue] => [
    type,
    {
      products: (links.get(type) ?? []).map(({ targetId, quantity }) => ({
        id: encodeId('Product', targetId),
        quantity,
      })),
      entities: (entityLinks.get(type) ?? []).map((entityId) => encodeId('Entity', entityId)),
    },
  ]);
  return {
    id: encodeId('Product', id),
    version,
    ...Object.fromEntries(properties),
    values: values as unknown as JsonValue,
    associations: Object.fromEntries(associations),
  };
}
