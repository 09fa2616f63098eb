import type { FieldProblemCode } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';

/** A call that tells what could stand in the place of something rejected. */
export interface SuggestedCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Fields of one rejected field. */
export interface RejectedField {
  readonly code: string;
  readonly attribute: string | null;
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
}

const findCodesCall = (kind: string, of: JsonObject = {}): SuggestedCall => ({
  tool: 'find_codes',
  arguments: { kind, ...of },
});
const describeCatalogCall = (...include: readonly string[]): SuggestedCall => ({
  tool: 'describe_catalog',
  arguments: { include },
});

const PRODUCTS: SuggestedCall = { tool: 'search_products', arguments: {} };

const BY_CODE: Readonly<Partial<Record<FieldProblemCode, (field: RejectedField) => SuggestedCall>>> = {
  'option-not-found': ({ attribute }) => findCodesCall('option', attribute === null ? {} : { attribute }),
  'option-inactive': ({ attribute }) => findCodesCall('option', attribute === null ? {} : { attribute }),
  'unit-not-in-family': ({ attribute }) => findCodesCall('unit', attribute === null ? {} : { attribute }),
  'category-not-found': () => findCodesCall('category'),
  'attribute-not-found': () => findCodesCall('attribute'),
  'media-not-found': () => findCodesCall('media'),
  'product-not-found': () => PRODUCTS,
  'locale-required': () => describeCatalogCall('channels', 'locales'),
  'locale-not-enabled': () => describeCatalogCall('channels', 'locales'),
  'locale-not-in-channel': () => describeCatalogCall('channels', 'locales'),
  'channel-required': () => describeCatalogCall('channels'),
  'currency-not-enabled': () => describeCatalogCall('channels'),
};

/** Tools for the codes of missing objects, by the key that names them. */
const BY_KEY: Readonly<Record<string, SuggestedCall>> = {
  attribute_set: findCodesCall('attribute_set'),
  entity_type: findCodesCall('entity_type'),
  attribute: findCodesCall('attribute'),
  attributes: findCodesCall('attribute'),
  associations: findCodesCall('association_type'),
  categories: findCodesCall('category'),
  channel: describeCatalogCall('channels'),
  channels: describeCatalogCall('channels'),
  locale: describeCatalogCall('locales'),
  locales: describeCatalogCall('locales'),
};

/** Returns the tool that finds valid values for the field; null if the message is sufficient. */
export function suggestedCallFor(field: RejectedField): SuggestedCall | null {
  const byCode = BY_CODE[field.code as FieldProblemCode];
  if (byCode !== undefined) return byCode(field);
  if (field.code !== 'reference-not-found') return null;
  const key = field.pointer.split('/').findLast((one) => BY_KEY[one] !== undefined);
  return key === undefined ? null : (BY_KEY[key] ?? null);
}

const BY_NOUN: Readonly<Record<string, SuggestedCall>> = {
  product: PRODUCTS,
  'attribute set': findCodesCall('attribute_set'),
};

/** Returns the tool that finds objects of a kind by text (`query`); null for kinds that no tool finds. */
export const suggestedSearchFor = (noun: string): SuggestedCall | null => BY_NOUN[noun] ?? null;
