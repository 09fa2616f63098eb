import {
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import type { RestExposure } from '../../graphql/extensions.ts';
import { COUNT_LIMIT } from '../../kernel/page.ts';
import { PROBLEMS } from '../../kernel/problems/problem-definitions.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { checkInputReadable } from './check-input-readable.ts';
import { findManifestIssues } from './check-manifest.ts';
import type {
  ExposedOperation,
  InputKey,
  Manifest,
  McpTool,
  PossibleError,
  PreparedDocument,
  RestRoute,
} from './exposed-operation.ts';
import { argumentsShape, inputObjectShape } from './input/input-shape.ts';
import { ManifestError, ManifestIssue, throwIssue } from './manifest-issue.ts';
import { toolKey } from './names.ts';
import { prepareDocument } from './prepare-document.ts';
import { defaultSelection, outputKeys } from './response/output-shape.ts';
import {
  codesOfKind,
  possibleErrorsOf,
  type ReturnedType,
  returnedTypeOf,
} from './response/returned-type.ts';
import { restRoute } from './rest-route.ts';
import { fieldScopeOf, scopeImplies } from './selection-scopes.ts';

type Field = GraphQLField<unknown, unknown>;

/** A field with an exposure, and where it stands. */
interface Candidate {
  readonly field: Field;
  readonly kind: 'query' | 'mutation';
  /** The type whose field it is, unless it is a root field. */
  readonly owner: GraphQLObjectType | null;
}

const manifests = new WeakMap<GraphQLSchema, Manifest>();

/**
 * Reads from a schema everything that the other APIs offer; once for each schema. What is exposed is said on the fields
 * alone. The documents of routes and tools are made when they are first used; `checkDocuments` looks through all of
 * them.
 *
 * @throws ManifestError naming every contradiction at once
 */
export function readManifest(schema: GraphQLSchema): Manifest {
  const manifest = manifests.get(schema) ?? readOperations(schema);
  manifests.set(schema, manifest);
  return manifest;
}

function readOperations(schema: GraphQLSchema): Manifest {
  const sentences: string[] = [];
  const operations: ExposedOperation[] = [];
  for (const candidate of candidatesOf(schema)) {
    try {
      operations.push(exposedOperation(schema, candidate));
    } catch (error) {
      if (!(error instanceof ManifestIssue)) throw error;
      sentences.push(error.message);
    }
  }
  sentences.push(...findManifestIssues(operations));
  if (sentences.length > 0) throw new ManifestError(sentences);
  const routes = operations.flatMap(({ rest }) => rest);
  return {
    operations: operations
      .map((operation) => ({
        ...operation,
        rest: operation.rest.map((route) => withLocation(route, routes)),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

function candidatesOf(schema: GraphQLSchema): Candidate[] {
  const isExposed = ({ extensions: { rest, mcp } }: Field) => rest !== undefined || mcp !== undefined;
  const fieldsOf = (type: GraphQLObjectType | null | undefined) =>
    Object.values(type?.getFields() ?? {}).filter(isExposed);
  const [queries, mutations] = [schema.getQueryType(), schema.getMutationType()];
  const others = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && type !== queries && type !== mutations,
  ) as GraphQLObjectType[];
  return [
    ...fieldsOf(queries).map((field) => ({ field, kind: 'query', owner: null }) as const),
    ...fieldsOf(mutations).map((field) => ({ field, kind: 'mutation', owner: null }) as const),
    ...others.flatMap((owner) => fieldsOf(owner).map((field) => ({ field, kind: 'query', owner }) as const)),
  ];
}

function exposedOperation(schema: GraphQLSchema, candidate: Candidate): ExposedOperation {
  const { field, kind, owner } = candidate;
  const { rest = [], mcp } = field.extensions;
  const exposures: readonly RestExposure[] = 'path' in rest ? [rest] : rest;
  const parent = parentOf(schema, candidate, exposures);
  const name = owner === null ? field.name : `${parent?.name}.${field.name}`;
  const documents = metadataOf(candidate, parent, name);
  if (!field.description) throwIssue(`${name} is exposed without a description.`);
  const resultType = returnedTypeOf(field, name);
  const fields = parent === null ? [field] : [parent, field];
  const routes = exposures.map((exposure) => {
    assertMatchesOperation(exposure, documents.effect, field, name);
    const operationId = exposure.name ?? idOf(documents.name, exposure, kind);
    return restRoute({ schema, exposure, kind, fields, answered: resultType, operationId });
  });
  checkReadable(schema, field, resultType, routes);
  const tool = mcp === undefined ? null : mcpTool(schema, candidate, resultType, mcp);
  for (const { prepared } of tool === null ? routes : [...routes, tool])
    refuseUnversioned(prepared, resultType, name);
  return {
    name,
    kind,
    field,
    description: field.description,
    scope: documents.scope,
    effect: documents.effect,
    retry: documents.retry,
    errors: possibleErrorsOf(field, name).map(({ type, kind: errorKind }) =>
      possibleError(schema, type, errorKind),
    ),
    deprecation: deprecationOf(field, name),
    rest: routes,
    mcp: tool,
  };
}

/** Returns the query that finds the object of a field that is no root field. */
function parentOf(
  schema: GraphQLSchema,
  { field, owner }: Candidate,
  exposures: readonly RestExposure[],
): Field | null {
  if (owner === null) return null;
  const fieldPath = `${owner.name}.${field.name}`;
  const names = new Set(exposures.map(({ parent }) => parent));
  const [name] = names;
  if (names.size !== 1 || name === undefined)
    throwIssue(`${fieldPath} is exposed but is no root field, so it has to name one query as its parent.`);
  const parent = schema.getQueryType()?.getFields()[name];
  if (parent === undefined) throwIssue(`${fieldPath} names the parent '${name}', which is no query.`);
  const parentType = returnedTypeOf(parent, name);
  if (parentType.kind !== 'object' || parentType.type !== owner)
    throwIssue(`${fieldPath} names the parent '${name}', which does not answer one ${owner.name}.`);
  return parent;
}

interface SearchDocument {
  readonly name: string;
  readonly scope: ScopeExpression;
  readonly effect: ExposedOperation['effect'];
  readonly retry: ExposedOperation['retry'];
}

/** Name, scope and effect of the operation behind a field; below a parent both scopes are needed. */
function metadataOf({ field, owner }: Candidate, parent: Field | null, name: string): SearchDocument {
  const own = field.extensions.operation;
  if (owner === null) {
    if (own === undefined) throwIssue(`${name} is exposed without an operation, so nobody knows its scope.`);
    return own;
  }
  const finding = parent?.extensions.operation;
  if (finding === undefined) throwIssue(`${name} is exposed below a query without an operation.`);
  const needed = [finding.scope, own?.scope, fieldScopeOf(field)].filter((scope) => scope != null);
  const [first, ...others] = needed.filter(
    (scope, index) => !needed.some((other, at) => at < index && scopeImplies(other, scope)),
  ) as [ScopeExpression, ...ScopeExpression[]];
  const scope = others.length === 0 ? first : { allOf: [first, ...others] };
  return { name: own?.name ?? name.replace('.', '_'), scope, effect: 'read', retry: 'safe' };
}

/** Looks through what writes one object, by itself or as an item of a batch. */
function checkReadable(
  schema: GraphQLSchema,
  field: Field,
  resultType: ReturnedType,
  routes: readonly RestRoute[],
): void {
  if (resultType.kind !== 'written') return;
  const input = getNullableType(field.args.find(({ name }) => name === 'input')?.type);
  if (isInputObjectType(input))
    checkInputReadable(schema, inputObjectShape(input), resultType.type, field.name);
  for (const { upsert } of routes)
    if (upsert !== null) checkInputReadable(schema, upsert.item, resultType.type, `${field.name}Upsert`);
}

/** Rejects a view of a single object without its version, whose answer could have no ETag. */
function refuseUnversioned(
  { optionalKeys }: PreparedDocument,
  { kind, type }: ReturnedType,
  name: string,
): void {
  const isSingle = kind === 'object' || kind === 'written';
  if (isSingle && 'version' in type.getFields() && !optionalKeys.has('version'))
    throwIssue(`The view of ${name} does not select 'version', so its answer could have no ETag.`);
}

/** `listProducts` by POST is `searchProducts`. */
function idOf(operation: string, { method }: RestExposure, kind: 'query' | 'mutation'): string {
  return kind === 'query' && method === 'POST' ? operation.replace(/^list/, 'search') : operation;
}

const METHODS: Readonly<Record<ExposedOperation['effect'], readonly RestExposure['method'][]>> = {
  read: ['GET', 'POST'],
  write: ['POST', 'PATCH'],
  destroy: ['DELETE'],
};

function assertMatchesOperation(
  { method, path }: RestExposure,
  effect: ExposedOperation['effect'],
  field: Field,
  name: string,
): void {
  if (!METHODS[effect].includes(method))
    throwIssue(`${name} is a ${effect} operation, which ${method} ${path} must not be.`);
  const changes = /^(update|delete)[A-Z]/.test(field.name);
  if (changes && !field.args.some((argument) => argument.name === 'ifVersion'))
    throwIssue(`${name} changes one object but takes no 'ifVersion', so If-Match could not be heeded.`);
}

function mcpTool(
  schema: GraphQLSchema,
  { field, kind, owner }: Candidate,
  resultType: ReturnedType,
  exposure: NonNullable<Field['extensions']['mcp']>,
): McpTool {
  const { tool, dryRunByDefault = false, maximumItems = null, described = [], agentsOnly = false } = exposure;
  const { leavesOut = [] } = exposure;
  if (owner !== null) throwIssue(`${owner.name}.${field.name} is offered as a tool but is no root field.`);
  const prepared = prepareDocument(schema, {
    fieldPath: `${field.name}Tool`,
    kind,
    fields: [field],
    answered: resultType,
    view: exposure.view,
    expansions: exposure.expansions,
    facets: exposure.facets,
    leavesOut,
    countsUpTo: COUNT_LIMIT,
  });
  const description = (exposure.description ?? field.description ?? '').replace(FOR_AGENTS, '');
  if (agentsOnly !== FOR_AGENTS.test(field.description ?? ''))
    throwIssue(
      `${field.name} has to be tagged in its extensions and in its description as one for agents, or in none.`,
    );
  const input = field.args.find((argument) => argument.name === 'input');
  const inner = input === undefined ? null : getNullableType(input.type);
  const inputKeys = isInputObjectType(inner) ? [...inputObjectShape(inner).keys] : [];
  const own = new Map(inputKeys.filter(([, { name }]) => !leavesOut.includes(name)));
  const others = field.args.filter((argument) => argument !== input && !leavesOut.includes(argument.name));
  const ofView = prepared.variables.filter(({ source }) => source === 'view');
  const shape = argumentsShape(tool, description, [...others, ...ofView], toolKey);
  const twice = [...own.keys()].find((key) => shape.keys.has(key));
  if (twice !== undefined) throwIssue(`The tool ${tool} would have two arguments named '${twice}'.`);
  const keys = new Map([...shape.keys, ...includeKey(tool, prepared), ...own]);
  const dryRun = keys.get('dry_run');
  if (dryRunByDefault && dryRun === undefined)
    throwIssue(`The tool ${tool} is to try by default, but ${field.name} takes no 'dryRun'.`);
  if (dryRun !== undefined)
    keys.set(dryRun.key, {
      ...dryRun,
      ...(dryRunByDefault ? { defaultValue: true } : {}),
      description: DRY_RUN,
    });
  return {
    tool,
    description,
    isAgentsOnly: agentsOnly,
    prepared,
    arguments: { ...shape, keys },
    inputKeys: new Set(own.keys()),
    isDryRunByDefault: dryRunByDefault,
    maximumItems,
    described: new Set(described.map(toolKey)),
  };
}

const FOR_AGENTS = /^For agents\. /;

/** Returns the argument that names expansions of the view. */
function includeKey(tool: string, { expansions }: PreparedDocument): [string, InputKey][] {
  const names = [...expansions.keys()];
  if (names.length === 0) return [];
  const type = new GraphQLEnumType({
    name: `${tool}_include`,
    values: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const parts = { kind: 'enum', type, words: new Map(names.map((name) => [name, name])) } as const;
  const include: InputKey = {
    key: 'include',
    name: 'include',
    description: 'Optional parts to include.',
    isRequired: false,
    isNullable: true,
    defaultValue: undefined,
    shape: { kind: 'list', of: parts },
  };
  return [['include', include]];
}

/** Many tools have it, so it is short. */
const DRY_RUN = 'Returns what would happen and stores nothing. Ids begin with `dry_`.';

const COMMON: ReadonlySet<string> = new Set(['code', 'type', 'status', 'title', 'detail', 'errors']);

function possibleError(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  kind: PossibleError['kind'],
): PossibleError {
  const slugs = codesOfKind(kind);
  const [operation] = parse(defaultSelection(type)).definitions;
  const selections = operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections : [];
  const keys = outputKeys(schema, type, selections).filter(({ key }) => !COMMON.has(key));
  const statuses = [...new Set(slugs.map((slug) => PROBLEMS[slug].status))];
  return { kind, type: type.name, slugs, statuses, keys };
}

function deprecationOf(field: Field, name: string): ExposedOperation['deprecation'] {
  const { deprecation } = field.extensions;
  const reason = field.deprecationReason;
  if (reason == null && deprecation === undefined) return null;
  if (reason == null || deprecation === undefined)
    throwIssue(
      `${name} is to be removed, so it needs both a deprecationReason and the days 'since' and 'sunset'.`,
    );
  const days = (Date.parse(deprecation.sunset) - Date.parse(deprecation.since)) / 86_400_000;
  if (!(days >= 180))
    throwIssue(`${name} ends on ${deprecation.sunset}, less than six months after it was announced.`);
  return { ...deprecation, reason };
}

/** Adds the location of the object that a POST to a collection creates. */
function withLocation(route: RestRoute, routes: readonly RestRoute[]): RestRoute {
  if (route.location !== null) return route;
  if (route.method !== 'POST' || route.prepared.answer.kind !== 'written') return route;
  const collections = [route.path, route.path.replace(/\/\{\w+\}\/\w+$/, '')];
  for (const collection of collections) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const matchingRoute = routes.find((one) => one.method === method && isOneOf(collection, one.path));
      if (matchingRoute !== undefined) return { ...route, location: matchingRoute.path };
    }
  }
  return route;
}

const isOneOf = (collection: string, path: string) =>
  path.startsWith(`${collection}/`) && /^(\/\{\w+\})+$/.test(path.slice(collection.length));
