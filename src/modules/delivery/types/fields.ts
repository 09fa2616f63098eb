import { type GraphQLFieldConfig, GraphQLList, GraphQLNonNull, type GraphQLNullableType } from 'graphql';
import type { DeliveryContext } from '../delivery-context.ts';

// biome-ignore lint/suspicious/noExplicitAny: arguments are typed where they are resolved.
export type ShopField<Source> = GraphQLFieldConfig<Source, DeliveryContext, any>;
export type ShopFields<Source> = Record<string, ShopField<Source>>;

export const required = <Type extends GraphQLNullableType>(type: Type) => new GraphQLNonNull(type);
/** Returns `[Type!]!`. */
export const listOf = <Type extends GraphQLNullableType>(type: Type) =>
  required(new GraphQLList(required(type)));

/**
 * Returns the complexity of a list that has about so many items. A list without this option counts as ten items, ten of
 * ten as a hundred.
 */
export const about = (items: number) => ({ complexity: { field: 1, multiplier: items } });
