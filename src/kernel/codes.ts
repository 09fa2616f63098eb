/** Pattern of letters, digits and `_`, 1–100 characters: attributes, sets, channels, categories … */
export const CODE_PATTERN = /^[A-Za-z0-9_]{1,100}$/;
/** Pattern of {@link CODE_PATTERN} that also allows `-`: options, entities, media. */
export const CODE_PATTERN_WITH_DASH = /^[A-Za-z0-9_-]{1,100}$/;
/** Pattern of language, optional script, region: `en_US`, `az_Cyrl_AZ`, `en_029` (BCP 47 subtags joined by `_`). */
export const LOCALE_PATTERN = /^[a-z]{2,3}(_[A-Z][a-z]{3})?_([A-Z]{2}|[0-9]{3})$/;
/** Pattern of ISO 4217 alphabetic codes, historic ones included. */
export const CURRENCY_PATTERN = /^[A-Z]{3}$/;

/**
 * Returns the form in which codes and SKUs are compared: they keep their case when stored and returned but resolve
 * case-insensitively. Stored beside them (`code_key`, `sku_key`), so that database and program never disagree.
 */
export function foldKey(codeOrSku: string): string {
  return codeOrSku.toLowerCase();
}

/** Attribute codes that would hide a column of the product in files and in the flat form. */
export const RESERVED_ATTRIBUTE_CODES: ReadonlySet<string> = new Set([
  'sku',
  'id',
  'type',
  'status',
  'enabled',
  'attribute_set',
  'family',
  'parent',
  'variant_layout',
  'channels',
  'categories',
  'groups',
  'associations',
  'values',
  '_delete',
  '_attribute_set_of_new',
]);

/** SKUs that would be taken for a path segment of the REST API. */
const RESERVED_SKUS: ReadonlySet<string> = new Set([
  '.',
  '..',
  'search',
  'batch',
  'bulk',
  'filters',
  'validate',
]);
const SHAPED_LIKE_AN_ID = /^(dry_)?[a-z]{3}_[0-9a-f]{32}$/i;

/** Returns true for a text that looks like an id. */
export function looksLikeId(text: string): boolean {
  return SHAPED_LIKE_AN_ID.test(text);
}

const EXTERNAL_REF = /^ext:([a-z0-9_-]{1,100}):(.+)$/is;

/** Splits a reference to a product by its id in another system, `ext:erp:4711`; null for anything else. */
export function readExternalRef(text: string): { readonly system: string; readonly id: string } | null {
  const [, system, id] = EXTERNAL_REF.exec(text) ?? [];
  return system === undefined || id === undefined ? null : { system, id };
}

/** Returns true if a SKU could not be distinguished from an id, an external reference or a path segment. */
export function isReservedSku(sku: string): boolean {
  return RESERVED_SKUS.has(foldKey(sku)) || looksLikeId(sku) || readExternalRef(sku) !== null;
}

/** Returns the circle of codes that following the links from `start` runs into again, or null when the chain ends. */
export function findCycle(start: string, nextOf: (code: string) => string | null): string[] | null {
  const visited = [start];
  const visitedKeys = new Set([foldKey(start)]);
  for (let next = nextOf(start); next !== null; next = nextOf(next)) {
    if (foldKey(next) === foldKey(start)) return [...visited, start];
    // A circle that does not lead back to `start` is none of its making.
    if (visitedKeys.has(foldKey(next))) return null;
    visited.push(next);
    visitedKeys.add(foldKey(next));
  }
  return null;
}
