import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { camelCase, renameKeys } from '../../../platform/resource/table-store.ts';
import type { ResourceItem } from '../../../platform/resource/write-resources.ts';
import type { EntityItem } from '../../entity/index.ts';
import type { UpdateMediaInput } from '../../media/index.ts';
import type { ProductBatchItem } from '../../product/index.ts';
import { externalRefOf } from '../../product-reference/index.ts';
import {
  PRODUCT_PROPERTIES,
  type ProductPropertyKey,
  type PropertyDefinition,
} from '../../property/index.ts';
import { DELETE_FIELD, SET_OF_NEW_FIELD } from './file-format.ts';
import type { FileItem, FileLinks } from './file-item.ts';

/**
 * Returns the reference to the product of an item: its SKU or, without one, its first external id; null without either.
 */
export function productRefOf({ fields: { sku, external_refs } }: FileItem): string | null {
  if (typeof sku === 'string' && sku !== '') return sku;
  for (const { system, id } of toExternalRefs(external_refs ?? null) ?? [])
    if (typeof id === 'string' && id !== '') return externalRefOf({ system, id });
  return null;
}

/** Returns the item as `upsertProducts` takes it. */
export function toProductItem({ fields, cells, links, isStatusWished }: FileItem): ProductBatchItem {
  const properties = nullPrototypeObject<unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const key = camelCase(name);
    if (name !== DELETE_FIELD && name !== SET_OF_NEW_FIELD)
      properties[key] = toProperty(value, key as ProductPropertyKey);
  }
  const setOfNew = fields[SET_OF_NEW_FIELD];
  return {
    ...(properties as unknown as ProductBatchItem),
    ...(typeof setOfNew === 'string' && { attributeSetOfNew: setOfNew }),
    ...(isStatusWished && { refusedStatus: 'keep' as const }),
    ...(cells.length === 0 ? {} : { values: cells }),
    ...(links.length === 0 ? {} : { associations: toAssociations(links) }),
  };
}

/** The rules take texts as they come and say what is wrong with a type or status that there is not. */
function toProperty(value: JsonValue, key: ProductPropertyKey): unknown {
  const { file, blank }: PropertyDefinition = PRODUCT_PROPERTIES[key];
  if (file.keyed !== undefined) return toExternalRefs(value);
  if (file.kind !== 'set') return value;
  return toSetPatch(value) ?? (blank === null ? null : { set: [] });
}

type SetPatch = { set?: readonly string[]; add?: readonly string[]; remove?: readonly string[] };

const textsIn = (value: JsonValue): readonly string[] => (isJsonArray(value) ? value.map(String) : []);

function toSetPatch(value: JsonValue): SetPatch | null {
  if (value === null) return null;
  if (!isJsonObject(value)) return { set: textsIn(value) };
  return Object.fromEntries(Object.entries(value).map(([key, list]) => [key, textsIn(list ?? null)]));
}

function toExternalRefs(value: JsonValue): ProductBatchItem['externalRefs'] {
  if (!isJsonObject(value)) return null;
  return Object.entries(value).map(([system, id]) => ({ system, id: typeof id === 'string' ? id : null }));
}

/** Returns one patch per type, with both its sides. */
function toAssociations(links: readonly FileLinks[]): NonNullable<ProductBatchItem['associations']> {
  const types = new Map<string, Record<string, object>>();
  for (const { type, to, set, add, remove } of links) {
    const sides = types.get(type) ?? {};
    types.set(type, sides);
    sides[to] = set === undefined ? { add, remove } : { set: set ?? [], add, remove };
  }
  return [...types].map(([type, sides]) => ({ type, ...sides }));
}

/** Returns the item as `upsertEntities` takes it. */
export function toEntityItem({ fields, cells }: FileItem): EntityItem {
  const { entity_type, ...rest } = fields;
  return {
    ...(rest as unknown as EntityItem),
    entityType: typeof entity_type === 'string' ? entity_type : null,
    ...(cells.length === 0 ? {} : { values: cells }),
  };
}

/** Fields whose nested keys are words and not codes. */
const WORDED: ReadonlySet<string> = new Set(['validation', 'attributes']);

/** Returns the item as the batch operations of configuration take it. */
export function toResourceItem({ fields }: FileItem): ResourceItem {
  const patch: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    patch[camelCase(name)] = WORDED.has(name) ? renameKeys(value, camelCase) : value;
  }
  return { patch: patch as ResourceItem['patch'] };
}

/** Returns the item as `updateMedia` takes it. */
export function toMediaUpdate({ fields }: FileItem): UpdateMediaInput {
  const { code, tags, ...patch } = fields as JsonObject;
  const written = tags === undefined ? patch : { ...patch, tags: toSetPatch(tags) };
  return { ref: String(code), patch: written as UpdateMediaInput['patch'] };
}
