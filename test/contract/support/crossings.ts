import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { readScopeOf } from '../../../src/graphql/read-scope.ts';
import { type ScopeExpression, scopesIn } from '../../../src/kernel/scopes.ts';
import { type Specimen, schema } from './authorization-world.ts';
import { keyOfField, WORDS } from './root-fields.ts';

/** A field that leads from one object to another whose type has a read scope of its own. */
export interface Crossing {
  /** `Product.attributeSet → AttributeSet`. */
  readonly name: string;
  readonly target: GraphQLObjectType;
  readonly scope: ScopeExpression;
  /** Documents that lead there without any field or type that needs the scope, shortest first. */
  readonly ways: readonly ((selection: string) => string)[];
}

interface Way {
  readonly type: GraphQLObjectType;
  readonly visited: ReadonlySet<string>;
  /** What the fields and types on the way need. */
  readonly scopes: readonly ScopeExpression[];
  readonly wrap: (selection: string) => string;
}

/** Whether a field is readable with the scope of what refers to its object. */
export function isFreeOfScope(field: GraphQLField<unknown, unknown>): boolean {
  const guard = (field.extensions.pothosOptions ?? {}) as { skipTypeScopes?: boolean; authScopes?: object };
  return guard.skipTypeScopes === true && guard.authScopes === undefined;
}

/** Longest way in fields; the deepest crossing is nearer. */
const LONGEST_WAY = 6;

/** Every crossing of the queries, each with the ways that lead there without its scope. */
export function crossings(specimens: Readonly<Record<string, Specimen>>): Crossing[] {
  const found = new Map<string, Crossing & { ways: ((selection: string) => string)[] }>();
  const queryType = schema.getQueryType();
  if (queryType == null) throw new Error('The schema has no queries.');
  const start: Way = { type: queryType, visited: new Set(), scopes: [], wrap: (inner) => `{ ${inner} }` };
  for (let ways = [start], length = 0; ways.length > 0 && length < LONGEST_WAY; length += 1) {
    const further: Way[] = [];
    for (const way of ways) {
      for (const field of Object.values(way.type.getFields())) {
        if (field.name === 'node' && way.type === queryType) continue;
        for (const target of objectsOf(getNamedType(field.type))) {
          const step = stepTo(way, field, target, specimens);
          note(found, way, field, target, step);
          if (!way.visited.has(target.name)) further.push(step);
        }
      }
    }
    ways = further;
  }
  return [...found.values()];
}

function note(
  found: Map<string, Crossing & { ways: ((selection: string) => string)[] }>,
  way: Way,
  field: GraphQLField<unknown, unknown>,
  target: GraphQLObjectType,
  step: Way,
): void {
  const scope = readScopeOf(target);
  if (scope === null || scopesIn(scope).length === 0) return;
  const needed = new Set([...way.scopes, ...operationScope(field)].flatMap(scopesIn));
  if (scopesIn(scope).some((one) => needed.has(one))) return;
  const name = `${way.type.name}.${field.name} → ${target.name}`;
  const crossing = found.get(name) ?? { name, target, scope, ways: [] };
  found.set(name, crossing);
  if (crossing.ways.length < 5) crossing.ways.push(step.wrap);
}

function stepTo(
  way: Way,
  field: GraphQLField<unknown, unknown>,
  target: GraphQLObjectType,
  specimens: Readonly<Record<string, Specimen>>,
): Way {
  const call = callOf(field, specimens);
  const isOneOfMany = isInterfaceType(getNamedType(field.type));
  const inner = (selection: string) => (isOneOfMany ? `... on ${target.name} { ${selection} }` : selection);
  const scope = readScopeOf(target);
  return {
    type: target,
    visited: new Set([...way.visited, target.name]),
    scopes: [...way.scopes, ...operationScope(field), ...(scope === null ? [] : [scope])],
    wrap: (selection) => way.wrap(`${call} { ${inner(selection)} }`),
  };
}

const operationScope = ({ extensions }: GraphQLField<unknown, unknown>): ScopeExpression[] =>
  extensions.operation === undefined ? [] : [extensions.operation.scope];

function objectsOf(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isObjectType(type)) return [type];
  return isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
}

/** A field with what it requires, and with pages as large as they may be. */
export function callOf(
  field: GraphQLField<unknown, unknown>,
  specimens: Readonly<Record<string, Specimen>>,
): string {
  const filled = field.args.flatMap(({ name, type, defaultValue }) => {
    if (name === 'first') return ['first: 100'];
    if (!isNonNullType(type) || defaultValue !== undefined) return [];
    const value = WORDS[name] ?? keyOfField(field, 'kept', specimens);
    return [`${name}: ${isEnumType(getNamedType(type)) ? value : JSON.stringify(value)}`];
  });
  return filled.length === 0 ? field.name : `${field.name}(${filled.join(', ')})`;
}

/** Asks for one field under a name, with the least below it. */
export function askFor(
  field: GraphQLField<unknown, unknown>,
  alias: string,
  specimens: Readonly<Record<string, Specimen>>,
): string {
  const below = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return `${alias}: ${callOf(field, specimens)}${below}`;
}
