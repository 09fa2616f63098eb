import { createHash } from 'node:crypto';
import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { canonicalJson, type JsonValue } from '../../src/kernel/json.ts';

/** Fields that are not what somebody entered: identity, times, labels for display, and what depends on products or other sets. */
const LEFT_OUT = new Set(
  `id version createdAt updatedAt label guideline effects usage fill guide productsCount productsCountExact
   attributeSets attributeSetsCount requiredIn sortWarning`.split(/\s+/),
);

const schema = guardedSchema();

/** Returns what can be asked of a type without parameters; objects with a page of their own by their codes. */
function selectionOf(type: GraphQLNamedType | undefined): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).filter(
    ({ name, args, type: of }) =>
      (!LEFT_OUT.has(name) || (type.name === 'AttributeSetMember' && name === 'requiredIn')) &&
      !args.some((argument) => isNonNullType(argument.type) && argument.defaultValue === undefined) &&
      !getNamedType(of).name.endsWith('Connection'),
  );
  return fields.map(({ name, type: of }) => `${name} ${nestedSelection(of)}`).join(' ');
}

function nestedSelection(output: GraphQLOutputType): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  return isNode ? '{ code }' : `{ ${selectionOf(type)} }`;
}

const partsOf = (type: string) => selectionOf(schema.getType(type));

type Query = (document: string) => Promise<Record<string, unknown>>;

/** Returns all that the API says of an attribute set, its attributes, and the sets of their options. */
export async function describeFamily(query: Query, code: string): Promise<JsonValue> {
  const { attributeSet } = (await query(
    `{ attributeSet(code: "${code}") { ${partsOf('AttributeSet')} members: attributes { attribute {
      ${partsOf('Attribute')}
      options: optionSet { ${partsOf('OptionSet')} options(first: 100) { nodes { ${partsOf('Option')} } } } } } } }`,
  )) as { attributeSet: JsonValue };
  return attributeSet;
}

/** Returns the SHA-256 of the canonical JSON of a value, in hexadecimal digits. */
export const digestOf = (value: JsonValue): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Returns where two values differ, with both: `variantLayouts.0.code: "tv", "led_tv"`. */
export function differencesOf(one: unknown, other: unknown, path: readonly string[] = []): string[] {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return one === other ? [] : [`${path.join('.')}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differencesOf(one[name as keyof object], other[name as keyof object], [...path, name]),
  );
}
