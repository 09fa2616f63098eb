import type {
  DocumentNode,
  GraphQLEnumType,
  GraphQLField,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLScalarType,
} from 'graphql';
import type { Deprecation, KeyedList } from '../../graphql/extensions.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Effect } from '../../kernel/operation.ts';
import type { DomainErrorKind, ProblemCode } from '../../kernel/problems/problem-definitions.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { RestrictedParts } from './view.ts';

/** All that REST, OpenAPI and MCP know of the product, read from the schema once at start. */
export interface Manifest {
  /** Operations in the order of names. */
  readonly operations: readonly ExposedOperation[];
}

/** One field of the graph that another API offers too. */
export interface ExposedOperation {
  /** Name of the field, e.g. `updateProduct`; of a field that is not a root field with its parent: `product.revisions`. */
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
  /** Public text. */
  readonly description: string;
  /** Scopes that a caller must hold, which are checked before the input. */
  readonly scope: ScopeExpression;
  readonly effect: Effect;
  readonly retry: 'safe' | 'with-key' | 'unsafe';
  /** The rejections that its result can be; those of every request (401, 403, 429 …) are not among them. */
  readonly errors: readonly PossibleError[];
  /** Null unless it is going to be removed. */
  readonly deprecation: (Deprecation & { readonly reason: string }) | null;
  readonly rest: readonly RestRoute[];
  readonly mcp: McpTool | null;
}

/** A rejection type of a result union, with everything it can say. */
export interface PossibleError {
  readonly kind: DomainErrorKind;
  /** Name of the GraphQL type: `Conflict`. */
  readonly type: string;
  readonly slugs: readonly ProblemCode[];
  readonly statuses: readonly number[];
  /** Keys of the problem besides those that every problem has. */
  readonly keys: readonly OutputKey[];
}

export interface McpTool {
  readonly tool: string;
  /** Public text: that of the field, unless the tool has its own. */
  readonly description: string;
  /** True if REST has no route for the field. */
  readonly isAgentsOnly: boolean;
  readonly prepared: PreparedDocument;
  /**
   * The arguments of the field and the variables of the view as one JSON object; the keys of `input` stand beside the
   * others, and `include` names expansions.
   */
  readonly arguments: InputObjectShape;
  /** The JSON keys that belong into the variable `input`; empty for fields without one. */
  readonly inputKeys: ReadonlySet<string>;
  /** True if the tool is a dry run unless the caller passes `dry_run: false`. */
  readonly isDryRunByDefault: boolean;
  /** Most entries of `items` or `refs` at once; null where the field's own limit holds. */
  readonly maximumItems: number | null;
  /** JSON keys of arguments that are described in words alone, because another tool has their form. */
  readonly described: ReadonlySet<string>;
}

/** One route of the REST API. */
export interface RestRoute {
  /** `operationId` of OpenAPI; unique. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in snake_case: `/option-sets/{option_set}/options/{code}`. */
  readonly path: string;
  /** Status of success; a write that creates answers 201 and one that does not 200, whatever stands here. */
  readonly status: number;
  readonly prepared: PreparedDocument;
  /** Parameters of the path and the query; headers follow from `preconditions` and `operation.retry`. */
  readonly parameters: readonly RestParameter[];
  /** Null for routes that take none. */
  readonly body: RestBody | null;
  /** Variable that takes the version of `If-Match`; null where there is none. */
  readonly versionVariable: string | null;
  /** True if the route accepts `?dry_run=true`. */
  readonly hasDryRun: boolean;
  /** Operation that `PATCH …?upsert=true` runs. */
  readonly upsert: RestUpsert | null;
  /** Path of one object in the collection that a POST adds to, for `Location`; null where there is none. */
  readonly location: string | null;
}

/** The batch write that stands in for an update with `?upsert=true`. */
export interface RestUpsert {
  readonly prepared: PreparedDocument;
  /** The body, whose keys are those of one item. */
  readonly item: InputObjectShape;
  /** Fields of the item that path parameters fill, by parameter. */
  readonly keys: Readonly<Record<string, string>>;
}

