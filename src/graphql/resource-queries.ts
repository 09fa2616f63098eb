import type { InputFieldMap, InputShapeFromFields, ObjectRef, OutputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { IdentifiedType } from '../kernel/ids.ts';
import type { ReadOperation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import type { PrismaReadContext } from '../platform/operation/context.ts';
import {
  type ListRequest,
  type ListSortField,
  MAXIMUM_SEARCH_LENGTH,
} from '../platform/resource/resource-list.ts';
import { builder, type PothosTypes } from './builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity, SortDirection } from './connection.ts';
import type { RequestContext } from './context.ts';
import type { ArgumentExtensions, McpExposure } from './extensions.ts';
import { operationExtensions } from './operation-field.ts';

type Selected = { readonly query: object };
type Keyed = Selected & { readonly code: string };

/** Length of the text that a list is searched for. */
export const searchLength = z
  .string()
  .max(MAXIMUM_SEARCH_LENGTH, `A search has up to ${MAXIMUM_SEARCH_LENGTH} characters.`);

const SORT_FIELDS: Readonly<Record<ListSortField, { readonly name: string; readonly description: string }>> =
  {
    code: { name: 'CODE', description: 'Code.' },
    label: { name: 'LABEL', description: 'Label in the locale of the list, then code.' },
    updatedAt: { name: 'UPDATED_AT', description: 'Last change, then code.' },
    position: { name: 'POSITION', description: 'Position by hand, then code.' },
  };

/** Properties of a list that its arguments follow from. */
export interface ListDescription {
  /** Properties that the list can be sorted by. */
  readonly sortFields: readonly ListSortField[];
  /** Description of the texts that the list is searched for; code and label by default. */
  readonly texts?: string | undefined;
  /** False if labels are not stored; true by default. */
  readonly hasLabels?: boolean | undefined;
  /** Clause that describes unused objects: "that no attribute uses"; without it the list has no such filter. */
  readonly unused?: string | undefined;
}

/**
 * Declares the arguments of a list besides its filter: pages, search and order, with the enum of the properties that it
 * can be sorted by.
 */
export function listArguments(
  type: string,
  { sortFields, texts = 'code or label', hasLabels = true, unused }: ListDescription,
) {
  const field = builder.enumType(`${type}SortField`, {
    description: `Properties that a list of ${type} can be sorted by.`,
    values: Object.fromEntries(
      sortFields.map((value) => [SORT_FIELDS[value].name, { value, ...SORT_FIELDS[value] }]),
    ),
  });
  const sort = builder.inputType(`${type}Sort`, {
    description: `Order of a list of ${type}.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'The property to sort by.' }),
      direction: t.field({ type: SortDirection, description: 'Sort direction; ASC by default.' }),
    }),
  });
  return {
    ...pageArguments,
    ...builder.args((t) => ({
      search: t.string({
        description: `Only those with this text in ${texts}, in any locale; ignores case and accents. Up to ${MAXIMUM_SEARCH_LENGTH} characters.`,
        validate: searchLength,
      }),
      sort: t.field({ type: sort, description: 'Sort order, instead of the one of the list.' }),
      locale: t.string({
        description: 'Locale of the labels to sort by. Defaults to the default locale.',
        extensions: { names: 'label-locale' } satisfies ArgumentExtensions,
      }),
      ...(hasLabels && {
        missingLabel: t.string({
          description: 'Only those without a label in this locale.',
          extensions: { names: 'label-locale' } satisfies ArgumentExtensions,
        }),
      }),
      ...(unused !== undefined && {
        unused: t.boolean({ description: `True: only those ${unused}; false: only the others.` }),
      }),
    })),
  };
}

/**
 * Declares the root fields that read one kind of configuration: one object by its code, null when there is none, and
 * the list of all. Both are named after their operations: `getChannel` gives `channel`.
 */
export function defineResourceQueries<Row, Args extends InputFieldMap = Record<never, never>>(
  resource: ListDescription & {
    readonly type: IdentifiedType;
    /** Name of the kind in descriptions: `attribute set`. */
    readonly word: string;
    readonly node: OutputRef<Row> & ObjectRef<PothosTypes, Row>;
    /** Connection type, for a module that needs it for other fields too; without it one is declared here. */
    readonly connection?: ObjectRef<PothosTypes, Page<Row>>;
    readonly get: ReadOperation<PrismaReadContext, Keyed, unknown>;
    readonly list: ReadOperation<
      PrismaReadContext,
      Selected & ListRequest & InputShapeFromFields<Args>,
      unknown
    >;
    /** Description of the list that names its objects and their order. */
    readonly description: string;
    /** Arguments that filter the list. */
    readonly args?: Args;
    /** Path of the collection below `/api/v1`. */
    readonly path: string;
    /** The tool that reads one. */
    readonly mcp?: McpExposure;
  },
): void {
  const { type, word, node, get, list, description, args, path, mcp, ...listDescription } = resource;
  const connection = resource.connection ?? defineConnection(type, node);
  builder.queryField(fieldOf(get.name), (t) =>
    t.prismaField({
      type: node as never,
      nullable: true,
      description: `One ${word} by its code.`,
      args: { code: t.arg.string({ required: true, description: 'Code, not case-sensitive.' }) },
      authScopes: { holds: get.scope },
      extensions: { ...operationExtensions(get), rest: { method: 'GET', path: `${path}/{code}` }, mcp },
      resolve: (query: object, _root: object, { code }: { code: string }, context: RequestContext) =>
        context.read(get, { code, query }) as never,
    } as never),
  );
  builder.queryField(fieldOf(list.name), (t) =>
    t.field({
      type: connection,
      description,
      args: { ...listArguments(type, listDescription), ...args },
      complexity: pageComplexity,
      authScopes: { holds: list.scope },
      extensions: { ...operationExtensions(list), rest: { method: 'GET', path } },
      resolve: (_root: object, listArguments: object, context: RequestContext, info: GraphQLResolveInfo) =>
        context.read(list, { ...listArguments, query: nodeQuery(type, context, info) } as never) as never,
    } as never),
  );
}

/** Converts `getAttributeSet` to `attributeSet`. */
function fieldOf(operation: string): string {
  const noun = operation.replace(/^(?:get|list)/, '');
  return `${noun[0]?.toLowerCase()}${noun.slice(1)}`;
}
