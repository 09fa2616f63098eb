import {
  GraphQLBoolean,
  GraphQLInt,
  type GraphQLInterfaceType,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import type { DeliveredProduct } from '../delivered-product.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { listOf, required, type ShopFields } from '../types/fields.ts';
import type { DeliveredPage } from './delivered-page.ts';

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export const PageInfoType = new GraphQLObjectType<PageInfo, DeliveryContext>({
  name: 'PageInfo',
  fields: {
    hasNextPage: { type: required(GraphQLBoolean) },
    hasPreviousPage: { type: required(GraphQLBoolean) },
    startCursor: { type: GraphQLString },
    endCursor: { type: GraphQLString },
  },
});

export const pageInfoOf = ({ items, cursorAt, hasNextPage, hasPreviousPage }: DeliveredPage): PageInfo => ({
  hasNextPage,
  hasPreviousPage,
  startCursor: items.length === 0 ? null : cursorAt(0),
  endCursor: items.length === 0 ? null : cursorAt(items.length - 1),
});

interface Edge {
  readonly node: DeliveredProduct;
  readonly cursor: string;
}

/** Pages of products of any type. */
export function productConnection(
  product: GraphQLInterfaceType,
): GraphQLObjectType<DeliveredPage, DeliveryContext> {
  const edge = new GraphQLObjectType<Edge, DeliveryContext>({
    name: 'ProductEdge',
    fields: (): ShopFields<Edge> => ({
      node: { type: required(product) },
      cursor: { type: required(GraphQLString) },
    }),
  });
  return new GraphQLObjectType<DeliveredPage, DeliveryContext>({
    name: 'ProductConnection',
    description: 'A page of products.',
    fields: (): ShopFields<DeliveredPage> => ({
      nodes: { type: listOf(product), resolve: ({ items }) => items },
      edges: {
        type: listOf(edge),
        resolve: ({ items, cursorAt }) => items.map((node, index) => ({ node, cursor: cursorAt(index) })),
      },
      pageInfo: { type: required(PageInfoType), resolve: pageInfoOf },
      totalCount: { type: required(GraphQLInt), resolve: ({ count }) => count() },
    }),
  });
}
