import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { PROBLEMS, type ProblemCode } from '../../../kernel/problems/problem-definitions.ts';
import { CODE_KIND_BY_ARGUMENT } from '../../graphql/errors/code-arguments.ts';
import { describeScope } from '../../manifest/describe-scope.ts';
import type {
  ExposedOperation,
  Manifest,
  RestParameter,
  RestRoute,
} from '../../manifest/exposed-operation.ts';
import {
  createDefs,
  defaultJson,
  inputSchema,
  type JsonSchema,
  type SchemaDefs,
} from '../../manifest/json-schema.ts';
import { batchItemSchema, responseSchema } from '../../manifest/response/response-schema.ts';
import { type Examples, NO_EXAMPLES, problemExamples, withExample } from './examples.ts';
import { filePaths } from './file-paths.ts';
import {
  createResponses,
  ITEM_PROBLEMS,
  PROBLEM_SCHEMAS,
  problemResponses,
  type Responses,
} from './problem-schema.ts';
import { translateToRestNames } from './rest-text.ts';
import { tagOf, tagsOf } from './tags.ts';
import { titleOf } from './titles.ts';

/**
 * Returns the OpenAPI 3.1 description of the REST API, from the same manifest that the API runs. The same manifest and
 * the same examples give the same bytes.
 */
export function openApiDocument(manifest: Manifest, examples: Examples = NO_EXAMPLES): JsonObject {
  const defs = createDefs('#/components/schemas/', PROBLEM_SCHEMAS);
  const responses = createResponses();
  const paths: Record<string, JsonObject> = { ...filePaths(responses) };
  for (const operation of manifest.operations) {
    for (const route of operation.rest) {
      const described = describe(operation, route, { defs, responses });
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: described };
    }
  }
  const inOrder = Object.fromEntries(
    Object.entries(paths)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, methods]) => [path, mapObject(methods, (one) => withExample(one, examples))]),
  );
  const schemas = Object.fromEntries([...defs.schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Catalograph REST API',
      version: 'v1',
      summary: 'One catalogue of products, entities, attributes, media, channels and locales.',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1', description: 'This server.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(Object.keys(inOrder)),
    paths: inOrder,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token `pim_…`. `x-required-scopes` lists the scopes that an operation requires.',
        },
      },
      examples: problemExamples(responses.slugs(), examples),
      headers: HEADERS,
      responses: responses.all(),
      schemas,
    },
  };
  return translateToRestNames(document, manifest);
}

const mapObject = (object: JsonObject, change: (one: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, one]) => [key, change(one as JsonObject)]));

const INTRODUCTION = [
  'JSON over HTTP with snake_case keys, cursor pagination and problem details (RFC 9457).',
  '',
  'Reads return the current data. With `Cache-Control: max-stale=5` (RFC 9111) a response can be up to five seconds old,',
  'and a replica of the database can serve it; `Age` then contains its maximum age.',
].join('\n');

const HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'Retry-After': {
    description: 'Seconds to wait; 0 if requests remain.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': { description: 'Id of the request in the log of the server.', schema: { type: 'string' } },
  ETag: {
    description:
      'Version and digest of the response, `"8.Q2F0…"`; for a list only the digest. Weak if compressed.',
    schema: { type: 'string' },
  },
  Link: { description: 'The next page (RFC 8288).', schema: { type: 'string' } },
  'Catalograph-Sync-Token': {
    description: '`sync_token` of the list, also of a response without content (304).',
    schema: { type: 'string' },
  },
  Location: { description: 'Where the object is.', schema: { type: 'string' } },
  'Dry-Run': { description: '`true` if nothing was stored.', schema: { type: 'string', const: 'true' } },
  'Idempotency-Replayed': {
    description: '`true` if the response is that of an earlier request.',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies Record<string, JsonObject>;
type HeaderName = keyof typeof HEADERS;

/** Headers of every response, whatever its status. */
export const COMMON_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'Retry-After',
  'X-Request-Id',
];

export const headersOf = (names: readonly HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

interface Describing {
  readonly defs: SchemaDefs;
  readonly responses: Responses;
}

function describe(
  operation: ExposedOperation,
  route: RestRoute,
  { defs, responses }: Describing,
): JsonObject {
  const { description, deprecation, scope } = operation;
  return {
    operationId: route.operationId,
    summary: titleOf(route.operationId),
    description: `${description}\n\nNeeds ${describeScope(scope)}.${limitText(route)}`,
    tags: [tagOf(route.path)],
    ...(deprecation === null ? {} : { deprecated: true, 'x-sunset': deprecation.sunset }),
    'x-required-scopes': describeScope(scope),
    parameters: [
      ...route.parameters.map((parameter) => describeParameter(parameter, defs)),
      ...headerParameters(operation, route),
    ],
    ...(route.body === null ? {} : { requestBody: requestBody(route, defs) }),
    responses: {
      ...successes(operation, route, defs),
      ...problemResponses(slugsOf(operation, route), responses),
    },
  };
}

/** Describes the response of a write to callers who may not read the objects that they write. */
function limitText({ prepared: { guarded, optionalKeys } }: RestRoute): string {
  if (guarded === null || guarded.keys.size === 0) return '';
  const visibleKeys = [...optionalKeys.keys()]
    .filter((key) => !guarded.keys.has(key))
    .map((key) => `\`${key}\``);
  return ` Without ${guarded.scopes.map(describeScope).join(' and ')}, the response only contains ${visibleKeys.join(', ')}.`;
}

function describeParameter(
  { in: location, name, description, isRequired, shape, defaultValue }: RestParameter,
  defs: SchemaDefs,
): JsonObject {
  const schema = inputSchema(shape, defs);
  const standard = defaultValue === undefined ? undefined : defaultJson(shape, defaultValue);
  const whole = standard === undefined ? schema : { ...schema, default: standard };
  const isJson = shape.kind === 'object' || shape.kind === 'keyed';
  return {
    in: location,
    name,
    required: isRequired,
    description: description === '' ? `The ${name.replaceAll('_', ' ')}.` : description,
    // A `schema` is used, not `content`: for `content`, generated clients take an object and send it in forms of their
    // own, `filter[status]=draft`.
    schema: isJson ? { ...TEXT, contentMediaType: 'application/json', contentSchema: schema } : whole,
    ...(shape.kind === 'list' ? { style: 'form', explode: false } : {}),
  };
}

function headerParameters({ effect, retry }: ExposedOperation, route: RestRoute): JsonObject[] {
  const header = (name: string, description: string, schema: JsonSchema): JsonObject => ({
    in: 'header',
    name,
    required: false,
    description,
    schema,
  });
  return [
    ...(route.versionVariable === null
      ? []
      : [header('If-Match', 'Fails (412) unless this is the current version: an `ETag`, or `"8"`.', TEXT)]),
    ...(route.method === 'GET'
      ? [header('If-None-Match', 'An `ETag`. Returns 304 if nothing has changed.', TEXT)]
      : []),
    ...(effect !== 'read' && retry === 'with-key'
      ? [
          header(
            'Idempotency-Key',
            'A key of your choice. Repeating the same request with the same key within 24 hours has no further effect.',
            { type: 'string', minLength: 1, maxLength: 255 },
          ),
        ]
      : []),
  ];
}

const TEXT: JsonSchema = { type: 'string' };

function requestBody(route: RestRoute, defs: SchemaDefs): JsonObject {
  const { body, upsert } = route;
  if (body === null) return {};
  const schema = inputSchema(body.shape, defs);
  const item = body.itemsKey === null ? undefined : body.shape.keys.get(body.itemsKey)?.shape;
  const content = body.mediaTypes.map((mediaType) => {
    const isLines = mediaType === 'application/x-ndjson';
    const line = item?.kind === 'list' ? inputSchema(item.of, defs) : TEXT;
    // A stream of lines has no schema of its own; this is that of each line.
    const described = isLines ? { schema: TEXT, 'x-line-schema': line } : { schema };
    return [mediaType, described] as const;
  });
  return {
    required: body.isRequired,
    description:
      upsert === null
        ? body.shape.description || 'What is written.'
        : `${body.shape.description} With \`?upsert=true\` also the keys of a new object.`,
    content: Object.fromEntries(content),
  };
}

function successes(operation: ExposedOperation, route: RestRoute, defs: SchemaDefs): JsonObject {
  const { answer } = route.prepared;
  const isWrite = operation.effect !== 'read';
  const isSingle = answer.kind === 'object' || answer.kind === 'written';
  const headers = [
    ...COMMON_HEADERS,
    ...(isSingle || route.method === 'GET' ? (['ETag'] as const) : []),
    ...(answer.kind === 'page' && route.method === 'GET' ? (['Link'] as const) : []),
    ...(answer.kind === 'page' && answer.leaves.some(({ key }) => key === 'sync_token')
      ? (['Catalograph-Sync-Token'] as const)
      : []),
    ...(route.hasDryRun ? (['Dry-Run'] as const) : []),
    ...(isWrite && operation.retry === 'with-key' ? (['Idempotency-Replayed'] as const) : []),
  ];
  const schema = responseSchema(route.prepared.answer, defs, ITEM_PROBLEMS);
  const content: JsonObject = {
    'application/json': { schema },
    ...(answer.kind === 'batch'
      ? {
          'application/x-ndjson': {
            schema: TEXT,
            'x-line-schema': batchItemSchema(route.prepared.answer, defs, ITEM_PROBLEMS),
          },
        }
      : {}),
  };
  const isCreation = route.status === 201 || route.upsert !== null;
  const responses: Record<string, JsonValue> = {};
  if (route.status === 204) responses['204'] = { description: 'Done.', headers: headersOf(COMMON_HEADERS) };
  if (isCreation) {
    const described = { description: 'Created.', headers: headersOf([...headers, 'Location']) };
    responses['201'] = { ...described, content };
  }
  if (route.status === 202) {
    const locationHeader = route.location === null ? [] : (['Location'] as const);
    const described = {
      description: 'Accepted; the work is done later.',
      headers: headersOf([...headers, ...locationHeader]),
    };
    responses['202'] = { ...described, content };
    if (!route.hasDryRun) return responses;
  }
  if (route.status !== 204 || route.hasDryRun) {
    const isOnlyTried =
      route.status === 204 || route.status === 202 || (route.status === 201 && !canBeUnchanged(route));
    responses['200'] = {
      description: isOnlyTried ? 'What a dry run would do.' : 'Done.',
      headers: headersOf(headers),
      content,
    };
  }
  if (route.method === 'GET') {
    const tagged = headersOf([...COMMON_HEADERS, 'ETag']);
    responses['304'] = { description: 'Not modified since the `ETag`.', headers: tagged };
  }
  return responses;
}

/** A write that says what it did may find that there was nothing to do. */
const canBeUnchanged = ({ prepared: { answer } }: RestRoute) =>
  answer.kind === 'written' && answer.hasOutcome;

/** Returns everything that can go wrong with a route. */
function slugsOf(operation: ExposedOperation, route: RestRoute): readonly ProblemCode[] {
  const { answer } = route.prepared;
  const isKeyed = operation.effect !== 'read' && operation.retry === 'with-key';
  const hasPath = route.parameters.some((parameter) => parameter.in === 'path');
  const slugs: ProblemCode[] = [
    ...(['invalid-parameter', 'unknown-parameter'] as const),
    ...(['missing-token', 'invalid-token', 'expired-token', 'revoked-token'] as const),
    ...(['insufficient-scope', 'role-forbidden', 'not-acceptable', 'rate-limited'] as const),
    ...(['internal-error', 'service-unavailable'] as const),
    ...(answer.kind === 'page' ? (['invalid-cursor', 'limit-out-of-range'] as const) : []),
    ...(hasPath || answer.kind === 'object' ? (['not-found', 'deleted'] as const) : []),
    ...(route.body === null
      ? []
      : ([
          'malformed-json',
          'payload-too-large',
          'unsupported-media-type',
          'validation-failed',
          'unknown-property',
        ] as const)),
    ...slugsOfCodes(route),
    ...(route.parameters.some(({ name }) => name === 'filter') ? (['malformed-json'] as const) : []),
    ...(route.parameters.some(({ name }) => name === 'filter') || answer.kind === 'page' ? FILTER_SLUGS : []),
    ...(isKeyed ? (['idempotency-in-progress', 'idempotency-key-reused'] as const) : []),
    ...operation.errors.flatMap((possibleError) => possibleError.slugs),
    ...(operation.field.extensions.faults ?? []),
  ];
  return [...new Set(slugs)].sort((a, b) => PROBLEMS[a].status - PROBLEMS[b].status || (a < b ? -1 : 1));
}

/** Returns the problems with which unknown codes in parameters are rejected. */
function slugsOfCodes({ parameters, body }: RestRoute): readonly ProblemCode[] {
  const kinds = [...parameters, ...(body?.projection ?? [])].map(({ name }) => CODE_KIND_BY_ARGUMENT[name]);
  return [
    ...(kinds.some((kind) => kind !== undefined) ? (['validation-failed'] as const) : []),
    ...(kinds.includes('attribute') ? (['unknown-attribute'] as const) : []),
  ];
}

const FILTER_SLUGS: readonly ProblemCode[] = [
  'validation-failed',
  'unknown-property',
  'unknown-attribute',
  'invalid-operator',
  'filter-too-complex',
  'filter-too-broad',
];
