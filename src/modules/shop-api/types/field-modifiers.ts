import { type GraphQLFieldConfig, GraphQLList, GraphQLNonNull, type GraphQLNullableType } from 'graphql';
import type { ShopContext } from '../shop-context.ts';

// biome-ignore lint/suspicious/noExplicitAny: arguments are typed where they are resolved.
export type ShopField<Source> = GraphQLFieldConfig<Source, ShopContext, any>;
export type ShopFields<Source> = Record<string, ShopField<Source>>;

export const nonNull = <Type extends GraphQLNullableType>(type: Type) => new GraphQLNonNull(type);
/** Returns `[Type!]!`. */
export const nonNullList = <Type extends GraphQLNullableType>(type: Type) =>
  nonNull(new GraphQLList(nonNull(type)));

/**
 * Returns the complexity of a list that has about so many items. A list without this option counts as ten items, ten of
 * ten as a hundred.
 */
export const estimatedItems = (items: number) => ({ complexity: { field: 1, multiplier: items } });
