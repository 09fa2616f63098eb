import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql';
import type { OutputKey, OutputShape } from '../exposed-operation.ts';
import { snakeCase } from '../names.ts';

/**
 * Returns the shape of the data of a selection as JSON. @throws Error naming the parts that JSON could not distinguish
 */
export function outputShape(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  selections: readonly SelectionNode[],
): OutputShape {
  const inner = getNullableType(type);
  if (isListType(inner)) return listShape(schema, inner.ofType, selections);
  if (isLeafType(inner)) return { kind: 'leaf', type: inner };
  if (!isCompositeType(inner)) throw new Error(`${String(type)} cannot be answered.`);
  const keys = outputKeys(schema, inner, selections);
  const [only] = keys;
  const { shorthand = null, omitsNulls = false } = extensionsOf(inner);
  if (only !== undefined && keys.length === 1 && (only.shape.kind === 'leaf' || isNodes(inner, selections)))
    return { kind: 'reference', typeName: inner.name, key: only };
  const hasShorthand = keys.some(({ key }) => key === shorthand);
  return {
    kind: 'object',
    typeName: inner.name,
    keys: omitsNulls ? keys.map((key) => ({ ...key, isAlways: key.isAlways && !key.isNullable })) : keys,
    omitsNulls,
    shorthand: hasShorthand ? shorthand : null,
  };
}

/**
 * Returns true if nothing but the nodes of a connection is selected, under their own name: JSON then has the list in
 * its place.
 */
function isNodes(type: GraphQLCompositeType, selections: readonly SelectionNode[]): boolean {
  const [only] = selections;
  const isConnection = isObjectType(type) && 'pageInfo' in type.getFields();
  return isConnection && only?.kind === Kind.FIELD && only.name.value === 'nodes' && only.alias === undefined;
}

function listShape(
  schema: GraphQLSchema,
  itemType: GraphQLOutputType,
  selections: readonly SelectionNode[],
): OutputShape {
  const item = getNullableType(itemType);
  const list = isCompositeType(item) ? extensionsOf(item).keyedList : undefined;
  if (!isCompositeType(item) || list === undefined) {
    const hasNulls = !isNonNullType(itemType);
    return { kind: 'list', of: outputShape(schema, itemType, selections), hasNulls };
  }
  const keys = outputKeys(schema, item, selections);
  const by = keys.find(({ key }) => key === snakeCase(list.by));
  if (by === undefined || (by.shape.kind !== 'leaf' && by.shape.kind !== 'reference'))
    throw new Error(`its list of ${item.name} is an object by '${list.by}', so it has to select that`);
  const others = keys.filter((key) => key !== by);
  const [only] = others;
  const valueKey = others.length === 1 && only?.key === snakeCase(list.value ?? '') ? only : null;
  if (only === undefined) throw new Error(`it selects nothing of ${item.name} but '${list.by}'`);
  const whole: OutputShape = {
    kind: 'object',
    typeName: item.name,
    keys: others,
    omitsNulls: false,
    shorthand: null,
  };
  const value = valueKey?.shape ?? whole;
  return {
    kind: 'keyed',
    typeName: item.name,
    by,
    value,
    valueKey,
    isMany: list.many === true,
  };
}

/** Returns the keys of an object as JSON has them, in the order of the selection. */
export function outputKeys(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  selections: readonly SelectionNode[],
): OutputKey[] {
  const keysByName = new Map<string, OutputKey>();
  const visit = (parent: GraphQLCompositeType, nodes: readonly SelectionNode[], isAlways: boolean): void => {
    for (const node of nodes) {
      const isUnconditional = isAlways && (node.directives ?? []).length === 0;
      if (node.kind === Kind.FRAGMENT_SPREAD) throw new Error('it spreads a fragment by name; write it out');
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent;
        if (!isCompositeType(on)) continue;
        const fits = on === parent || (isObjectType(parent) && !isObjectType(on));
        visit(on, node.selectionSet.selections, isUnconditional && fits);
        continue;
      }
      if (node.name.value === '__typename') continue;
      for (const fieldKey of keysOfField(schema, parent, node, isUnconditional)) {
        const other = keysByName.get(fieldKey.key);
        if (other !== undefined && other.responseKey !== fieldKey.responseKey)
          throw new Error(
            `both '${other.responseKey}' and '${fieldKey.responseKey}' would be '${fieldKey.key}'`,
          );
        if (other === undefined) keysByName.set(fieldKey.key, fieldKey);
      }
    }
  };
  visit(type, selections, true);
  return [...keysByName.values()];
}

/** Returns the key of a selected field, or the keys of an object that is written inline. */
function keysOfField(
  schema: GraphQLSchema,
  parent: GraphQLCompositeType,
  node: FieldNode,
  isAlways: boolean,
): OutputKey[] {
  const field =
    isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
  if (field === undefined) throw new Error(`${parent.name} has no field '${node.name.value}'`);
  const responseKey = node.alias?.value ?? node.name.value;
  const shape = outputShape(schema, field.type, node.selectionSet?.selections ?? []);
  if (field.extensions.isInline === true && shape.kind === 'object')
    return shape.keys.map((key) => ({
      ...key,
      within: responseKey,
      isAlways: key.isAlways && isAlways,
    }));
  const omitsNull = field.extensions.omitsNull === true;
  const key: OutputKey = {
    key: snakeCase(responseKey),
    responseKey,
    within: null,
    shape,
    // Prepared documents run only for callers who may read all of them.
    isNullable: !isNonNullType(field.type) && field.extensions.isNullOnlyBesideError !== true && !omitsNull,
    isAlways: isAlways && !omitsNull,
    omitsNull,
    description: field.description ?? '',
    jsonSchema: field.extensions.jsonSchema ?? null,
  };
  return [key];
}

function extensionsOf(type: GraphQLCompositeType) {
  return isObjectType(type) || isInterfaceType(type) ? type.extensions : {};
}

/**
 * Returns everything that a type answers by itself: its fields without arguments. Of an object in it that has a code of
 * its own that code, of one with a view without variables that view, of all others everything again.
 */
export function defaultSelection(type: GraphQLCompositeType, but: ReadonlySet<string> = new Set()): string {
  if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    if (field.args.length > 0 || but.has(field.name)) return [];
    const namedType = getNamedType(field.type);
    if (isLeafType(namedType) || isEnumType(namedType)) return [field.name];
    if (!isCompositeType(namedType)) return [];
    return [`${field.name} ${partOf(namedType)}`];
  });
  return `{ ${parts.join(' ')} }`;
}

function partOf(type: GraphQLCompositeType): string {
  const { view } = extensionsOf(type);
  if (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') && type.getFields().code)
    return '{ code }';
  return view === undefined || view.includes('$') ? defaultSelection(type) : view;
}
