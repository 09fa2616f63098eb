import { GraphQLID, type GraphQLObjectType, GraphQLString } from 'graphql';
import { encodeId } from '../../../kernel/ids.ts';
import { isJsonArray } from '../../../kernel/json.ts';
import { type DeliveredEntity, entityText } from '../delivered-entity.ts';
import { attributeValue } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { ExposedEntityType } from '../exposed-catalogue.ts';
import { required, type ShopFields } from './fields.ts';
import { ImageType, loadImage } from './images.ts';
import { NodeType } from './node-type.ts';
import { type MadeFields, makeFields, SharedFieldsType } from './shared-fields.ts';

/**
 * Returns the type of the entities of one kind: `Designer`.
 *
 * @param attributes the fields of its attributes
 */
export function entityType(
  exposed: ExposedEntityType,
  attributes: () => readonly MadeFields[],
): GraphQLObjectType<DeliveredEntity, DeliveryContext> {
  return new SharedFieldsType<DeliveredEntity>({ name: exposed.typeName, interfaces: [NodeType] }, () => [
    makeFields(ownFields(exposed)),
    ...attributes(),
  ]);
}

const ownFields = ({ roles }: ExposedEntityType): ShopFields<DeliveredEntity> => ({
  id: { type: required(GraphQLID), resolve: ({ entity }) => encodeId('Entity', entity.id) },
  code: { type: required(GraphQLString), resolve: ({ entity }) => entity.code },
  label: {
    type: required(GraphQLString),
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
