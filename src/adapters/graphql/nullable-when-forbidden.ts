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
import { fieldScopeOf, scopeImplies, skipsTypeScope } from '../manifest/selection-scopes.ts';

type Field = GraphQLField<unknown, unknown>;
/** The scopes that the way to an object needs. */
type ScopeSet = readonly ScopeExpression[];
const NONE: ScopeSet = [];

/**
 * Makes every field nullable that may be rejected for a caller who reaches it, so that a missing scope takes away that
 * field and nothing around it:
 * - fields of queries and mutations that need a scope;
 * - fields with a scope of their own;
 * - of objects that others refer to by code and label, all fields but those that the referring scope reads, too;
 * - fields that lead to an object of any other type whose scope the way there does not need. Such an object is
 *   rejected as a whole.
 *
 * A field that was made nullable has the extension `isNullOnlyBesideError`.
 *
 * @returns the same schema, changed
 */
export function nullableWhenForbidden(schema: GraphQLSchema): GraphQLSchema {
  const stepsOf = stepsThrough(schema);
  const reached = new Map<GraphQLObjectType, ScopeSet[]>();
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((root) => root != null);
  const ways = roots.map((type) => ({ type, held: NONE }));
  // Ways that need few scopes come first: one that holds more lacks nothing that they do not lack, and is left out.
  for (const { type, held } of ways) {
    const earlier = reached.get(type) ?? [];
    if (earlier.some((set) => missingScopes(held, set).length === 0)) continue;
    reached.set(type, [...earlier, held]);
    for (const { field, scopes, isNullAlone, targets } of stepsOf(type)) {
      const lacking = missingScopes(held, scopes);
      if (lacking.length > 0 && isNullAlone) makeNullable(field);
      const next = [...held, ...lacking];
      for (const target of targets) {
        const lackingThere = missingScopes(next, target.scopes);
        if (lackingThere.length > 0) makeNullable(field);
        ways.push({ type: target.type, held: [...next, ...lackingThere] });
      }
    }
  }
  return schema;
}

/** A field on the way from one object to others. */
interface Step {
  readonly field: Field;
  readonly scopes: ScopeSet;
  /** True if a rejection of the field leaves the others of its object. */
  readonly isNullAlone: boolean;
  /** The objects it leads to, each with the scopes by which it is rejected as a whole. */
  readonly targets: readonly { readonly type: GraphQLObjectType; readonly scopes: ScopeSet }[];
}

/** Returns a function that lists the steps from a type. It reads each type once; the ways to a type are many. */
function stepsThrough(schema: GraphQLSchema): (type: GraphQLObjectType) => readonly Step[] {
  const stepsByType = new Map<GraphQLObjectType, Step[]>();
  const targetOf = (type: GraphQLObjectType) => {
    const scope = isAnsweredInPart(type, schema) ? null : readScopeOf(type);
    return { type, scopes: scope === null ? NONE : [scope] };
  };
  return (type) => {
    const steps =
      stepsByType.get(type) ??
      Object.values(type.getFields()).map((field) => ({
        field,
        scopes: scopesOf(type, field),
        isNullAlone: isAnsweredInPart(type, schema) || fieldScopeOf(field) !== null,
        targets: objectsOf(schema, field).map(targetOf),
      }));
    stepsByType.set(type, steps);
    return steps;
  };
}

/**
 * Makes the fields nullable that `nullableWhenForbidden` has made nullable in another schema with the same fields.
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

function scopesOf(type: GraphQLObjectType, field: Field): ScopeExpression[] {
  const scopes = [skipsTypeScope(field) ? null : readScopeOf(type), fieldScopeOf(field)];
  return scopes.filter((scope) => scope !== null && scope !== 'authenticated');
}

const missingScopes = (grantedScopes: ScopeSet, needed: ScopeSet): ScopeSet =>
  needed.length === 0 ? NONE : needed.filter((scope) => !scopeImplies({ allOf: grantedScopes }, scope));

/**
 * Returns true if a rejected field does not affect the other fields of its object: this holds for root fields and for
 * fields of types that are referred to by label.
 */
function isAnsweredInPart(type: GraphQLObjectType, schema: GraphQLSchema): boolean {
  if (type === schema.getQueryType() || type === schema.getMutationType()) return true;
  const { label } = type.getFields();
  return label !== undefined && readScopeOf(type) !== null && skipsTypeScope(label);
}

function objectsOf(schema: GraphQLSchema, { type }: Field): readonly GraphQLObjectType[] {
  const namedType = getNamedType(type);
  if (isAbstractType(namedType)) return schema.getPossibleTypes(namedType);
  return isObjectType(namedType) ? [namedType] : [];
}

function makeNullable(field: Field): void {
  if (!isNonNullType(field.type)) return;
  field.type = getNullableType(field.type) as GraphQLOutputType;
  field.extensions = { ...field.extensions, isNullOnlyBesideError: true };
}
