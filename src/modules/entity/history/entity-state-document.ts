import { encodeId } from '../../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { EntityState } from './entity-state.store.ts';

/** Returns the own state of an entity as JSON for clients. The same state is the same text. */
export function entityStateDocument(state: EntityState): JsonObject {
  const { id, version, entityType, code, labels, parentId, active, values } = state;
  return {
    id: encodeId('Entity', id),
    version,
    entity_type: entityType,
    code,
    labels: labels as JsonObject,
    parent_id: parentId === null ? null : encodeId('Entity', parentId),
    active,
    values: values as unknown as JsonValue,
  };
}
