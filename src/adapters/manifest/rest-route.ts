import {
  type GraphQLArgument,
  GraphQLBoolean,
  type GraphQLField,
  type GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { RestExposure } from '../../graphql/extensions.ts';
import type {
  InputObjectShape,
  ParameterPurpose,
  PreparedDocument,
  RestBody,
  RestParameter,
  RestRoute,
  RestUpsert,
} from './exposed-operation.ts';
import { argumentsShape, inputObjectShape, inputShape } from './input/input-shape.ts';
import { throwIssue } from './manifest-issue.ts';
import { inputKey, snakeCase } from './names.ts';
import { prepareDocument } from './prepare-document.ts';
import type { ReturnedType } from './response/returned-type.ts';
import { returnedTypeOf } from './response/returned-type.ts';

const JSON_TYPE = 'application/json';
const MERGE_PATCH = 'application/merge-patch+json';
const NDJSON_TYPE = 'application/x-ndjson';
/** Arguments that headers bring, or that every write understands as a query parameter. */
const HANDLED_ELSEWHERE: ReadonlySet<string> = new Set(['ifVersion', 'idempotencyKey', 'dryRun']);

/** Sources from which a route is built. */
export interface RouteSource {
  readonly schema: GraphQLSchema;
  readonly exposure: RestExposure;
  readonly kind: 'query' | 'mutation';
  /** Fields from the root down to the one that returns the object. */
  readonly fields: readonly GraphQLField<unknown, unknown>[];
  readonly answered: ReturnedType;
  readonly operationId: string;
}

/** Turns one exposure into a route. @throws Contradiction */
export function restRoute(exposed: RouteSource): RestRoute {
  const { schema, exposure, kind, fields, answered, operationId } = exposed;
  const { method, path, leavesOut = [] } = exposure;
  const prepared = prepareDocument(schema, {
    fieldPath: operationId,
    kind,
    fields,
    answered,
    view: exposure.view,
  });
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const fieldArgs = fields.flatMap(({ args }) => args);
  const inPath = new Set(pathNames);
  const free = fieldArgs.filter(
    ({ name }) => !inPath.has(name) && !HANDLED_ELSEWHERE.has(name) && !leavesOut.includes(name),
  );
  const takesBody = method === 'PATCH' || (method === 'POST' && free.length > 0);
  const input = free.find(({ name }) => name === 'input');
  const inBody = takesBody ? (input === undefined ? free : [input]) : [];
  const itemsKey = answered.kind === 'batch' ? listArgument(free) : null;
  // Parameters beside the objects of a batch may be in the query too, because a body of lines has no position for them.
  const inQuery = free.filter(
    (one) => !inBody.includes(one) || (itemsKey === 'items' && one.name !== 'items'),
  );
  const isSearch = method === 'POST' && kind === 'query';
  const bodyKeyOf = (name: string) => bodyObject(inBody)?.getFields()[name]?.name ?? null;
  const pathParameters = pathNames.map((name) => pathParameter(exposed, name, fieldArgs, bodyKeyOf(name)));
  const body = takesBody ? bodyOf(exposed, inBody, pathNames, prepared, itemsKey) : null;
  return {
    operationId,
    method,
    path: path.replace(/\{(\w+)\}/g, (_all, name: string) => `{${snakeCase(name)}}`),
    status: exposure.status ?? 200,
    prepared,
    parameters: [
      ...pathParameters,
      ...inQuery.map((argument) => queryParameter(argument)),
      ...(isSearch || exposure.status === 204 ? [] : projection(exposed, prepared)),
      ...(fieldArgs.some(({ name }) => name === 'dryRun') ? [flag('dry_run', 'dry-run', DRY_RUN)] : []),
      ...(bodyKeyOf('dryRun') === null ? [] : [DRY_RUN_OF_JOB]),
      ...(exposure.upsert === undefined ? [] : [flag('upsert', 'upsert', UPSERT)]),
    ],
    body,
    versionVariable: fieldArgs.some(({ name }) => name === 'ifVersion') ? 'ifVersion' : null,
    hasDryRun: fieldArgs.some(({ name }) => name === 'dryRun'),
    upsert: exposure.upsert === undefined ? null : upsertOf(exposed, exposure.upsert, pathNames),
    location: exposure.location ?? null,
  };
}

/** Returns the list that a batch is about: `items`, or plain `refs`. */
function listArgument(fieldArgs: readonly GraphQLArgument[]): string {
  const lists = fieldArgs.filter(({ type }) => isListType(getNullableType(type)));
  return (lists.find(({ name }) => name === 'items') ?? lists.find(isRequiredArgument))?.name ?? 'items';
}

const DRY_RUN =
  'If true, returns what would happen and stores nothing. Ids in the response begin with `dry_`.';
const UPSERT = 'If true, creates a missing object (201).';

/** Returns the input object that path parameters can fill: `input`, or an item of `items`. */
function bodyObject(inBody: readonly GraphQLArgument[]): GraphQLInputObjectType | null {
  const argument = inBody.find(({ name }) => name === 'input') ?? inBody.find(({ name }) => name === 'items');
  const namedType = argument === undefined ? null : getNamedType(argument.type);
  return isInputObjectType(namedType) ? namedType : null;
}

function pathParameter(
  { operationId, exposure }: RouteSource,
  name: string,
  fieldArgs: readonly GraphQLArgument[],
  bodyKey: string | null,
): RestParameter {
  const argument = fieldArgs.find((one) => one.name === name);
  if (argument === undefined && bodyKey === null) {
    throwIssue(
      `The path ${exposure.path} of ${operationId} has the parameter {${name}}, but the field has no such argument and its input no such key.`,
    );
  }
  return {
    in: 'path',
    name: snakeCase(name),
    description: argument?.description ?? '',
    isRequired: true,
    shape: inputShape(argument?.type ?? GraphQLString),
    defaultValue: undefined,
    purpose:
      argument === undefined
        ? { kind: 'body-key', field: name }
        : { kind: 'variable', variables: [{ name, isFirst: false }] },
  };
}

function queryParameter(argument: GraphQLArgument): RestParameter {
  const { name, type, defaultValue, description } = argument;
  return {
    in: 'query',
    name: inputKey(name),
    description: description ?? '',
    isRequired: type instanceof GraphQLNonNull && defaultValue === undefined,
    shape: inputShape(type),
    defaultValue,
    purpose: { kind: 'variable', variables: [{ name, isFirst: false }] },
  };
}

const flag = (
  name: string,
  kind: 'dry-run' | 'upsert' | 'count' | 'body-flag',
  description: string,
): RestParameter => ({
  in: 'query',
  name,
  description,
  isRequired: false,
  shape: inputShape(GraphQLBoolean),
  defaultValue: false,
  purpose: { kind },
});

const DRY_RUN_OF_JOB: RestParameter = {
  ...flag('dry_run', 'body-flag', 'The same as the key `dry_run` of the body.'),
  defaultValue: undefined,
};

const listOf = (name: string, purpose: ParameterPurpose, description: string): RestParameter => ({
  in: 'query',
  name,
  description,
  isRequired: false,
  shape: inputShape(new GraphQLList(new GraphQLNonNull(GraphQLString))),
  defaultValue: undefined,
  purpose,
});

/** Parameters that say what is sent, not what is found. Searches take the same names as keys of their body. */
function projection({ answered }: RouteSource, prepared: PreparedDocument): RestParameter[] {
  const { variables, optionalKeys, expansions } = prepared;
  const views = variables.filter(({ source }) => source === 'view');
  const hasLocales = views.some(({ name }) => name === 'locales');
  const viewParameters = views.flatMap((variable): RestParameter[] => {
    // The language of names is the first of the languages that are requested.
    if (variable.name === 'locale' && hasLocales) return [];
    const also = variable.name === 'locales' && views.some(({ name }) => name === 'locale');
    const takers = [
      { name: variable.name, isFirst: false },
      ...(also ? [{ name: 'locale', isFirst: true }] : []),
    ];
    return [
      {
        in: 'query',
        name: inputKey(variable.name),
        description: variable.description,
        isRequired: variable.type instanceof GraphQLNonNull && variable.defaultValue === undefined,
        shape: inputShape(variable.type),
        defaultValue: variable.defaultValue,
        purpose: { kind: 'variable', variables: takers },
      },
    ];
  });
  if (optionalKeys.size > 0)
    viewParameters.push(
      listOf('fields', { kind: 'fields' }, 'Returns only these top-level keys, separated by commas.'),
    );
  if (expansions.size > 0) {
    const names = [...expansions.keys()].join(', ');
    viewParameters.push(
      listOf('expand', { kind: 'expand' }, `Further parts, separated by commas: ${names}.`),
    );
  }
  if (answered.kind === 'page')
    viewParameters.push(flag('with_count', 'count', 'True adds `total`, the exact number of all items.'));
  return viewParameters;
}

function bodyOf(
  exposed: RouteSource,
  inBody: readonly GraphQLArgument[],
  pathNames: readonly string[],
  prepared: PreparedDocument,
  itemsKey: string | null,
): RestBody {
  const { kind, operationId, exposure } = exposed;
  const [only] = inBody;
  const isInput = inBody.length === 1 && only?.name === 'input';
  const description = exposed.fields.at(-1)?.description ?? '';
  const shape = isInput
    ? inputObjectShape(getNullableType(only.type) as GraphQLInputObjectType)
    : argumentsShape(`${operationId}Request`, description, inBody);
  const search = kind === 'query' ? projection(exposed, prepared) : [];
  const bodyShape = isInput ? withoutPathKeys(shape, pathNames) : withItems(shape, pathNames);
  return {
    shape: withSearchKeys(bodyShape, search),
    variable: isInput ? 'input' : null,
    isRequired: [...bodyShape.keys.values()].some(({ isRequired }) => isRequired) || isInput,
    mediaTypes: [
      JSON_TYPE,
      ...(exposure.method === 'PATCH' ? [MERGE_PATCH] : []),
      ...(itemsKey === 'items' ? [NDJSON_TYPE] : []),
    ],
    projection: search,
    itemsKey,
  };
}

/** Keys that the path fills are not required in the body too. */
function withoutPathKeys(shape: InputObjectShape, pathNames: readonly string[]): InputObjectShape {
  if (!pathNames.some((name) => [...shape.keys.values()].some((key) => key.name === name))) return shape;
  const keys = [...shape.keys].map(
    ([name, key]) => [name, pathNames.includes(key.name) ? { ...key, isRequired: false } : key] as const,
  );
  return { ...shape, keys: new Map(keys) };
}

/** Returns the same for the items of a batch. */
function withItems(shape: InputObjectShape, pathNames: readonly string[]): InputObjectShape {
  const items = shape.keys.get('items');
  if (items?.shape.kind !== 'list' || items.shape.of.kind !== 'object') return shape;
  const list = { kind: 'list', of: withoutPathKeys(items.shape.of, pathNames) } as const;
  // A route of a batch takes items, also where the field can do without.
  const required = { ...items, shape: list, isRequired: true, isNullable: false };
  return { ...shape, keys: new Map([...shape.keys, ['items', required]]) };
}

/** Parameters of what is sent, as keys beside `filter`. */
function withSearchKeys(shape: InputObjectShape, parameters: readonly RestParameter[]): InputObjectShape {
  if (parameters.length === 0) return shape;
  const added = parameters.map(({ name, description, isRequired, shape: of, defaultValue }) => {
    return [
      name,
      { key: name, name, description, isRequired, isNullable: false, defaultValue, shape: of },
    ] as const;
  });
  return { ...shape, keys: new Map([...shape.keys, ...added]) };
}

function upsertOf(
  { schema, answered, operationId, exposure }: RouteSource,
  { field: name, keys = {} }: NonNullable<RestExposure['upsert']>,
  pathNames: readonly string[],
): RestUpsert {
  const field = schema.getMutationType()?.getFields()[name];
  if (exposure.method !== 'PATCH')
    throwIssue(`${operationId} declares an upsert, which goes with PATCH only.`);
  if (field === undefined) throwIssue(`${operationId} upserts by '${name}', which is no mutation.`);
  const batch = returnedTypeOf(field, name);
  const items = field.args.find((argument) => argument.name === 'items');
  const list = items === undefined ? null : getNullableType(items.type);
  const item = isListType(list) ? getNamedType(list) : null;
  if (batch.kind !== 'batch' || !isInputObjectType(item))
    throwIssue(`${operationId} upserts by '${name}', which is no batch write.`);
  if (answered.kind !== 'written' || !isObjectType(answered.type))
    throwIssue(`${operationId} declares an upsert, but does not answer the object it writes.`);
  const keysByParameter = Object.fromEntries(pathNames.map((one) => [snakeCase(one), keys[one] ?? one]));
  for (const [parameter, key] of Object.entries(keysByParameter)) {
    if (item.getFields()[key] === undefined)
      throwIssue(
        `${operationId} fills '${key}' of ${item.name} by {${parameter}}, but there is no such key.`,
      );
  }
  const fieldPath = `${operationId}Upsert`;
  return {
    prepared: prepareDocument(schema, {
      fieldPath,
      kind: 'mutation',
      fields: [field],
      answered: batch,
      view: exposure.view,
      upsert: { type: answered.type },
    }),
    item: withoutPathKeys(inputObjectShape(item), Object.values(keysByParameter)),
    keys: keysByParameter,
  };
}
