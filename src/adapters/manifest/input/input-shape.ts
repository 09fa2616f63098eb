import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { EnumExtensions } from '../../../graphql/extensions.ts';
import type { InputKey, InputObjectShape, InputShape } from '../exposed-operation.ts';
import { enumJsonValue, inputKey } from '../names.ts';

/** Fields that a bare array stands for, best first. */
const LIST_FIELDS = ['in', 'any', 'set'] as const;

const shapes = new WeakMap<GraphQLInputObjectType, InputObjectShape>();

/** Returns the shape of an input type as JSON; the same object for the same input object type. */
export function inputShape(type: GraphQLInputType): InputShape {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const item = getNamedType(inner);
    const list = isInputObjectType(item) ? item.extensions.keyedList : undefined;
    if (isInputObjectType(item) && list !== undefined)
      return { kind: 'keyed', entry: inputObjectShape(item), list };
    return { kind: 'list', of: inputShape(inner.ofType) };
  }
  if (isInputObjectType(inner)) {
    const entry = inputObjectShape(inner);
    return isSortKey(inner) ? { kind: 'sort', entry } : entry;
  }
  if (isEnumType(inner))
    return { kind: 'enum', type: inner, words: enumJsonValues(inner), synonyms: synonymsOfEnum(inner) };
  if (isScalarType(inner)) return { kind: 'scalar', type: inner };
  throw new Error(`${String(type)} is no input type.`);
}

/** `{ field: SomeEnum, direction: SortDirection }`. */
function isSortKey(type: GraphQLInputObjectType): boolean {
  const { field, direction } = type.getFields();
  return isEnumType(getNamedType(field?.type)) && getNamedType(direction?.type)?.name === 'SortDirection';
}

function enumJsonValues(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(type.getValues().map(({ name }) => [enumJsonValue(name), name]));
}

function synonymsOfEnum(type: GraphQLEnumType): ReadonlyMap<string, string> {
  const { synonyms = {} } = type.extensions as EnumExtensions;
  return new Map(
    Object.entries(synonyms).flatMap(([name, list]) => list.map((word) => [word, name] as const)),
  );
}

export function inputObjectShape(type: GraphQLInputObjectType): InputObjectShape {
  const cachedShape = shapes.get(type);
  if (cachedShape !== undefined) return cachedShape;
  const fields = type.getFields();
  const keys = new Map<string, InputKey>();
  const shape: InputObjectShape = {
    kind: 'object',
    typeName: type.name,
    type,
    description: type.description ?? '',
    keys,
    scalarField: 'eq' in fields ? 'eq' : (type.extensions.shorthand ?? null),
    listField: LIST_FIELDS.find((name) => name in fields) ?? null,
    isCondition: /(Filter|Condition)$/.test(type.name),
  };
  // The shape is stored before its fields are read, because they may lead back to it.
  shapes.set(type, shape);
  for (const [key, made] of keysOf(Object.values(fields))) keys.set(key, made);
  return shape;
}

/** Properties that an argument, an input field and a variable have in common. */
type ArgumentLike = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type'> & {
  readonly defaultValue: unknown;
  readonly description?: string | null | undefined;
};

/** An object whose keys are arguments. */
export function argumentsShape(
  name: string,
  description: string,
  argumentInfos: readonly ArgumentLike[],
  nameOf: (argument: string) => string = inputKey,
): InputObjectShape {
  const details = { scalarField: null, listField: null, isCondition: false } as const;
  return {
    kind: 'object',
    typeName: name,
    type: null,
    description,
    keys: keysOf(argumentInfos, nameOf),
    ...details,
  };
}

/** Returns arguments or input fields by their JSON keys. */
function keysOf(
  argumentInfos: readonly ArgumentLike[],
  nameOf: (name: string) => string = inputKey,
): Map<string, InputKey> {
  return new Map(
    argumentInfos.map((one) => {
      const { name, type, defaultValue, description } = one;
      const key = nameOf(name);
      const keyInfo: InputKey = {
        key,
        name,
        description: description ?? '',
        isRequired: isNonNullType(type) && defaultValue === undefined,
        isNullable: !isNonNullType(type),
        defaultValue,
        shape: inputShape(type),
      };
      return [key, keyInfo];
    }),
  );
}
