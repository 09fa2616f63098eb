import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  getNamedType,
  specifiedDirectives,
} from 'graphql';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { deprecatedTypes, type MaybeRemoved } from './deprecated-types.ts';
import type { ExposedAttribute, ExposedCatalogue } from './exposed-catalogue.ts';
import { connectionType } from './lists/connection-types.ts';
import { categoryProducts, listFields, listInputs } from './lists/list-fields.ts';
import type { DeprecatedElement } from './schema-elements.ts';
import type { ShopContext } from './shop-context.ts';
import type { ShopEntity } from './shop-entity.ts';
import type { ShopProduct } from './shop-product.ts';
import { associationFields } from './types/association-fields.ts';
import { type AttributeTypes, attributeFields } from './types/attribute-field.ts';
import { deprecatableFields } from './types/deprecated-field.ts';
import { entityType } from './types/entity-type.ts';
import { NodeType } from './types/node-type.ts';
import { createProductTypes } from './types/product-type.ts';
import { queryFields } from './types/query-fields.ts';
import { type BuiltFields, buildFields, SharedFieldsType } from './types/shared-fields.ts';
import { measurementTypes } from './types/values.ts';

/** `@inContext(locale: "de_DE", currency: "EUR")` */
export const IN_CONTEXT = new GraphQLDirective({
  name: 'inContext',
  description:
    'In which locale and currency a query is answered. What is left out is as the storefront says.',
  locations: [DirectiveLocation.QUERY],
  args: {
    locale: { type: GraphQLString, description: 'One of the locales of the channel: `de_DE`.' },
    currency: { type: GraphQLString, description: 'One of the currencies of the channel: `EUR`.' },
    preview: {
      type: GraphQLBoolean,
      defaultValue: false,
      description: 'Whether products are shown that are not live yet; needs a secret key or a preview link.',
    },
  },
});

/**
 * Returns the schema of a storefront. It is built in slices, so that a large one holds up no other request.
 *
 * @param removed what is no longer exposed and still part of the schema; it reads nothing
 */
export async function buildShopSchema(
  catalogue: ExposedCatalogue,
  removed: readonly DeprecatedElement[] = [],
): Promise<GraphQLSchema> {
  // Describing a large catalogue has taken its turn.
  await yieldToEventLoop();
  const removals = deprecatedTypes(removed);
  const entityTypes = new Map<string, GraphQLObjectType<ShopEntity, ShopContext>>();
  const families = new Map(
    [...removals.families, ...catalogue.families].map((family) => [family.code, measurementTypes(family)]),
  );
  const units = new Map([...families].map(([code, { unit }]) => [code, unit]));
  const inputs = listInputs(catalogue, removals, units);
  const productTypes = createProductTypes(
    (type) => connectionType('Product', type),
    (pages) => categoryProducts(pages, inputs),
  );
  const { product, connection, category } = productTypes;
  // If two types have the same code, attributes refer to the one that is exposed now.
  const typeNames = new Map(
    [...removals.entityTypes, ...catalogue.entityTypes].map(({ code, typeName }) => [code, typeName]),
  );
  const types: AttributeTypes = {
    entityType: (code) => entityTypes.get(typeNames.get(code) ?? ''),
    families,
  };
  const fieldsOf = attributeFieldMaker(types);
  const removedFieldsOf = (typeName: string) =>
    removals.fieldsOf(typeName).map((part) => fieldsOf(part.attribute, part));
  for (const exposed of [...catalogue.entityTypes, ...removals.entityTypes])
    entityTypes.set(
      exposed.typeName,
      entityType(exposed, () => [
        ...exposed.attributes.map((one) => fieldsOf(one)),
        ...removedFieldsOf(exposed.typeName),
      ]),
    );
  const associations = buildFields({
    ...Object.assign(
      {},
      ...removals.associations.map((one) =>
        deprecatableFields(associationFields([{ name: one.name, code: '' }], connection), one),
      ),
    ),
    ...associationFields(catalogue.associationTypes, connection),
  });
  const productFields = buildFields(productTypes.fields());
  const sets = new Map(
    [...catalogue.sets, ...removals.sets].map((set) => [
      set.typeName,
      new SharedFieldsType<ShopProduct>({ name: set.typeName, interfaces: [product, NodeType] }, () => [
        productFields,
        ...set.attributes.map((attribute) => fieldsOf(attribute)),
        associations,
        ...removedFieldsOf(set.typeName),
      ]),
    ]),
  );
  const lists = listFields(catalogue, removals, inputs, { product, connection, category, sets });
  const query = new GraphQLObjectType<unknown, ShopContext>({
    name: 'Query',
    fields: () => ({
      ...queryFields(catalogue, removals, { product, category, sets, entityTypes }),
      ...lists.query,
    }),
  });
  await makeAllFields([...sets.values(), ...entityTypes.values()]);
  // The types of lists: filters, sorts, pages.
  for (const field of Object.values(query.getFields()))
    await makeAllFields([field.type, ...field.args.map(({ type }) => type)].map(getNamedType));
  return new GraphQLSchema({
    query,
    types: [NodeType, product, ...sets.values(), ...entityTypes.values(), ...lists.types],
    directives: [...specifiedDirectives, IN_CONTEXT],
    assumeValid: true,
  });
}

/** Types make their fields when they are first requested; those of all types at once take long. */
async function makeAllFields(types: readonly (GraphQLNamedType | undefined)[]): Promise<void> {
  for (const type of types) {
    if (type !== undefined && 'getFields' in type) type.getFields();
    await yieldToEventLoop();
  }
}

/** Makes the fields of attributes, each once for all sets in which it has the same name. */
function attributeFieldMaker(
  types: AttributeTypes,
): (attribute: ExposedAttribute, of?: MaybeRemoved<object>) => BuiltFields {
  const fieldsByKey = new Map<string, BuiltFields>();
  return (attribute, of = {}) => {
    // The field of its role shows its value.
    if (attribute.shownAs !== null) return NO_FIELDS;
    const key = `${attribute.code} ${attribute.name} ${of.removedOn}`;
    const fields =
      fieldsByKey.get(key) ?? buildFields(deprecatableFields(attributeFields(attribute, types), of));
    fieldsByKey.set(key, fields);
    return fields;
  };
}

const NO_FIELDS: BuiltFields = {};
