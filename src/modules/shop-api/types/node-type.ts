import { GraphQLID, GraphQLInterfaceType } from 'graphql';
import type { ShopContext } from '../shop-context.ts';
import { nonNull } from './field-modifiers.ts';

/** Object whose type is resolved from it when a field returns its interface. */
export interface TypedSource {
  readonly typeName: string;
}

export const NodeType: GraphQLInterfaceType = new GraphQLInterfaceType({
  name: 'Node',
  description: 'An object with an id that stays the same.',
  fields: { id: { type: nonNull(GraphQLID) } },
  resolveType: (source: object, _context: ShopContext) => typeNameOf(source),
});

/** Returns the type of a source: products and entities say it, all else is a category. */
export function typeNameOf(source: object): string {
  if ('set' in source) return (source as { readonly set: TypedSource }).set.typeName;
  if ('entity' in source) return (source as unknown as { readonly type: TypedSource }).type.typeName;
  return 'Category';
}
