import type { FieldProblemCode } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';

/** A call that tells what could stand in the place of something rejected. */
export interface LookUp {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Fields of one rejected field. */
export interface RefusedField {
  readonly code: string;
  readonly attribute: string | null;
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
}

const codesOf = (kind: string, of: JsonObject = {}): LookUp => ({
  tool: 'find_codes',
  arguments: { kind, ...of },
});
const catalogue = (...include: readonly string[]): LookUp => ({
  tool: 'describe_catalog',
  arguments: { include },
});

const PRODUCTS: LookUp = { tool: 'search_products', arguments: {} };

const BY_CODE: Readonly<Partial<Record<FieldProblemCode, (field: RefusedField) => LookUp>>> = {
  'option-not-found': ({ attribute }) => codesOf('option', attribute === null ? {} : { attribute }),
  'option-inactive': ({ attribute }) => codesOf('option', attribute === null ? {} : { attribute }),
  'unit-not-in-family': ({ attribute }) => codesOf('unit', attribute === null ? {} : { attribute }),
  'category-not-found': () => codesOf('category'),
  'attribute-not-found': () => codesOf('attribute'),
  'media-not-found': () => codesOf('media'),
  'product-not-found': () => PRODUCTS,
  'locale-required': () => catalogue('channels', 'locales'),
  'locale-not-enabled': () => catalogue('channels', 'locales'),
  'locale-not-in-channel': () => catalogue('channels', 'locales'),
  'channel-required': () => catalogue('channels'),
  'currency-not-enabled': () => catalogue('channels'),
};

/** Tools for the codes of missing objects, by the key that names them. */
const BY_KEY: Readonly<Record<string, LookUp>> = {
  attribute_set: codesOf('attribute_set'),
  entity_type: codesOf('entity_type'),
  attribute: codesOf('attribute'),
  attributes: codesOf('attribute'),
  associations: codesOf('association_type'),
  categories: codesOf('category'),
  channel: catalogue('channels'),
  channels: catalogue('channels'),
  locale: catalogue('locales'),
  locales: catalogue('locales'),
};

/** Returns the tool that finds valid values for the field; null if the message is sufficient. */
export function lookUpFor(field: RefusedField): LookUp | null {
  const byCode = BY_CODE[field.code as FieldProblemCode];
  if (byCode !== undefined) return byCode(field);
  if (field.code !== 'reference-not-found') return null;
  const key = field.pointer.split('/').findLast((one) => BY_KEY[one] !== undefined);
  return key === undefined ? null : (BY_KEY[key] ?? null);
}

const BY_NOUN: Readonly<Record<string, LookUp>> = {
  product: PRODUCTS,
  'attribute set': codesOf('attribute_set'),
};

/** Returns the tool that finds objects of a kind by text (`query`); null for kinds that no tool finds. */
export const lookUpObject = (noun: string): LookUp | null => BY_NOUN[noun] ?? null;
