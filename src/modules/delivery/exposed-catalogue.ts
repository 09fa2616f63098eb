import { createHash } from 'node:crypto';
import { foldKey } from '../../kernel/codes.ts';
import { nameOfCode } from '../api-name/index.ts';
import type { AttributeDefinition, AttributeType } from '../attribute/index.ts';
import type { AttributeRole, AttributeSetDocument } from '../attribute-set/index.ts';
import { isSortable } from '../search/index.ts';
import type { Storefront } from '../storefront/index.ts';
import type { CatalogueStructure, SetStructure } from '../structure/index.ts';
import { enumName, lowerFirst } from './type-names.ts';

/** What an attribute of a set can be for its products. */
export type DeliveredRole = AttributeRole | 'label' | 'image';

/** An attribute as the products of one set, or the entities of one type, show it. */
export interface ExposedAttribute {
  /** Stored code. */
  readonly code: string;
  /** Its field, and its key in filters and sorts. */
  readonly name: string;
  readonly type: AttributeType;
  /** The field of `Product` that shows its value in its place; null: a field of its own does. */
  readonly shownAs: DeliveredRole | null;
  /** Of files: whether all of them are pictures. */
  readonly isImage: boolean;
  /** Stored code; attributes whose type of entities is not exposed are not exposed either. */
  readonly entityType: string | null;
  readonly optionSet: string | null;
  /** Stored code. */
  readonly measurementFamily: string | null;
  readonly filterable: boolean;
  readonly sortable: boolean;
}

/** A set of attributes: one type of products. */
export interface ExposedSet {
  readonly code: string;
  /** Its root field: `lamp`; with `Products` that of its list. */
  readonly name: string;
  /** `Lamp` */
  readonly typeName: string;
  /** In the set's order; never empty. */
  readonly attributes: readonly ExposedAttribute[];
  /** The exposed attributes by what they are for its products. */
  readonly roles: Readonly<Partial<Record<DeliveredRole, string>>>;
}

export interface ExposedEntityType {
  readonly code: string;
  readonly name: string;
  readonly typeName: string;
  readonly attributes: readonly ExposedAttribute[];
  /** Exposed attributes only. */
  readonly roles: Readonly<Partial<Record<'label' | 'image', string>>>;
}

export interface ExposedAssociationType {
  readonly code: string;
  /** Its field. */
  readonly name: string;
}

/** A measurement family that some exposed attribute measures in. */
export interface ExposedFamily {
  readonly code: string;
  /** `LengthMeasurement`; names of types cannot end so otherwise. */
  readonly typeName: string;
  /** `LengthUnit` */
  readonly unitTypeName: string;
  readonly units: readonly { readonly code: string; readonly name: string }[];
}

/** All that the schema of a storefront is made of. Nothing in it is of what is not exposed. */
export interface ExposedCatalogue {
  readonly sets: readonly ExposedSet[];
  readonly entityTypes: readonly ExposedEntityType[];
  readonly associationTypes: readonly ExposedAssociationType[];
  readonly families: readonly ExposedFamily[];
  readonly externalSystems: readonly string[];
  /** Attribute codes, and `categories`, that lists of the storefront can be refined by. */
  readonly facets: readonly string[];
  /** Two catalogues of the same digest have the same schema. */
  readonly digest: string;
}

/** Fields of `Product`, which an attribute's field cannot be called. */
const PRODUCT_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'sku', 'updatedAt', 'slug', 'alternates', 'seo', 'label', 'summary', 'image', 'gallery', 'price'],
  ...[
    'prices',
    'priceRange',
    'categories',
    'breadcrumbs',
    'options',
    'variants',
    'selectedVariant',
    'family',
  ],
  ...['specifications', 'related', 'externalRefs', '__typename'],
]);
const ENTITY_FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'code', 'label', 'image', 'parent', 'children', 'products', 'updatedAt', '__typename'],
]);

