import type { InputFieldMap, InputShapeFromFields, ObjectRef, OutputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { IdentifiedType } from '../kernel/ids.ts';
import type { ReadOperation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import type { PrismaReadContext } from '../platform/operation/context.ts';
import type { PageRequest } from '../platform/operation/keyset-page.ts';
import { builder, type PothosTypes } from './builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from './connection.ts';
import type { RequestContext } from './context.ts';
import type { McpExposure } from './extensions.ts';
import { operationExtensions } from './operation-field.ts';

type Selected = { readonly query: object };
type Keyed = Selected & { readonly code: string };

/**
 * Declares the root fields that read one kind of configuration: one object by its code, null when there is none, and
 * the list of all. Both are named after their operations: `getChannel` gives `channel`.
 */
export function defineResourceQueries<Row, Args extends InputFieldMap = Record<never, never>>(resource: {
  readonly type: IdentifiedType;
  /** Name of the kind in descriptions: `attribute set`. */
  readonly word: string;
  readonly node: OutputRef<Row> & ObjectRef<PothosTypes, Row>;
  /** Connection type, for a module that needs it for other fields too; without it one is declared here. */
  readonly connection?: ObjectRef<PothosTypes, Page<Row>>;
  readonly get: ReadOperation<PrismaReadContext, Keyed, unknown>;
  readonly list: ReadOperation<
    PrismaReadContext,
    Selected & PageRequest & InputShapeFromFields<Args>,
    unknown
  >;
  /** Description of the list that names its objects and their order. */
  readonly description: string;
  /** Arguments of the list besides those of its pages. */
  readonly args?: Args;
  /** Path of the collection below `/api/v1`. */
  readonly path: string;
  /** The tool that reads one. */
  readonly mcp?: McpExposure;
}): void {
  const { type, word, node, get, list, description, args, path, mcp } = resource;
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
      args: { ...pageArguments, ...args },
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
