import type { JsonObject } from '../kernel/json.ts';
import type { Effect } from '../kernel/operation.ts';
import type { RequestErrorCode } from '../kernel/problems/problem-definitions.ts';
import type { ScopeExpression } from '../kernel/scopes.ts';

/** Declares how the REST API offers a field. A field may have several routes. */
export interface RestExposure {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * Below `/api/v1`, parameters in braces. Each is named like an argument of the field, or like a key of its `input`
   * or of each of its `items`: `/channels/{code}`, `/option-sets/{optionSet}/options`.
   */
  readonly path: string;
  /** For a POST that makes something of another collection: the path of the new object, `{id}` being its id. */
  readonly location?: string;
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Selection that is sent, instead of the view of the returned type. */
  readonly view?: string;
  /** `operationId` in OpenAPI; the operation's name by default, `search…` for a list requested by POST. */
  readonly name?: string;
  /** For a field that is not a root field: the query that finds its object by the path parameters. */
  readonly parent?: string;
  /** Arguments that the route does not take. */
  readonly leavesOut?: readonly string[];
  /** For a PATCH: the batch write that `?upsert=true` sends one item to. */
  readonly upsert?: {
    readonly field: string;
    /** Keys of the item by path parameter, where their names differ. */
    readonly keys?: Readonly<Record<string, string>>;
  };
}

/** Declares how MCP offers a field as a tool. */
export interface McpExposure {
  /** Name in snake_case: verb and noun. */
  readonly tool: string;
  /** Description of the tool, where an agent needs other advice than the readers of the schema. */
  readonly description?: string;
  /** Selection that is sent, instead of the view of the returned type. Its variables are arguments of the tool. */
  readonly view?: string;
  /** Parts that are added to the view when the argument `include` names them: selections without braces. */
  readonly expansions?: Readonly<Record<string, string>>;
  /** The field exists for agents alone and has no route of REST. Its description begins with "For agents." */
  readonly agentsOnly?: true;
  /** For writes that touch many objects: the tool is a dry run unless it is called with `dry_run: false`. */
  readonly dryRunByDefault?: true;
  /** Maximum number of items that the tool takes at once, where it takes fewer than the field. */
  readonly maximumItems?: number;
  /** Selection of the facets of a list that is sent instead of the one the field declares. */
  readonly facets?: FacetSelections;
  /** Arguments, and fields of the argument `input`, that the tool does not take. */
  readonly leavesOut?: readonly string[];
  /** Arguments whose form another tool has: objects are listed with their description alone, lists as text. */
  readonly described?: readonly string[];
}

/** Selections of the facets of a list that REST and MCP send. */
export interface FacetSelections {
  /** Selection under `facets`. */
  readonly values: string;
  /** Selection under `facet_details`. */
  readonly details: string;
}

/** Metadata of the declared operation behind a field; filled in by the field helpers, never by hand. */
export interface OperationMetadata {
  readonly name: string;
  readonly scope: ScopeExpression;
  readonly effect: Effect;
  readonly retry: 'safe' | 'with-key' | 'unsafe';
}

/** Days on which a deprecation was announced and on which it ends, `YYYY-MM-DD` (RFC 9745, RFC 8594). */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

/** The typed `extensions` of a field. Exposure is opt-in: a field without `rest` has no route. */
export interface FieldExtensions {
  readonly operation?: OperationMetadata;
  readonly rest?: RestExposure | readonly RestExposure[];
  readonly mcp?: McpExposure;
  /** Deprecation that is announced beside `deprecationReason`, for exposed fields. */
  readonly deprecation?: Deprecation;
  /** Faults that only this field can return, beside those of every request. */
  readonly faults?: readonly RequestErrorCode[];
  /** For a field with an object that is never null: in JSON its keys stand beside those of the object that has it. */
  readonly isInline?: true;
  /** True leaves the key out of the JSON where the field is null. */
  readonly omitsNull?: true;
  /** For a connection: sent by the routes of lists that take `changedSince`. */
  readonly ofChanges?: true;
  /** Selections for the facets of a list. */
  readonly facets?: FacetSelections;
  /** JSON Schema of a field of type JSON. */
  readonly jsonSchema?: JsonObject;
  /**
   * True when the field is null only beside an error; set as the schema is built where that is a missing scope of the
   * caller.
   */
  readonly isNullOnlyBesideError?: boolean;
}

/** A list that is an object in JSON, by the values of one of its fields, which are never case-converted. */
export interface KeyedList {
  /** The field whose values are the keys. */
  readonly by: string;
  /** The field that stands for the rest of an entry: `{ "en_US": "Colour" }` instead of an object per key. */
  readonly value?: string;
  /** True if a key may have several entries, listed below it. */
  readonly many?: true;
  /** For an input: the field beside it that lists the keys given as null. Without it null goes to `value`. */
  readonly clears?: string;
  /** For a list with several entries per key: fields that an entry may have in place of `value`. */
  readonly insteadOfValue?: readonly string[];
}

/** The typed `extensions` of an object, interface or input type: they describe it as JSON. */
export interface TypeExtensions {
  /**
   * Selection of an object that REST and MCP send by default, e.g. `{ id code labels { locale text } }`. Variables in
   * it become parameters; they may be declared in front: `($form: DataForm! = CELLS) { … }`.
   */
  readonly view?: string;
  /**
   * Fields of the view that lists send only where the parameter `fields` names them: each takes a look-up per object.
   */
  readonly onlyNamedInLists?: readonly string[];
  /** Further parts of the view that are sent when `expand` names them: selections without braces. */
  readonly expansions?: Readonly<Record<string, string>>;
  readonly keyedList?: KeyedList;
  /** The field that alone stands for the object when no other is set: `"SKU-1"` for `{ "ref": "SKU-1" }`. */
  readonly shorthand?: string;
  /** True leaves fields that are null out of the JSON. */
  readonly omitsNulls?: true;
  /** For a payload: the field that is returned in its place; its other leaves are added to that object. */
  readonly answers?: string;
  /**
   * For an object with an id: the scope that reading it by its id needs, where that is not the read scope of the
   * type.
   */
  readonly nodeScope?: ScopeExpression;
  /** For a payload: true for the counters and results of a batch write. */
  readonly isBatch?: true;
}

/** The typed `extensions` of an enum. */
export interface EnumExtensions {
  /** Other spellings that JSON may have for a value, by the name of the value. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
}

/** The typed `extensions` of an argument. */
export interface ArgumentExtensions {
  /**
   * Kind of object that its codes refer to, where its name does not imply it: `attribute`, `channel` and `locale`
   * (one that is enabled) do, and their plurals. `label-locale` is any locale, enabled or not, as names can be in
   * each.
   */
  readonly names?:
    | 'association-type'
    | 'attribute-group'
    | 'attribute-set'
    | 'category'
    | 'channel'
    | 'currency'
    | 'entity-type'
    | 'label-locale'
    | 'option-set';
}

declare module 'graphql' {
  interface GraphQLArgumentExtensions extends ArgumentExtensions {}
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> extends FieldExtensions {}
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> extends TypeExtensions {}
  interface GraphQLInterfaceTypeExtensions extends TypeExtensions {}
  interface GraphQLInputObjectTypeExtensions extends TypeExtensions {}
}
