import { GraphQLID, type GraphQLObjectType, GraphQLString } from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import type { ExposedEntityType } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { entityText, type ShopEntity } from '../shop-entity.ts';
import { attributeValue } from '../shop-product.ts';
import { nonNull, type ShopFields } from './field-modifiers.ts';
import { ImageType, loadImage } from './images.ts';
import { NodeType } from './node-type.ts';
import { type BuiltFields, buildFields, SharedFieldsType } from './shared-fields.ts';

/**
 * Returns the type of the entities of one kind: `Designer`.
 *
 * @param attributes the fields of its attributes
 */
export function entityType(
  exposed: ExposedEntityType,
  attributes: () => readonly BuiltFields[],
): GraphQLObjectType<ShopEntity, ShopContext> {
  return new SharedFieldsType<ShopEntity>({ name: exposed.typeName, interfaces: [NodeType] }, () => [
    buildFields(ownFields(exposed)),
    ...attributes(),
  ]);
}

const ownFields = ({ roles }: ExposedEntityType): ShopFields<ShopEntity> => ({
  id: { type: nonNull(GraphQLID), resolve: ({ entity }) => encodeId('Entity', entity.id) },
  code: { type: nonNull(GraphQLString), resolve: ({ entity }) => entity.code },
  label: {
    type: nonNull(GraphQLString),
    resolve: (source, _args, context) => entityText(source, context),
  },
  image: {
    type: ImageType,
    resolve(source, _args, context) {
      const value = attributeValue(source, roles.image, context);
      return loadImage(isJsonArray(value) ? value[0] : value, context);
    },
  },
});