/** What a storefront exposes of the configuration, with the names that it has in the schema. */
export function exposedCatalogue(structure: CatalogueStructure, storefront: Storefront): ExposedCatalogue {
  const exposed = new Set(storefront.attributes.map(foldKey));
  const entityCodes = new Set(storefront.entityTypes.map(foldKey));
  const pictures = imageAttributes(structure);
  const open = (attributes: readonly AttributeDefinition[]) =>
    attributes.filter(
      ({ code, entityType }) =>
        exposed.has(foldKey(code)) && (entityType === null || entityCodes.has(foldKey(entityType))),
    );
  const describe = (attribute: AttributeDefinition) => ({
    code: attribute.code,
    type: attribute.type,
    isImage: isImage(attribute, pictures),
    entityType: structure.entityTypes.get(foldKey(attribute.entityType ?? ''))?.document.code ?? null,
    optionSet: attribute.optionSet,
    measurementFamily: structure.families.get(foldKey(attribute.measurementFamily ?? ''))?.code ?? null,
    filterable: attribute.filterable,
    sortable: isSortable(attribute),
  });
  const associations = byCode(structure.associationTypes.values())
    .filter(({ code }) => storefront.associationTypes.some((one) => foldKey(one) === foldKey(code)))
    .map(({ code, apiName }) => ({ code, name: PRODUCT_FIELDS.has(apiName) ? `${apiName}_` : apiName }));

  const sets = byCode([...structure.sets.values()].map(withCode)).flatMap((set) => {
    const attributes = open(set.attributes);
    if (attributes.length === 0) return [];
    const typeName = set.document.apiName;
    const roles = rolesOf(set.document, exposed);
    const names = nameFields(
      attributes,
      new Set([...PRODUCT_FIELDS, ...associations.map(({ name }) => name)]),
      (field) => roles[field as DeliveredRole],
    );
    return {
      code: set.document.code,
      name: lowerFirst(typeName),
      typeName,
      attributes: attributes.map((attribute, index) => ({
        ...describe(attribute),
        ...(names[index] as FieldName),
      })),
      roles,
    };
  });

  const entityTypes = byCode([...structure.entityTypes.values()].map(withCode)).flatMap(
    ({ document, attributes: all }) => {
      if (!entityCodes.has(foldKey(document.code))) return [];
      const typeName = document.apiName;
      const roles = definedOnly({
        label: ifExposed(document.attributeAsLabel, exposed),
        image: ifExposed(document.attributeAsImage, exposed),
      });
      const attributes = open(all);
      const names = nameFields(attributes, ENTITY_FIELDS, (field) => roles[field as 'label' | 'image']);
      return {
        code: document.code,
        name: lowerFirst(typeName),
        typeName,
        attributes: attributes.map((attribute, index) => ({
          ...describe(attribute),
          ...(names[index] as FieldName),
        })),
        roles,
      };
    },
  );

  const shown = [...sets, ...entityTypes].flatMap(({ attributes }) => attributes);
  const measured = new Set(shown.map(({ measurementFamily }) => measurementFamily));
  const families = byCode(structure.families.values())
    .filter(({ code }) => measured.has(code))
    .map(({ code, units }) => {
      const taken = new Set<string>();
      return {
        code,
        typeName: `${nameOfCode('type', code)}Measurement`,
        unitTypeName: `${nameOfCode('type', code)}Unit`,
        units: units.map((unit) => {
          let name = enumName(unit.code);
          while (taken.has(name)) name = `${name}_`;
          taken.add(name);
          return { code: unit.code, name };
        }),
      };
    });

  const catalogue = {
    sets,
    entityTypes,
    associationTypes: associations,
    families,
    externalSystems: storefront.externalSystems,
    facets: storefront.facets.filter((code) => code === 'categories' || exposed.has(foldKey(code))),
  };
  const digest = createHash('sha256').update(JSON.stringify(catalogue)).digest('base64url').slice(0, 22);
  return { ...catalogue, digest };
}

interface FieldName {
  readonly name: string;
  readonly shownAs: DeliveredRole | null;
}

/**
 * Names of the fields of attributes. One of the code of a role that it has for the products is the field of that role:
 * `image`, `price`.
 */
function nameFields(
  attributes: readonly AttributeDefinition[],
  reserved: ReadonlySet<string>,
  attributeOf: (field: string) => string | undefined,
): FieldName[] {
  const taken = new Set(reserved);
  return attributes.map((attribute) => {
    const field = attribute.code.toLowerCase();
    if (reserved.has(field) && attributeOf(field) === attribute.code)
      return { name: field, shownAs: field as DeliveredRole };
    // The prices in all currencies have a field of their own.
    const fieldsOf = (name: string) => (attribute.type === 'price' ? [name, `${name}s`] : [name]);
    let name = attribute.apiName;
    while (fieldsOf(name).some((one) => taken.has(one))) name = `${name}_`;
    for (const one of fieldsOf(name)) taken.add(one);
    return { name, shownAs: null };
  });
}

const withCode = <Of extends { readonly document: { readonly code: string } }>(one: Of) => ({
  ...one,
  code: one.document.code,
});
const byCode = <Of extends { readonly code: string }>(all: Iterable<Of>): Of[] =>
  [...all].sort((a, b) => (a.code < b.code ? -1 : 1));

const ifExposed = (code: string | null | undefined, exposed: ReadonlySet<string>): string | undefined =>
  code != null && exposed.has(foldKey(code)) ? code : undefined;

function rolesOf(
  { attributeAsLabel, attributeAsImage, roles }: AttributeSetDocument,
  exposed: ReadonlySet<string>,
): ExposedSet['roles'] {
  const all = { label: attributeAsLabel, image: attributeAsImage, ...roles };
  return definedOnly(
    Object.fromEntries(Object.entries(all).map(([role, code]) => [role, ifExposed(code, exposed)])),
  );
}

const definedOnly = <Key extends string>(values: Readonly<Partial<Record<Key, string | undefined>>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, string>
  >;

/** Codes of the attributes that are the image or the gallery of some set or entity type. */
function imageAttributes({ sets, entityTypes }: CatalogueStructure): ReadonlySet<string> {
  const named = [
    ...[...sets.values()].flatMap(({ document }: SetStructure) => [
      document.attributeAsImage,
      document.roles.gallery,
    ]),
    ...[...entityTypes.values()].map(({ document }) => document.attributeAsImage),
  ];
  return new Set(named.filter((code) => code != null));
}

function isImage({ code, validation }: AttributeDefinition, pictures: ReadonlySet<string>): boolean {
  const types = validation.mimeTypes ?? [];
  return pictures.has(code) || (types.length > 0 && types.every((type) => type.startsWith('image/')));
}
