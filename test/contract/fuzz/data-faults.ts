import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { JsonValue } from '../../../src/kernel/json.ts';

type Data = Readonly<Record<string, JsonValue>>;

/** Where the data of an answer is not what the schema promises for the document, which has to name the types of objects. */
export function dataFaults(schema: GraphQLSchema, query: string, data: Data): string[] {
  const [operation] = parse(query).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  const root = schema.getRootType(operation.operation);
  const faults: string[] = [];
  const fault = (location: string, message: string) => void faults.push(`${location}: ${message}`);

  const check = (
    type: GraphQLOutputType,
    value: JsonValue | undefined,
    nodes: SelectionSetNode | undefined,
    location: string,
  ): void => {
    if (value === undefined) fault(location, 'missing');
    else if (isNonNullType(type)) {
      if (value === null) fault(location, 'null');
      else check(type.ofType, value, nodes, location);
    } else if (value === null) return;
    else if (isListType(type)) {
      if (!Array.isArray(value)) fault(location, 'no list');
      else for (const one of value as readonly JsonValue[]) check(type.ofType, one, nodes, location);
    } else if (isLeafType(type)) checkLeaf(type, value, location);
    else if (nodes !== undefined) checkObject(type as GraphQLCompositeType, value as Data, nodes, location);
  };
  const checkLeaf = (type: GraphQLOutputType, value: JsonValue, location: string): void => {
    if (isEnumType(type) && type.getValue(String(value)) === undefined)
      fault(location, `no ${type.name}: ${value}`);
    const kind = { Boolean: 'boolean', Int: 'number', Float: 'number', String: 'string', ID: 'string' }[
      String(type)
    ];
    if (kind !== undefined && typeof value !== kind)
      fault(location, `no ${String(type)}: ${JSON.stringify(value)}`);
  };
  const checkObject = (
    type: GraphQLCompositeType,
    value: Data,
    { selections }: SelectionSetNode,
    location: string,
  ): void => {
    const own = isObjectType(type) ? type : schema.getType(String(value.__typename));
    if (
      !isObjectType(own) ||
      ((isInterfaceType(type) || isUnionType(type)) && !schema.isSubType(type, own))
    ) {
      fault(location, `${String(value.__typename)} is no ${type.name}`);
      return;
    }
    for (const node of selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) {
        const on = node.typeCondition?.name.value;
        if (on === undefined || on === own.name) checkObject(own, value, node.selectionSet, location);
      } else if (node.kind === Kind.FIELD && node.name.value !== '__typename') {
        const field = own.getFields()[node.name.value];
        const key = node.alias?.value ?? node.name.value;
        if (field !== undefined)
          check(field.type, value[key], node.selectionSet, `${own.name}.${field.name}`);
      }
    }
  };
  if (root != null) checkObject(root, data, operation.selectionSet, root.name);
  return faults;
}
