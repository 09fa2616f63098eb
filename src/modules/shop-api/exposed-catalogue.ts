import { createHash } from 'node:crypto';
import { foldKey } from '../../kernel/codes.ts';
import { apiNameFromCode } from '../api-name/index.ts';
import type { AttributeDefinition, AttributeType } from '../attribute/index.ts';
import type { AttributeRole, AttributeSetDocument } from '../attribute-set/index.ts';
import { isSortable } from '../search/index.ts';
import { CATEGORIES_FACET, type Storefront } from '../storefront/index.ts';
import type { CatalogueStructure, SetStructure } from '../structure/index.ts';
import { enumName, lowerFirst } from './type-names.ts';

/** Roles of an attribute of a set for its products. */
export type ShopRole = AttributeRole | 'label' | 'image';

/** An attribute as the products of one set, or the entities of one type, show it. */
export interface ExposedAttribute {
  /** Stored code. */
  readonly code: string;
  /** Its field, and its key in filters and sorts. */
  readonly name: string;
  readonly type: AttributeType;
  /** Field of `Product` that shows its value instead of it; null: a field of its own does. */
  readonly shownAs: ShopRole | null;
  /** True if all accepted files are images; for files only. */
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
  /** Attributes in the set's order; never empty. */
  readonly attributes: readonly ExposedAttribute[];
  /** The exposed attributes by what they are for its products. */
  readonly roles: Readonly<Partial<Record<ShopRole, string>>>;
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

/** Fields of a storefront from which its schema is built. */
export type ExposureSettings = Pick<
  Storefront,
  'attributes' | 'entityTypes' | 'associationTypes' | 'externalSystems' | 'facets'
>;

/** Returns the part of the configuration that a storefront exposes, with the names that it has in the schema. */
export function exposedCatalogue(
  structure: CatalogueStructure,
  storefront: ExposureSettings,
): ExposedCatalogue {
  const exposed = new Set(storefront.attributes.map(foldKey));
  const entityCodes = new Set(storefront.entityTypes.map(foldKey));
  const associationCodes = new Set(storefront.associationTypes.map(foldKey));
  const associationTypes = byCode(structure.associationTypes.values())
    .filter(({ code }) => associationCodes.has(foldKey(code)))
    .map(({ code, apiName }) => ({ code, name: PRODUCT_FIELDS.has(apiName) ? `${apiName}_` : apiName }));
  const describe = describer(structure, exposed, entityCodes);
  const reserved = new Set([...PRODUCT_FIELDS, ...associationTypes.map(({ name }) => name)]);

  const sets = byCode([...structure.sets.values()].map(withCode)).flatMap(({ document, attributes: all }) => {
    const roles = rolesOf(document, exposed);
    const attributes = describe(all, reserved, (field) => roles[field as ShopRole]);
    return attributes.length === 0 ? [] : [{ ...namesOf(document), attributes, roles }];
  });
  const entityTypes = byCode([...structure.entityTypes.values()].map(withCode))
    .filter(({ code }) => entityCodes.has(foldKey(code)))
    .map(({ document, attributes: all }) => {
      const roles = definedOnly({
        label: ifExposed(document.attributeAsLabel, exposed),
        image: ifExposed(document.attributeAsImage, exposed),
      });
      const attributes = describe(all, ENTITY_FIELDS, (field) => roles[field as 'label' | 'image']);
      return { ...namesOf(document), attributes, roles };
    });
  const exposedAttributes = new Set([...sets, ...entityTypes].flatMap(({ attributes }) => attributes));
  const catalogue = {
    sets,
    entityTypes,
    associationTypes,
    families: measuredFamilies(structure, exposedAttributes),
    externalSystems: storefront.externalSystems,
    facets: storefront.facets.filter((code) => code === CATEGORIES_FACET || exposed.has(foldKey(code))),
  };
  return { ...catalogue, digest: digestOf(catalogue, exposedAttributes) };
}

const namesOf = ({ code, apiName }: { readonly code: string; readonly apiName: string }) => ({
  code,
  name: lowerFirst(apiName),
  typeName: apiName,
});

/** Returns a digest of the text of each attribute, which many sets have, and of what the sets say of them. */
function digestOf(
  { sets, entityTypes, ...others }: Omit<ExposedCatalogue, 'digest'>,
  attributes: ReadonlySet<ExposedAttribute>,
): string {
  const digest = createHash('sha256').update(JSON.stringify(others));
  const numbers = new Map([...attributes].map((attribute, index) => [attribute, index]));
  for (const attribute of attributes) digest.update(JSON.stringify(attribute));
  for (const { attributes: own, ...type } of [...sets, ...entityTypes])
    digest.update(JSON.stringify([type, own.map((attribute) => numbers.get(attribute))]));
  return digest.digest('base64url').slice(0, 22);
}

/** Returns the measurement families of attributes, with the names of their types. */
function measuredFamilies(
  { families }: CatalogueStructure,
  attributes: ReadonlySet<ExposedAttribute>,
): readonly ExposedFamily[] {
  const measured = new Set([...attributes].map(({ measurementFamily }) => measurementFamily));
  return byCode(families.values())
    .filter(({ code }) => measured.has(code))
    .map(({ code, units }) => {
      const name = apiNameFromCode('type', code);
      const usedNames = new Set<string>();
      return {
        code,
        typeName: `${name}Measurement`,
        unitTypeName: `${name}Unit`,
        units: units.map((unit) => ({ code: unit.code, name: free(enumName(unit.code), usedNames) })),
      };
    });
}

/** Returns the name, with `_` behind it where it is taken. */
function free(preferredName: string, usedNames: Set<string>): string {
  let name = preferredName;
  while (usedNames.has(name)) name = `${name}_`;
  usedNames.add(name);
  return name;
}

type Describe = (
  attributes: readonly AttributeDefinition[],
  /** Names of other fields. */
  reserved: ReadonlySet<string>,
  /** The attribute that fills a field of `reserved` by its role. */
  attributeOf: (field: string) => string | undefined,
) => readonly ExposedAttribute[];

/**
 * Describes the exposed ones of attributes. One of the code of a role that it has is the field of that role: `image`,
 * `price`. An attribute that several sets show alike is one object.
 */
function describer(
  structure: CatalogueStructure,
  exposed: ReadonlySet<string>,
  entityCodes: ReadonlySet<string>,
): Describe {
  const pictures = imageAttributes(structure);
  const exposedByAttribute = new Map<AttributeDefinition, ExposedAttribute | null>();
  const describeOne = (attribute: AttributeDefinition): ExposedAttribute | null => {
    const { code, type, entityType, optionSet, measurementFamily } = attribute;
    if (!exposed.has(foldKey(code))) return null;
    if (entityType !== null && !entityCodes.has(foldKey(entityType))) return null;
    return {
      code,
      name: attribute.apiName,
      type,
      shownAs: null,
      isImage: isImage(attribute, pictures),
      entityType: structure.entityTypes.get(foldKey(entityType ?? ''))?.document.code ?? null,
      optionSet,
      measurementFamily: structure.families.get(foldKey(measurementFamily ?? ''))?.code ?? null,
      filterable: attribute.filterable,
      sortable: isSortable(attribute),
    };
  };
  return (attributes, reserved, attributeOf) => {
    const usedNames = new Set<string>();
    const isTaken = (name: string) => usedNames.has(name) || reserved.has(name);
    return attributes.flatMap((attribute) => {
      const described = exposedByAttribute.get(attribute) ?? describeOne(attribute);
      exposedByAttribute.set(attribute, described);
      if (described === null) return [];
      const field = attribute.code.toLowerCase();
      if (reserved.has(field) && attributeOf(field) === attribute.code)
        return [{ ...described, name: field, shownAs: field as ShopRole }];
      // The prices in all currencies have a field of their own.
      const fieldsOf = (name: string) => (described.type === 'price' ? [name, `${name}s`] : [name]);
      let { name } = described;
      while (fieldsOf(name).some(isTaken)) name = `${name}_`;
      for (const one of fieldsOf(name)) usedNames.add(one);
      return [name === described.name ? described : { ...described, name }];
    });
  };
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

/** Returns the codes of the attributes that are the image or the gallery of some set or entity type. */
function imageAttributes({ sets, entityTypes }: CatalogueStructure): ReadonlySet<string> {
  const imageCodes = [
    ...[...sets.values()].flatMap(({ document }: SetStructure) => [
      document.attributeAsImage,
      document.roles.gallery,
    ]),
    ...[...entityTypes.values()].map(({ document }) => document.attributeAsImage),
  ];
  return new Set(imageCodes.filter((code) => code != null));
}

function isImage({ code, validation }: AttributeDefinition, pictures: ReadonlySet<string>): boolean {
  const types = validation.mimeTypes ?? [];
  return pictures.has(code) || (types.length > 0 && types.every((type) => type.startsWith('image/')));
}
