import type { ObjectRef, OutputRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '../kernel/page.ts';
import { builder, type PothosTypes } from './builder.ts';
import type { RequestContext } from './context.ts';

/** Arguments of every list. */
export const pageArguments = builder.args((t) => ({
  first: t.int({
    defaultValue: DEFAULT_PAGE_SIZE,
    description: `Number of items per page, 1 to ${MAX_PAGE_SIZE}.`,
  }),
  after: t.string({
    description: 'Cursor of the item after which the page starts. Omit it for the first page.',
  }),
}));

export const SortDirection = builder.enumType('SortDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { value: 'asc', description: 'Smallest first.' },
    DESC: { value: 'desc', description: 'Largest first.' },
  } as const,
});

/** Arguments of lists that count: a page of none returns total and facets alone. */
export const countedPageArguments = {
  ...pageArguments,
  ...builder.args((t) => ({
    first: t.int({
      defaultValue: DEFAULT_PAGE_SIZE,
      description: `Number of items per page, 0 to ${MAX_PAGE_SIZE}.`,
    }),
  })),
};

/** Cost of a list: itself, and each selected field below it multiplied by the requested number of items. */
export const pageComplexity = (pageArgs: { readonly first?: number | null | undefined }) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(pageArgs.first ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)),
});

interface Edge<Row> {
  readonly cursor: string;
  readonly node: Row;
}

/**
 * Declares `<Name>Connection` and `<Name>Edge` over pages of a node type (Relay cursor connections, forward only).
 * `totalCount` counts only when it is selected.
 */
export function defineConnection<Row>(name: string, node: OutputRef<Row> & ObjectRef<PothosTypes, Row>) {
  const EdgeRef = builder.objectRef<Edge<Row>>(`${name}Edge`).implement({
    description: `One item of a ${name} list, with its cursor.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        description: 'Cursor of this item. Use it as `after` to read the items after it.',
      }),
      node: t.field({ type: node, description: 'The item.', resolve: (edge) => edge.node as never }),
    }),
  });
  return builder.objectRef<Page<Row>>(`${name}Connection`).implement({
    description: `One page of ${name}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        complexity: { field: 1, multiplier: 1 },
        description: 'The items.',
        resolve: (page) => page.items as never,
      }),
      edges: t.field({
        type: [EdgeRef],
        complexity: { field: 0, multiplier: 1 },
        description: 'The items with their cursors.',
        resolve: ({ items, cursorAt }) =>
          items.map((item, index) => ({
            node: item,
            get cursor() {
              return cursorAt(index);
            },
          })),
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        complexity: 0,
        description: 'Whether there are more pages, and their cursors.',
        resolve: ({ items, cursorAt, hasNextPage, endCursor }) => ({
          hasNextPage,
          hasPreviousPage: false,
          get startCursor() {
            return items.length === 0 ? null : cursorAt(0);
          },
          get endCursor() {
            return endCursor ?? (items.length === 0 ? null : cursorAt(items.length - 1));
          },
        }),
      }),
      totalCount: t.int({
        complexity: 0,
        description: 'Number of items in the list, counted only when requested.',
        args: {
          upTo: t.arg.int({
            description:
              'Counting products and entities can stop at this number, which then means "at least". Defaults to the exact number.',
          }),
        },
        resolve: (page, { upTo }) => page.count(upTo ?? undefined),
      }),
    }),
  });
}

/** Returns the Prisma selection that the nodes of a connection field need. */
export function nodeQuery(typeName: string, context: RequestContext, info: GraphQLResolveInfo): object {
  return queryFromInfo({ context, info, typeName, paths: [['nodes'], ['edges', 'node']] });
}
