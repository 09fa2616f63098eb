import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { dataFaults } from './data-faults.ts';
import { type Answered, type FuzzedDoor, problemFaults } from './fuzz.ts';
import { createJsonMaker, type JsonMaker, NASTY, type Words } from './made-json.ts';
import type { MadeRequest } from './made-request.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

export interface Making {
  readonly random: SeededRandom;
  readonly json: JsonMaker;
  readonly chaos: number;
}

/** The GraphQL door by `schema/schema.graphql`: documents with variables, most of them valid. */
export function graphqlDoor(words: Words): FuzzedDoor {
  const roots = (['query', 'mutation'] as const).flatMap((kind) => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field }));
  });
  return {
    name: 'graphql',
    make(random) {
      const chaos = random.pick([0, 0.02, 0.02, 0.2]);
      const making = { random, chaos, json: createJsonMaker(random, words, () => ({}), chaos) };
      const { kind, field } = random.pick(roots);
      return makeRequest(making, kind, field);
    },
    validate: faultsOf,
  };
}

function makeRequest(making: Making, kind: string, field: GraphQLField<unknown, unknown>): MadeRequest {
  const { random, json } = making;
  const happens = (chance: number) => random.fraction() < chance;
  const variables: Record<string, JsonValue> = Object.create(null);
  const given = field.args.filter((one) => isNeeded(one) || happens(one.name === 'dryRun' ? 0.6 : 0.25));
  const declared = given.map(({ name, type }) => {
    variables[name] = name === 'first' ? random.integer(0, 120) : inputOf(making, type, name, 0);
    return `$${name}: ${type}`;
  });
  const passed = given.map(({ name }) => `${name}: $${name}`);
  const head = declared.length === 0 ? '' : `(${declared.join(', ')})`;
  const call = passed.length === 0 ? '' : `(${passed.join(', ')})`;
  const document = `${kind} ${head} { ${field.name}${call} ${selection(making, field.type, 0)} }`;
  const query = happens(0.03) ? spoiled(random, document) : document;
  const body: Record<string, JsonValue> = { query, variables: happens(0.01) ? json.anything() : variables };
  if (happens(0.01)) body[random.pick(['operationName', 'extensions', 'nope', 'query'])] = json.anything();
  const text = JSON.stringify(body);
  return {
    name: `${kind} ${field.name}`,
    method: happens(0.005) ? random.pick(['PUT', 'DELETE', 'GET']) : 'POST',
    path: happens(0.005) ? `/graphql?query=${encodeURIComponent(query.toWellFormed())}` : '/graphql',
    headers: {
      'content-type': happens(0.01) ? random.pick(['text/plain', 'application/xml', '']) : 'application/json',
      ...(happens(0.2) ? { accept: 'application/graphql-response+json' } : {}),
      ...(happens(0.05) ? { 'idempotency-key': `g${random.integer(0, 20)}` } : {}),
    },
    body: happens(0.01) ? text.slice(0, random.integer(0, text.length)) : text,
  };
}

const isNeeded = (one: GraphQLArgument | GraphQLInputField) =>
  isNonNullType(one.type) && one.defaultValue === undefined;

export function inputOf(making: Making, type: GraphQLInputType, name: string, depth: number): JsonValue {
  const { random, json, chaos } = making;
  if (random.fraction() < chaos / 4) return json.anything();
  if (!isNonNullType(type) && random.fraction() < 0.08) return null;
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const length = depth > 4 ? 0 : random.integer(0, 2);
    return Array.from({ length }, () => inputOf(making, inner.ofType, name, depth + 1));
  }
  if (isEnumType(inner))
    return random.fraction() < chaos ? json.text(name) : random.pick(inner.getValues()).name;
  if (isInputObjectType(inner)) {
    const made: Record<string, JsonValue> = Object.create(null);
    const fields = Object.values(inner.getFields());
    const chosen = inner.isOneOf
      ? [random.pick(fields)]
      : fields.filter((one) => isNeeded(one) || random.fraction() < (depth > 2 ? 0.1 : 0.35));
    for (const one of chosen) made[one.name] = inputOf(making, one.type, one.name, depth + 1);
    if (random.fraction() < chaos / 4) made[json.text('')] = json.anything();
    return made;
  }
  const scalar = SCALARS[String(inner)];
  return scalar === undefined ? json.make({ type: 'string' }, name) : json.make(scalar, name);
}

