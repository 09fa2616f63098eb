// Risk: a field goes out undescribed, unguarded or with a route that another one has; nobody may rename it afterwards.
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { readScopeOf } from '../../src/graphql/read-scope.ts';

const schema = guardedSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);
const roots = [
  { kind: 'query', fields: schema.getQueryType()?.getFields() ?? {} },
  { kind: 'mutation', fields: schema.getMutationType()?.getFields() ?? {} },
  { kind: 'subscription', fields: schema.getSubscriptionType()?.getFields() ?? {} },
].flatMap(({ kind, fields }) => Object.values(fields).map((field) => ({ kind, field })));

interface Described {
  /** `Type`, `Type.field`, `Type.field(argument)` or `Type.VALUE`. */
  readonly location: string;
  readonly name: string;
  readonly kind: 'type' | 'field' | 'argument' | 'value';
  readonly description: string | null | undefined;
}

/** Everything of a type that clients see by name. */
function partsOf(type: GraphQLNamedType): Described[] {
  const parts: Described[] = [
    { location: type.name, name: type.name, kind: 'type', description: type.description },
  ];
  if (isEnumType(type)) {
    for (const { name, description } of type.getValues())
      parts.push({ location: `${type.name}.${name}`, name, kind: 'value', description });
  }
  if (isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      const { name, description } = field;
      parts.push({ location: `${type.name}.${name}`, name, kind: 'field', description });
      const parameters: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
      for (const parameter of parameters)
        parts.push({
          location: `${type.name}.${name}(${parameter.name})`,
          name: parameter.name,
          kind: 'argument',
          description: parameter.description,
        });
    }
  }
  return parts;
}

const parts = types.flatMap(partsOf);
test('describes every type, field, argument, input field and enum value', () => {
  expect(parts.filter(({ description }) => !description?.trim()).map(({ location }) => location)).toEqual([]);
});

test('ends every description like a sentence', () => {
  const unfinished = parts.filter(({ description }) => !/[.!?…)`:]$/.test(description?.trim() ?? ''));
  expect(unfinished.map(({ location }) => location)).toEqual([]);
});

test('names types in PascalCase, fields and arguments in camelCase and enum values in capitals', () => {
  const forms = {
    type: /^[A-Z][A-Za-z0-9]*$/,
    field: /^[a-z][A-Za-z0-9]*$/,
    argument: /^[a-z][A-Za-z0-9]*$/,
    value: /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/,
  };
  expect(parts.filter(({ kind, name }) => !forms[kind].test(name)).map(({ location }) => location)).toEqual(
    [],
  );
});

test('shows the page size of every list as the default of `first`, which may be left out or null', () => {
  const pages = types
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
  const shown = pages.map(({ type, field }) => {
    const first = field.args.find(({ name }) => name === 'first');
    return `${type.name}.${field.name}: ${first?.type} = ${first?.defaultValue}`;
  });
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((one) => !one.endsWith(': Int = 25'))).toEqual([]);
});

test('derives every root field from an operation of its kind', () => {
  const wrong = roots.filter(({ kind, field: { name, extensions } }) => {
    const { operation } = extensions;
    if (operation === undefined) return true;
    // Lists and single objects are read by operations named for the verb: `locale` by `getLocale`.
    if (kind === 'mutation' && operation.name !== name) return true;
    return (kind === 'mutation') === (operation.effect === 'read');
  });
  expect(wrong.map(({ field }) => field.name)).toEqual([]);
});

test('guards every object with an id of its own by a read scope, also when it is reached through others', () => {
  const node = schema.getType('Node');
  const unguarded = types.filter(isObjectType).filter((type) => {
    if (type.getInterfaces().every((face) => face !== node)) return false;
    return readScopeOf(type) === null;
  });
  expect(unguarded.map(({ name }) => name)).toEqual([]);
});
