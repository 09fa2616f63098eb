import {
  type GraphQLSchema,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

/** TypeScript types of a scalar: of variables, and of responses. */
const SCALARS: Readonly<Record<string, { readonly input: string; readonly output: string }>> = {
  BigInt: { input: 'string | number', output: 'string' },
  Bound: { input: 'string | number', output: 'string' },
  Moment: { input: 'string | number', output: 'string' },
  Date: { input: 'string', output: 'string' },
  DateTime: { input: 'string', output: 'string' },
  Decimal: { input: 'string | number', output: 'string' },
  Factor: { input: 'string | number', output: 'string' },
  HTML: { input: 'string', output: 'string' },
  JSON: { input: 'unknown', output: 'unknown' },
  RangeValue: { input: 'string | number', output: 'string' },
  URL: { input: 'string', output: 'string' },
};

/**
 * Makes files for clients of the GraphQL schema, by name: the configuration of their caches and code generators.
 *
 * @throws Error for a scalar that has no TypeScript type yet
 */
export function clientFiles(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const possible = types
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]);
  const embedded = types
    .filter(isObjectType)
    .filter((type) => !ROOTS.has(type.name) && type.getInterfaces().every(({ name }) => name !== 'Node'))
    .map(({ name }) => name);
  const scalars = types
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => {
      if (SCALARS[name] === undefined) throw new Error(`Say in ${import.meta.filename} what ${name} is.`);
      return [name, SCALARS[name]];
    });
  return new Map([
    ['possible-types.json', pretty(Object.fromEntries(possible))],
    ['embedded-types.json', pretty(embedded)],
    ['scalars.json', pretty(Object.fromEntries(scalars))],
    ['introspection.json', introspection(schema)],
  ]);
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

const pretty = (json: object) => `${JSON.stringify(json, null, 1)}\n`;

/** Renders one type per line, so that differences can be read; without descriptions, which caches have no use for. */
function introspection(schema: GraphQLSchema): string {
  const { types, ...others } = introspectionFromSchema(schema, { descriptions: false }).__schema;
  const lines = types.map((type) => JSON.stringify(type)).join(',\n');
  return `{"__schema":{${JSON.stringify(others).slice(1, -1)},"types":[\n${lines}\n]}}\n`;
}