const SCALARS: Readonly<
  Record<string, { readonly type?: string; readonly format?: string; readonly pattern?: string }>
> = {
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Decimal: { type: 'string', pattern: '\\d' },
  Factor: { type: 'string', pattern: '\\d' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  BigInt: { type: 'string', pattern: '\\d' },
  JSON: {},
};

/** A selection with everything flat and some of what lies deeper; of a connection few. */
function selection(making: Making, type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const parts = ['__typename'];
  if (isObjectType(named) || isInterfaceType(named))
    parts.push(...fieldsOf(making, Object.values(named.getFields()), depth));
  if (isUnionType(named) || (isInterfaceType(named) && depth < 3)) {
    for (const member of schema.getPossibleTypes(named))
      if (isUnionType(named) || making.random.fraction() < 0.3)
        parts.push(`... on ${member.name} { ${memberFields(making, member, depth).join(' ')} }`);
  }
  return `{ ${parts.join(' ')} }`;
}

const memberFields = (making: Making, member: GraphQLObjectType, depth: number) => [
  '__typename',
  // Members may have fields of one name and several types, so each has a name of its own.
  ...fieldsOf(making, Object.values(member.getFields()), depth + 1).map(
    (one) => `${member.name}_${one.split(/\W/)[0]}: ${one}`,
  ),
];

function fieldsOf(
  making: Making,
  fields: readonly GraphQLField<unknown, unknown>[],
  depth: number,
): string[] {
  const { random } = making;
  return fields.flatMap((field) => {
    if (field.args.some(isNeeded)) return [];
    const isDeep = isCompositeType(getNamedType(field.type));
    if (isDeep ? depth > 3 || random.fraction() > (depth === 0 ? 0.7 : 0.25) : random.fraction() > 0.7)
      return [];
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : '';
    return [`${field.name}${page} ${selection(making, field.type, depth + 1)}`.trim()];
  });
}

/** A document that is none any more. */
function spoiled(random: SeededRandom, document: string): string {
  const at = random.integer(0, document.length);
  return random.pick([
    document.slice(0, at),
    `${document.slice(0, at)}${random.pick(NASTY)}${document.slice(at)}`,
    document.replaceAll('{', '{ nope '),
    `${'{ me '.repeat(random.integer(1, 60))}${'}'.repeat(30)}`,
    `${document} ${document}`,
    document.replace('__typename', 'a: __typename '.repeat(400)),
    document.replace('{', '{ ...F ').concat(' fragment F on Query { ...F }'),
  ]);
}

function faultsOf(request: MadeRequest, { status, headers, text }: Answered): string[] {
  const type = headers.get('content-type') ?? '';
  if (!/json/.test(type)) return [`a ${status} of the type '${type}'`];
  const { data, errors } = JSON.parse(text) as {
    data?: Record<string, JsonValue> | null;
    errors?: readonly { message?: unknown; extensions?: Record<string, unknown> }[];
  };
  const reported = (errors ?? []).flatMap(({ message, extensions = {} }) => [
    ...(typeof message === 'string' && message !== '' ? [] : ['an error without a message']),
    ...problemFaults(extensions),
    ...(extensions.requestId === headers.get('x-request-id') ? [] : ['another request id than its header']),
  ]);
  if (data === undefined && errors === undefined) return ['neither data nor errors'];
  if (status >= 400 && (errors ?? []).length === 0) return [`a ${status} without errors`];
  return data == null
    ? reported
    : [
        ...reported,
        ...dataFaults(schema, (JSON.parse(request.body ?? '{}') as { query: string }).query, data),
      ];
}
