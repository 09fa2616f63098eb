import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { RequestError } from '../../../kernel/errors.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { DeprecatedTypes } from '../deprecated-types.ts';
import type { ExposedCatalogue } from '../exposed-catalogue.ts';
import { type CategoryBy, findCategory } from '../read/find-category.ts';
import { type EntityBy, findEntity } from '../read/find-entity.ts';
import { findNode } from '../read/find-node.ts';
import { findProduct, type ProductBy } from '../read/find-product.ts';
import { navigationOf } from '../shop-category.ts';
import type { ShopContext } from '../shop-context.ts';
import type { ShopEntity } from '../shop-entity.ts';
import type { ShopProduct } from '../shop-product.ts';
import type { CategoryType } from './category-type.ts';
import { ChannelType } from './channel-type.ts';
import { deprecatableField } from './deprecated-field.ts';
import { estimatedItems, nonNull, nonNullList, type ShopField, type ShopFields } from './field-modifiers.ts';
import { NodeType } from './node-type.ts';

const IdentifierInput = new GraphQLInputObjectType({
  name: 'IdentifierInput',
  fields: {
    attribute: {
      type: nonNull(GraphQLString),
      description: 'The field of an attribute of type identifier.',
    },
    value: { type: nonNull(GraphQLString) },
  },
});

const ExternalRefInput = new GraphQLInputObjectType({
  name: 'ExternalRefInput',
  fields: { system: { type: nonNull(GraphQLString) }, id: { type: nonNull(GraphQLString) } },
});

const ProductByInput = new GraphQLInputObjectType({
  name: 'ProductBy',
  description: 'What names a product; exactly one of these.',
  isOneOf: true,
  fields: {
    id: { type: GraphQLID },
    sku: { type: GraphQLString },
    slug: { type: GraphQLString, description: 'In the locale of the context.' },
    identifier: { type: IdentifierInput },
    externalRef: { type: ExternalRefInput },
  },
});

const CategoryByInput = new GraphQLInputObjectType({
  name: 'CategoryBy',
  description: 'What names a category; exactly one of these.',
  isOneOf: true,
  fields: {
    id: { type: GraphQLID },
    code: { type: GraphQLString },
    slug: { type: GraphQLString, description: 'In the locale of the context.' },
  },
});

const EntityByInput = new GraphQLInputObjectType({
  name: 'EntityBy',
  description: 'What names an entity; exactly one of these.',
  isOneOf: true,
  fields: { id: { type: GraphQLID }, code: { type: GraphQLString } },
});

/** Levels of the navigation that one answer can have. */
const DEEPEST = 5;

/** The types that the root fields of a storefront answer; by their name. */
interface RootTypes {
  readonly product: GraphQLInterfaceType;
  readonly category: CategoryType;
  readonly sets: ReadonlyMap<string, GraphQLObjectType<ShopProduct, ShopContext>>;
  readonly entityTypes: ReadonlyMap<string, GraphQLObjectType<ShopEntity, ShopContext>>;
}

/** Returns the root fields that return one object. */
export function queryFields(
  catalogue: ExposedCatalogue,
  removed: DeprecatedTypes,
  { product, category, sets, entityTypes }: RootTypes,
): ShopFields<unknown> {
  const fields: ShopFields<unknown> = {
    channel: { type: nonNull(ChannelType), resolve: () => ({}) },
    node: {
      type: NodeType,
      description: 'An object by its id.',
      args: { id: { type: nonNull(GraphQLID) } },
      resolve: (_source, { id }: { readonly id: string }, context) => findNode(id, context),
    },
    product: {
      type: product,
      description: 'A visible product, or null.',
      args: { by: { type: nonNull(ProductByInput) } },
      resolve: (_source, { by }: { readonly by: ProductBy }, context) => findProduct(by, context),
    },
    category: {
      type: category,
      description: 'A category below the root of the channel, or null.',
      args: { by: { type: nonNull(CategoryByInput) } },
      resolve: (_source, { by }: { readonly by: CategoryBy }, context) => findCategory(by, context),
    },
    navigation: {
      type: nonNullList(category),
      extensions: estimatedItems(8),
      description: 'The categories below the root of the channel; `children` leads further down.',
      args: { depth: { type: GraphQLInt, defaultValue: 2, description: 'How many levels, up to 5.' } },
      resolve(_source, { depth }: { readonly depth?: number | null }, context) {
        const levels = depth ?? 2;
        if (levels >= 1 && levels <= DEEPEST) return navigationOf(levels, context);
        const message = localized('depth-range', { max: DEEPEST, levels });
        throw new RequestError('invalid-parameter', message, { parameter: 'depth' });
      },
    },
  };
  for (const set of [...catalogue.sets, ...removed.sets]) {
    const { name, typeName } = set;
    const type = sets.get(typeName);
    if (type === undefined) continue;
    const field: ShopField<unknown> = {
      type,
      description: 'A visible product of this type, or null.',
      args: { by: { type: nonNull(ProductByInput) } },
      async resolve(_source, { by }: { readonly by: ProductBy }, context) {
        const matchingProduct = await findProduct(by, context);
        return matchingProduct?.set.typeName === typeName ? matchingProduct : null;
      },
    };
    fields[name] = deprecatableField(field, set);
  }
  for (const exposed of [...catalogue.entityTypes, ...removed.entityTypes]) {
    const type = entityTypes.get(exposed.typeName);
    if (type === undefined) continue;
    const field: ShopField<unknown> = {
      type,
      description: 'One that visible products name, or null.',
      args: { by: { type: nonNull(EntityByInput) } },
      resolve: (_source, { by }: { readonly by: EntityBy }, context) => findEntity(exposed, by, context),
    };
    fields[exposed.name] = deprecatableField(field, exposed);
  }
  return fields;
}
