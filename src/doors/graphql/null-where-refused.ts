import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { readScopeOf } from '../../graphql/read-scope.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { fieldScopeOf, implies, skipsTypeScope } from '../manifest/selection-scopes.ts';

type Field = GraphQLField<unknown, unknown>;
/** The scopes that the way to an object needs; the same set is the same array, so that it is a key of maps. */
type ScopeSet = readonly ScopeExpression[];
const NONE: ScopeSet = [];

/**
 * Makes every field nullable that may be refused to a caller who reaches it, so that a missing scope takes away that
 * field and nothing around it:
 * - fields of queries and mutations that need a scope;
 * - fields with a scope of their own;
 * - of objects that others refer to by code and label, all fields but those that the referring scope reads, too;
 * - fields that lead to an object of any other type whose scope the way there does not need. Such an object is refused
 *   as a whole.
 *
 * A field that was made nullable has the extension `isNullOnlyBesideError`.
 *
 * @returns the same schema, changed
 */
export function nullWhereRefused(schema: GraphQLSchema): GraphQLSchema {
  const extended = scopeSets();
  const fieldsOf = guardedFields(schema);
  const visited = new Map<ScopeSet, Set<GraphQLObjectType>>();
  const visit = (type: GraphQLObjectType, held: ScopeSet): void => {
    const types = visited.get(held) ?? new Set();
    if (types.has(type)) return;
    visited.set(held, types.add(type));
    for (const { field, scopes, isOwnRefusal, targets } of fieldsOf(type)) {
      const lacking = beyond(held, scopes);
      if (lacking.length > 0 && isOwnRefusal) makeNullable(field);
      const next = extended(held, lacking);
      for (const { target, scope } of targets) {
        const lackingThere = scope === null ? [] : beyond(next, [scope]);
        if (lackingThere.length > 0) makeNullable(field);
        visit(target, extended(next, lackingThere));
      }
    }
  };
  for (const root of [schema.getQueryType(), schema.getMutationType()]) if (root != null) visit(root, NONE);
  return schema;
}

/** What the scopes of a field come to, whichever way leads to its object. */
interface GuardedField {
  readonly field: Field;
  readonly scopes: readonly ScopeExpression[];
  /** Whether refusing it takes away nothing but this field. */
  readonly isOwnRefusal: boolean;
  /** The objects that it leads to, with the scope that refuses each as a whole. */
  readonly targets: readonly { readonly target: GraphQLObjectType; readonly scope: ScopeExpression | null }[];
}

/** Reads the fields of each type once: a type is reached with many sets of scopes. */
function guardedFields(schema: GraphQLSchema): (type: GraphQLObjectType) => readonly GuardedField[] {
  const read = new Map<GraphQLObjectType, readonly GuardedField[]>();
  return (type) => {
    const present = read.get(type);
    if (present !== undefined) return present;
    const isInPart = isAnsweredInPart(type, schema);
    const fields = Object.values(type.getFields()).map((field) => ({
      field,
      scopes: scopesOf(type, field),
      isOwnRefusal: isInPart || fieldScopeOf(field) !== null,
      targets: objectsOf(schema, field).map((target) => ({
        target,
        scope: isAnsweredInPart(target, schema) ? null : readScopeOf(target),
      })),
    }));
    read.set(type, fields);
    return fields;
  };
}

/**
 * Makes the fields nullable that `nullWhereRefused` has made nullable in another schema with the same fields.
 *
 * @returns the second schema, changed
 */
export function nullableAs(model: GraphQLSchema, schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    const same = model.getType(type.name);
    if (!isObjectType(type) || !isObjectType(same)) continue;
    const fields = same.getFields();
    for (const field of Object.values(type.getFields()))
      if (fields[field.name]?.extensions.isNullOnlyBesideError === true) makeNullable(field);
  }
  return schema;
}

/** Adds scopes to a set: the graph has thousands of ways to its objects, and few sets. */
function scopeSets(): (held: ScopeSet, lacking: readonly ScopeExpression[]) => ScopeSet {
  const known = new Map<string, ScopeSet>();
  return (held, lacking) => {
    if (lacking.length === 0) return held;
    const set = [...held, ...lacking];
    const key = set
      .map((scope) => JSON.stringify(scope))
      .sort()
      .join();
    if (!known.has(key)) known.set(key, set);
    return known.get(key) ?? set;
  };
}

function scopesOf(type: GraphQLObjectType, field: Field): ScopeExpression[] {
  const scopes = [skipsTypeScope(field) ? null : readScopeOf(type), fieldScopeOf(field)];
  return scopes.filter((scope) => scope !== null && scope !== 'authenticated');
}

const beyond = (held: ScopeSet, needed: readonly ScopeExpression[]) =>
  needed.length === 0 ? needed : needed.filter((scope) => !implies({ allOf: held }, scope));

/** Whether a refused field leaves the others of its object: those of the roots, and of what is referred to by label. */
function isAnsweredInPart(type: GraphQLObjectType, schema: GraphQLSchema): boolean {
  if (type === schema.getQueryType() || type === schema.getMutationType()) return true;
  const { label } = type.getFields();
  return label !== undefined && readScopeOf(type) !== null && skipsTypeScope(label);
}

function objectsOf(schema: GraphQLSchema, { type }: Field): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (isAbstractType(named)) return schema.getPossibleTypes(named);
  return isObjectType(named) ? [named] : [];
}

function makeNullable(field: Field): void {
  if (!isNonNullType(field.type)) return;
  field.type = getNullableType(field.type) as GraphQLOutputType;
  field.extensions = { ...field.extensions, isNullOnlyBesideError: true };
}
