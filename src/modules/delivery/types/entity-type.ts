import { GraphQLID, GraphQLObjectType, GraphQLString } from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import { type DeliveredEntity, entityText } from '../delivered-entity.ts';
import { attributeValue } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedEntityType } from '../exposed-catalogue.ts';
import { type AttributeTypes, attributeFields } from './attribute-field.ts';
import { required, type ShopFields } from './fields.ts';
import { ImageType, loadImage } from './images.ts';
import { NodeType } from './node-type.ts';

/** The type of the entities of one kind: `Designer`. */
export function entityType(
  exposed: ExposedEntityType,
  types: AttributeTypes,
): GraphQLObjectType<DeliveredEntity, DeliveryContext> {
  return new GraphQLObjectType<DeliveredEntity, DeliveryContext>({
    name: exposed.typeName,
    interfaces: [NodeType],
    fields: (): ShopFields<DeliveredEntity> => ({
      id: { type: required(GraphQLID), resolve: ({ entity }) => encodeId('Entity', entity.id) },
      code: { type: required(GraphQLString), resolve: ({ entity }) => entity.code },
      label: {
        type: required(GraphQLString),
        resolve: (source, _args, context) => entityText(source, context),
      },
      image: {
        type: ImageType,
        resolve(source, _args, context) {
          const value = attributeValue(source, exposed.roles.image, context);
          return loadImage(isJsonArray(value) ? value[0] : value, context);
        },
      },
      ...Object.assign(
        {},
        ...exposed.attributes
          .filter(({ shownAs }) => shownAs === null)
          .map((attribute) => attributeFields(attribute, types)),
      ),
    }),
  });
}