export interface RestBody {
  readonly shape: InputObjectShape;
  /** Variable that takes the whole body; null when each key of the body is a variable of its own. */
  readonly variable: string | null;
  readonly isRequired: boolean;
  readonly mediaTypes: readonly string[];
  /** Keys of a search that say what is sent, not what is found: they are used like the parameters of a GET. */
  readonly projection: readonly RestParameter[];
  /** Key of the items of a batch, which NDJSON sends one per line, or with plain references. */
  readonly itemsKey: string | null;
}

export interface RestParameter {
  readonly in: 'path' | 'query';
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly shape: InputShape;
  readonly defaultValue: unknown;
  readonly purpose: ParameterPurpose;
}

/** Purpose of a parameter. */
export type ParameterPurpose =
  /** Takes the value as it is; `isFirst`: the first entry of the list that the parameter is. */
  | { readonly kind: 'variable'; readonly variables: readonly { name: string; isFirst: boolean }[] }
  /** Fills a field of the body: of `input`, or of each of the items. */
  | { readonly kind: 'body-key'; readonly field: string }
  /** `fields`: the top-level keys that are sent. */
  | { readonly kind: 'fields' }
  /** `expand`: the expansions that are sent. */
  | { readonly kind: 'expand' }
  /** `with_count`: adds `total`. */
  | { readonly kind: 'count' }
  /** `dry_run`. */
  | { readonly kind: 'dry-run' }
  /** `upsert`. */
  | { readonly kind: 'upsert' }
  /** The key of the body with the same name, which may stand in the query instead. */
  | { readonly kind: 'body-flag' };

/** A document with what goes in and what comes out. `document`, `text` and `variables` are made when they are first read. */
export interface PreparedDocument {
  /** Names the route or tool: `updateProduct`, `updateProductTool`. */
  readonly name: string;
  readonly document: DocumentNode;
  readonly text: string;
  readonly variables: readonly PreparedVariable[];
  /** Top-level keys that `fields` may name, and the variable that includes each; null: it is always read. */
  readonly optionalKeys: ReadonlyMap<string, string | null>;
  readonly expansions: ReadonlyMap<string, PreparedExpansion>;
  /** Parts that the response of a write leaves out for callers who may not read them; null when there are none. */
  readonly guarded: RestrictedParts | null;
  readonly answer: ResponseMapping;
}

export interface PreparedExpansion {
  readonly variable: string;
  /** The JSON keys it adds. */
  readonly keys: readonly string[];
  /** Scopes for reading it, besides the operation's scope. */
  readonly scopes: readonly ScopeExpression[];
}

export interface PreparedVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
  /**
   * Default value as the schema declares it, for instance `['sku']` or an enum's internal value; undefined for none.
   */
  readonly defaultValue: unknown;
  readonly description: string;
  /** An argument of the field, an argument within the view, or a switch of the generator. */
  readonly source: 'argument' | 'view' | 'include';
}

/** Response of an API, and its path in the data of the result. */
export type ResponseMapping =
  /** One object; null in the data is a 404. */
  | {
      readonly kind: 'object';
      readonly path: readonly string[];
      readonly shape: OutputShape;
      typeName: string;
    }
  /** A connection: `{ items, search_after, has_more, total?, facets?, facet_details? }` and its further leaves. */
  | {
      readonly kind: 'page';
      readonly path: readonly string[];
      readonly item: OutputShape;
      /** Shape of counted values; null for lists that count none. */
      readonly facets: OutputShape | null;
      readonly facetDetails: OutputShape | null;
      readonly leaves: readonly OutputKey[];
      readonly typeName: string;
    }
  /** A plain list: `{ items }`. */
  | {
      readonly kind: 'items';
      readonly path: readonly string[];
      readonly item: OutputShape;
      readonly typeName: string;
    }
  /** The object that a write is about, with the leaves of its payload; `outcome` says whether it is new. */
  | {
      readonly kind: 'written';
      readonly path: readonly string[];
      /** Key of the object in the payload. */
      readonly key: string;
      readonly hasOutcome: boolean;
      readonly shape: OutputShape;
      /** Further leaves of the payload, which are added to the object. */
      readonly leaves: readonly OutputKey[];
      readonly typeName: string;
    }
  /** `{ summary, results }` of a batch. */
  | {
      readonly kind: 'batch';
      readonly path: readonly string[];
      readonly item: OutputShape;
      readonly typeName: string;
    }
  /** JSON as it is; null in the data is a 404. */
  | {
      readonly kind: 'value';
      readonly path: readonly string[];
      readonly shape: OutputShape;
      readonly typeName: string;
    }
  /** The payload itself. */
  | {
      readonly kind: 'payload';
      readonly path: readonly string[];
      readonly shape: OutputShape;
      typeName: string;
    };

