import type { AttributeType } from '../../attribute/index.ts';
import type { ExposedAttribute, ExposedCatalogue, ShopRole } from '../exposed-catalogue.ts';

/** Kinds of values that conditions on an attribute compare. */
export type FilterKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'option'
  | 'entity'
  | 'money'
  | 'measurement';

const KINDS: Readonly<Record<AttributeType, FilterKind | null>> = {
  identifier: 'text',
  text: 'text',
  textarea: 'longText',
  rich_text: 'longText',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'dateTime',
  select: 'option',
  multi_select: 'option',
  entity: 'entity',
  entity_list: 'entity',
  price: 'money',
  measurement: 'measurement',
  media: null,
  media_list: null,
};

/** Returns null for attributes without conditions. */
export function filterKindOf(attribute: ExposedAttribute): FilterKind | null {
  const kind = attribute.filterable ? KINDS[attribute.type] : null;
  if (kind === 'entity' && attribute.entityType === null) return null;
  return kind === 'measurement' && attribute.measurementFamily === null ? null : kind;
}

/** Returns true if the results can be counted by an attribute, or its range can be computed. */
export function isFacetable(attribute: ExposedAttribute): boolean {
  const kind = filterKindOf(attribute);
  return kind !== null && kind !== 'text' && kind !== 'longText';
}

/** Returns the exposed attributes by their code, whatever set they are of. */
export function attributesByCode({ sets }: ExposedCatalogue): ReadonlyMap<string, ExposedAttribute> {
  return new Map(sets.flatMap(({ attributes }) => attributes).map((one) => [one.code, one]));
}

/**
 * Returns the attribute that has a role in all sets that give it to one: what products of different sets are compared
 * by.
 */
export function commonRole({ sets }: ExposedCatalogue, role: ShopRole): ExposedAttribute | undefined {
  const codes = new Set(sets.flatMap(({ roles }) => roles[role] ?? []));
  const [code] = codes;
  if (code === undefined || codes.size > 1) return undefined;
  const roleAttribute = sets.flatMap(({ attributes }) => attributes).find((one) => one.code === code);
  return roleAttribute && { ...roleAttribute, name: role };
}
