import type { Effect } from '../kernel/operation.ts';
import type { ScopeExpression } from '../kernel/scopes.ts';

/** How the REST door offers a field. */
export interface RestExposure {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces named like the field's arguments: `/channels/{code}`. */
  readonly path: string;
  /** Status of success; 200 by default. */
  readonly status?: number;
  /** Name of the GraphQL fragment that is sent. */
  readonly view?: string;
}

/** How the MCP door offers a field; the tool is named after it in snake_case. */
export interface McpExposure {
  readonly tool: string;
  readonly view?: string;
  /** For writes that touch many objects: the tool only tries them unless it is told `dry_run: false`. */
  readonly dryRunByDefault?: true;
  /** Most items that the tool takes at once, where it takes fewer than the field. */
  readonly maximumItems?: number;
}

/** What the declared operation says about a field; filled in by the field helpers, never by hand. */
export interface OperationFacts {
  readonly name: string;
  readonly scope: ScopeExpression;
  readonly effect: Effect;
  readonly retry: 'safe' | 'with-key' | 'unsafe';
}

/** The typed `extensions` of a field. Exposure is opt-in: a field without `rest` has no route. */
export interface FieldExtensions {
  readonly operation?: OperationFacts;
  readonly rest?: RestExposure;
  readonly mcp?: McpExposure;
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> extends FieldExtensions {}
}