/** Shape of a selection as JSON. The documentation is computed from the same shape that writes it. */
export type OutputShape =
  | { readonly kind: 'leaf'; readonly type: GraphQLScalarType | GraphQLEnumType }
  | {
      readonly kind: 'object';
      readonly typeName: string;
      readonly keys: readonly OutputKey[];
      /** True: a key without a value is left out. */
      readonly omitsNulls: boolean;
      /** JSON key that stands for the object when all others are null. */
      readonly shorthand: string | null;
    }
  /** A reference of which one key is selected, or a connection of which only the nodes are: that key stands for it. */
  | { readonly kind: 'reference'; readonly typeName: string; readonly key: OutputKey }
  | { readonly kind: 'list'; readonly of: OutputShape; readonly hasNulls: boolean }
  /** A list as an object by the values of a field. */
  | {
      readonly kind: 'keyed';
      readonly typeName: string;
      readonly by: OutputKey;
      /** Shape below a key: of one entry, or with `isMany` of each. */
      readonly value: OutputShape;
      /** Null when the whole entry stands there; else the one field that does. */
      readonly valueKey: OutputKey | null;
      readonly isMany: boolean;
    };

export interface OutputKey {
  /** Key in JSON. */
  readonly key: string;
  /** Key in the data of the result. */
  readonly responseKey: string;
  /** Key in the data of the field with the object that has it, where that object is written inline; else null. */
  readonly within: string | null;
  readonly shape: OutputShape;
  readonly isNullable: boolean;
  /** False for keys that are only there when requested, or where they are not null. */
  readonly isAlways: boolean;
  /** True if null leaves the key out. */
  readonly omitsNull: boolean;
  readonly description: string;
  /** Schema of a value of type JSON; null if there is none. */
  readonly jsonSchema: JsonObject | null;
}

/** Shape of an input as JSON. Types may contain themselves: object shapes are shared, so compare by identity. */
export type InputShape =
  | { readonly kind: 'scalar'; readonly type: GraphQLScalarType }
  | {
      readonly kind: 'enum';
      readonly type: GraphQLEnumType;
      readonly words: ReadonlyMap<string, string>;
      /** Other words that are read as one of them; they are not listed. */
      readonly synonyms?: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'list'; readonly of: InputShape }
  | InputObjectShape
  /** A key to sort by: `"-updated_at"`, or the object that says the same. */
  | { readonly kind: 'sort'; readonly entry: InputObjectShape }
  /** A list as an object by the values of a field. */
  | {
      readonly kind: 'keyed';
      readonly entry: InputObjectShape;
      readonly list: KeyedList;
    };

export interface InputObjectShape {
  readonly kind: 'object';
  readonly typeName: string;
  /** Null for an object that the generator made of arguments. */
  readonly type: GraphQLInputObjectType | null;
  readonly description: string;
  /** Keys of the input by their JSON key. */
  readonly keys: ReadonlyMap<string, InputKey>;
  /** Field that a bare scalar stands for: `eq`, or the declared shorthand. */
  readonly scalarField: string | null;
  /** Field that an array stands for: `in`, `any` or `set`. */
  readonly listField: string | null;
  /** True if it is a condition of a filter, where null is never an operand. */
  readonly isCondition: boolean;
}

export interface InputKey {
  /** Key in JSON. */
  readonly key: string;
  /** Name in the graph. */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly defaultValue: unknown;
  readonly shape: InputShape;
}
