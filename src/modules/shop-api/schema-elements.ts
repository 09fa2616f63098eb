import { createHash } from 'node:crypto';
import type { JsonObject } from '../../kernel/json.ts';
import type { ExposedAttribute, ExposedCatalogue, ExposedFamily } from './exposed-catalogue.ts';
import { commonRole, filterKindOf } from './lists/filterable-attribute.ts';
import { sortAttributes } from './lists/sorts.ts';
import { lowerFirst } from './type-names.ts';

/** Something that a document of a storefront can name because the storefront exposes it. */
export type SchemaElement =
  | {
      readonly kind: 'set' | 'entity_type';
      readonly code: string;
      readonly name: string;
      readonly typeName: string;
    }
  | { readonly kind: 'association'; readonly name: string }
  | { readonly kind: 'family'; readonly family: ExposedFamily }
  | { readonly kind: 'field' | 'filter'; readonly typeName: string; readonly attribute: ExposedAttribute }
  | { readonly kind: 'sort'; readonly typeName: string; readonly name: string };

/** A part that is no longer exposed and still in the schema, deprecated and without values. */
export type DeprecatedElement = SchemaElement & {
  /** The first day (UTC) on which the schema does not have it. */
  readonly removedOn: string;
};

export const isRemoved = (part: SchemaElement | DeprecatedElement): part is DeprecatedElement =>
  'removedOn' in part;

const DEPRECATED_DAYS = 30;
const DAY_MS = 86_400_000;

/** Parts of one key are the same for documents: the one that is exposed now stands for those of before. */
function keyOf(part: SchemaElement): string {
  switch (part.kind) {
    case 'set':
    case 'entity_type':
      // Their root fields differ too.
      return `type ${lowerFirst(part.typeName)}`;
    case 'association':
      return `association ${part.name}`;
    case 'family':
      return `family ${part.family.code}`;
    case 'field':
    case 'filter':
      return `${part.kind} ${part.typeName}.${part.attribute.name}`;
    case 'sort':
      return `sort ${part.typeName}.${part.name}`;
  }
}

/** Returns all that a catalogue gives to its schema. */
export function schemaElementsOf(catalogue: ExposedCatalogue): readonly SchemaElement[] {
  const { sets, entityTypes, associationTypes, families } = catalogue;
  const fields = (typeName: string, attributes: readonly ExposedAttribute[]): SchemaElement[] =>
    attributes
      .filter(({ shownAs }) => shownAs === null)
      .map((attribute) => ({ kind: 'field', typeName, attribute }));
  const filters = (typeName: string, attributes: readonly ExposedAttribute[]): SchemaElement[] =>
    attributes
      .filter((attribute) => filterKindOf(attribute) !== null)
      .map((attribute) => ({ kind: 'filter', typeName, attribute }));
  const sorts = (typeName: string, names: Iterable<string>): SchemaElement[] =>
    [...names].map((name) => ({ kind: 'sort', typeName, name }));
  const price = commonRole(catalogue, 'price');
  return [
    ...filters('Product', price === undefined ? [] : [price]),
    ...sorts('Product', sortAttributes(catalogue, null).keys()),
    ...sets.flatMap((set): SchemaElement[] => {
      const { code, name, typeName, attributes } = set;
      return [
        { kind: 'set', code, name, typeName },
        ...fields(typeName, attributes),
        ...filters(typeName, attributes),
        ...sorts(typeName, sortAttributes(catalogue, set).keys()),
      ];
    }),
    ...entityTypes.flatMap(({ code, name, typeName, attributes }): SchemaElement[] => [
      { kind: 'entity_type', code, name, typeName },
      ...fields(typeName, attributes),
    ]),
    ...associationTypes.map(({ name }): SchemaElement => ({ kind: 'association', name })),
    ...families.map((family): SchemaElement => ({ kind: 'family', family })),
  ];
}

/** Returns the earlier parts of the schema that are not exposed now and remain for some time. */
export function deprecatedElements(
  before: readonly (SchemaElement | DeprecatedElement)[],
  now: readonly SchemaElement[],
  today: string,
): readonly DeprecatedElement[] {
  const present = new Set(now.map(keyOf));
  const removedOn = utcDate(Date.parse(today) + DEPRECATED_DAYS * DAY_MS);
  return before
    .filter((part) => !present.has(keyOf(part)))
    .map((part): DeprecatedElement => (isRemoved(part) ? part : { ...part, removedOn }))
    .filter((part) => part.removedOn > today);
}

/** Returns what a schema loses, sorted: `Lamp` for a type with all its fields, `Lamp.finish` for one field. */
export function lostFields(
  before: readonly SchemaElement[],
  now: readonly SchemaElement[],
): readonly string[] {
  const present = new Set(now.map(keyOf));
  const lost = before.filter((part) => !present.has(keyOf(part)));
  const types = new Set(lost.flatMap((part) => ('code' in part ? part.typeName : [])));
  const fields = lost.flatMap((part) => {
    if (part.kind === 'association') return [`Product.${part.name}`];
    return part.kind === 'field' && !types.has(part.typeName)
      ? [`${part.typeName}.${part.attribute.name}`]
      : [];
  });
  return [...types, ...fields].sort();
}

/** Returns the UTC day of a time: `2026-12-23`. */
export const utcDate = (timestamp: number | Date): string => new Date(timestamp).toISOString().slice(0, 10);

/** Returns parts as they are stored: each attribute once, however many sets have it. */
export function encodeElements(parts: readonly (SchemaElement | DeprecatedElement)[]): JsonObject {
  const numbers = new Map<ExposedAttribute, number>();
  const numberOf = (attribute: ExposedAttribute) => {
    const attributeNumber = numbers.get(attribute) ?? numbers.size;
    numbers.set(attribute, attributeNumber);
    return attributeNumber;
  };
  const encoded = parts.map((part) =>
    'attribute' in part ? { ...part, attribute: numberOf(part.attribute) } : part,
  );
  return { attributes: [...numbers.keys()], parts: encoded } as unknown as JsonObject;
}

export function decodeElements(stored: JsonObject): readonly (SchemaElement | DeprecatedElement)[] {
  const { attributes, parts } = stored as unknown as {
    readonly attributes: readonly ExposedAttribute[];
    readonly parts: readonly (SchemaElement & { readonly attribute?: number })[];
  };
  return parts.map((part) =>
    part.attribute === undefined
      ? part
      : ({ ...part, attribute: attributes[part.attribute] } as SchemaElement),
  );
}

/** Names the schema that is made of a catalogue and of what left it. */
export function schemaDigest({ digest }: ExposedCatalogue, removed: readonly DeprecatedElement[]): string {
  if (removed.length === 0) return digest;
  const text = JSON.stringify(removed);
  return `${digest} ${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}
