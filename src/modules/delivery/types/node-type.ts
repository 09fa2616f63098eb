import { GraphQLID, GraphQLInterfaceType } from 'graphql';
import type { DeliveryContext } from '../delivery-context.ts';
import { required } from './fields.ts';

/** Object whose type is resolved from it when a field returns its interface. */
export interface Typed {
  readonly typeName: string;
}

export const NodeType: GraphQLInterfaceType = new GraphQLInterfaceType({
  name: 'Node',
  description: 'An object with an id that stays the same.',
  fields: { id: { type: required(GraphQLID) } },
  resolveType: (source: object, _context: DeliveryContext) => typeNameOf(source),
});

/** Returns the type of a source: products and entities say it, all else is a category. */
export function typeNameOf(source: object): string {
  if ('set' in source) return (source as { readonly set: Typed }).set.typeName;
  if ('entity' in source) return (source as unknown as { readonly type: Typed }).type.typeName;
  return 'Category';
}
