/**
 * Prefix of the public id of each kind of object. An id is `<prefix>_<32 hex digits of a UUIDv7>` and the same string
 * in every API; the database stores the bare UUID.
 */
export const ID_PREFIXES = {
  Organization: 'org',
  User: 'usr',
  AccessToken: 'tok',
  Locale: 'loc',
  Currency: 'cur',
  Channel: 'chn',
  AttributeGroup: 'atg',
  Attribute: 'atr',
  OptionSet: 'ops',
  Option: 'opt',
  AttributeSet: 'ats',
  MeasurementFamily: 'msf',
  Category: 'cat',
  AssociationType: 'ast',
  EntityType: 'ety',
  Entity: 'ent',
  Product: 'prd',
  Media: 'med',
  ImportExportProfile: 'prf',
  Job: 'job',
  Event: 'evt',
  Storefront: 'stf',
  StorefrontKey: 'sfk',
  SavedView: 'svw',
  Comment: 'cmt',
  WebhookEndpoint: 'whk',
  WebhookDelivery: 'dlv',
  AuditEntry: 'aud',
} as const;

export type IdentifiedType = keyof typeof ID_PREFIXES;

const TYPE_BY_PREFIX = new Map<string, IdentifiedType>(
  (Object.keys(ID_PREFIXES) as IdentifiedType[]).map((type) => [ID_PREFIXES[type], type]),
);
const ID_LENGTH = 36;
const PUBLIC_ID = /^([a-z]{3})_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** Converts `('Product', uuid)` to `prd_0190…`. */
export function encodeId(type: IdentifiedType, uuid: string): string {
  return `${ID_PREFIXES[type]}_${uuid.replaceAll('-', '')}`;
}

/** Returns the type and UUID behind a public id, or null for anything that is not one. Hex digits in either case. */
export function decodeId(id: string): { type: IdentifiedType; uuid: string } | null {
  // References of all kinds come here, and few are ids.
  if (id.length !== ID_LENGTH) return null;
  const match = PUBLIC_ID.exec(id.toLowerCase());
  if (match === null) return null;
  const type = TYPE_BY_PREFIX.get(match[1] ?? '');
  return type === undefined ? null : { type, uuid: match.slice(2).join('-') };
}

/** Returns the UUID of a public id of one type; null when the id is of another type or no id at all. */
export function decodeIdOf(type: IdentifiedType, id: string): string | null {
  const decoded = decodeId(id);
  return decoded?.type === type ? decoded.uuid : null;
}
