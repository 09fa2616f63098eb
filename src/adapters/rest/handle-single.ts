import { looksLikeId } from '../../kernel/codes.ts';
import { RequestError, ValidationFailed } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { stringifyWithRawJson } from '../../kernel/text/json-text.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import { limitResponse } from '../http/limits/limit-response.ts';
import { assertNoBody, readBody } from '../http/read-body.ts';
import type {
  PreparedDocument,
  ResponseMapping,
  RestParameter,
  RestRoute,
} from '../manifest/exposed-operation.ts';
import { parseObject } from '../manifest/input/read-object.ts';
import type { InputPathResolver, ProblemDetails } from '../manifest/response/problem-details.ts';
import { type RunResult, toRunResult } from '../manifest/response/result-to-json.ts';
import { joinedWithQuery, readArguments } from './body-variables.ts';
import { emptyOptions, type RequestOptions, readPath, readQuery } from './read-parameters.ts';
import type { RouteRequest, RouteResponse } from './route-request.ts';

/** Responds to a request about one object or one list. */
export async function handleSingle(
  call: RouteRequest,
): Promise<RouteResponse | { readonly problem: ProblemDetails }> {
  const { route, request, exchange, runner, operation } = call;
  const options = emptyOptions();
  const pathKeys = readPath(route.parameters, call.parameters, options);
  const prepared = documentFor(route, call.url, pathKeys, request.headers.get('if-match'));
  readQuery(route.parameters, call.url.searchParams, prepared, options);
  readVersion(call, options);
  const pointers = (await readInput(call, prepared, pathKeys, options)) ?? pointersOf(route.parameters);
  const needed = [...options.expansions.flatMap(({ scopes }) => scopes), ...scopesOfKeys(prepared, options)];
  runner.authorizeCaller(exchange, needed, operation.name);
  const result = await runner.run(prepared, exchange, options.variables);
  const outcome = toRunResult(result, {
    answer: prepared.answer,
    pointers,
    ref: Object.values(pathKeys).at(-1) ?? '',
    hasFoundDeleted: exchange.hasFoundDeleted === true,
    fields: options.fields,
    metadata: call.metadata,
  });
  return outcome.kind === 'problem' ? outcome : finish(call, options, prepared.answer, outcome);
}

/** Returns the scopes of the keys that a write is requested to return by name; these keys are not left out silently. */
function scopesOfKeys({ guarded }: PreparedDocument, { fields }: RequestOptions): readonly ScopeExpression[] {
  if (guarded === null || fields === null) return [];
  return [...fields].some((key) => guarded.keys.has(key)) ? guarded.scopes : [];
}

/**
 * Returns the document of the route, or of its upsert. Who names a version or an id means an object that is there, so
 * there is nothing to create.
 */
function documentFor(
  { prepared, upsert }: RestRoute,
  url: URL,
  pathKeys: Readonly<Record<string, string>>,
  ifMatch: string | null,
): PreparedDocument {
  const isAsked = url.searchParams.get('upsert') === 'true' && ifMatch === null;
  const isById = Object.values(pathKeys).some(looksLikeId);
  return upsert !== null && isAsked && !isById ? upsert.prepared : prepared;
}

/** `If-Match`, where the route heeds it. @throws RequestError `invalid-parameter` where it could only be ignored */
function readVersion({ route, request, operation }: RouteRequest, options: RequestOptions): void {
  const header = request.headers.get('if-match');
  if (header === null || operation.effect === 'read') return;
  if (route.versionVariable === null) {
    throw new RequestError(
      'invalid-parameter',
      localized('if-match-not-supported', { operation: route.operationId }),
      {
        header: 'If-Match',
      },
    );
  }
  const version = ifMatchVersion(header);
  if (version !== null) options.variables[route.versionVariable] = version;
}

/** Reads the body into variables. @returns where its parts stood. @throws ValidationFailed for what does not fit */
async function readInput(
  { route, request, url }: RouteRequest,
  prepared: PreparedDocument,
  pathKeys: Readonly<Record<string, string>>,
  options: RequestOptions,
): Promise<InputPathResolver | null> {
  const { body, upsert } = route;
  if (body === null) {
    const hasContent = request.method !== 'GET' && request.method !== 'HEAD';
    if (hasContent) await assertNoBody(request, route.operationId);
    return null;
  }
  const sent = await readBody(request, body.mediaTypes);
  if (sent === null && body.isRequired) {
    throw new RequestError(
      'malformed-json',
      localized('body-empty-object', { operation: route.operationId }),
    );
  }
  const json = joinedWithQuery(route, body, sent?.json ?? {}, url.searchParams);
  if (upsert !== null && prepared === upsert.prepared) {
    const keyEntries = Object.entries(upsert.keys).map(
      ([name, field]) => [field, pathKeys[name] ?? ''] as const,
    );
    const keys = Object.fromEntries(
      [...upsert.item.keys].flatMap(([key, { name }]) =>
        keyEntries.filter(([field]) => field === name).map(([, value]) => [key, value]),
      ),
    );
    const { value, reading } = parseObject(upsert.item, json, Object.fromEntries(keyEntries), {
      ...pathKeys,
      ...keys,
    });
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    options.variables.items = [value];
    return reading.pointers;
  }
  if (body.variable === null) {
    const reading = readArguments(body, json, prepared, options);
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    return reading.pointers;
  }
  const readOnly = readOnlyKeys(prepared.answer);
  const { value, reading } = parseObject(body.shape, json, options.bodyKeys, pathKeys, readOnly);
  if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
  options.variables[body.variable] = value;
  return reading.pointers;
}

/** Keys that a response has, so that sending one back is distinguished from a typing error. */
function readOnlyKeys(mapping: ResponseMapping): ReadonlySet<string> {
  const shape = 'shape' in mapping ? mapping.shape : null;
  return new Set(shape?.kind === 'object' ? shape.keys.map(({ key }) => key) : []);
}

/** Variables stand where the parameters that fill them stand. */
function pointersOf(parameters: readonly RestParameter[]): InputPathResolver {
  const names = new Map(
    parameters.flatMap(({ name, purpose }) =>
      purpose.kind === 'variable' ? purpose.variables.map((variable) => [variable.name, name] as const) : [],
    ),
  );
  return { find: ([first = '', ...path]) => [names.get(first) ?? first, ...path] };
}

/** Returns the status and headers of a response that is no problem. */
function finish(
  call: RouteRequest,
  options: RequestOptions,
  mapping: ResponseMapping,
  outcome: RunResult & { readonly kind: 'done' },
): RouteResponse {
  const { route, request, operation } = call;
  const { json, isNew, version } = outcome;
  if (route.status === 204 && !options.isDryRun) return { status: 204, body: null, headers: {} };
  const text = stringifyWithRawJson(json);
  // A write has a response as long as its request, and has happened.
  const body = operation.effect === 'read' ? limitResponse(text) : text;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (mapping.kind === 'page' && route.method === 'GET') Object.assign(headers, linkToNext(call.url, json));
  if (mapping.kind === 'page') Object.assign(headers, syncTokenOf(json));
  const isSingle = mapping.kind === 'object' || mapping.kind === 'written';
  if (!isSingle && route.method !== 'GET') return { status: 200, body, headers };
  headers.etag = entityTag(version, body, headers[SYNC_TOKEN]);
  if (operation.effect === 'read') {
    // RFC 9110, 13.1.2: what is asked by POST has no state of its own that a client could hold.
    if (route.method === 'GET' && matchesEntityTag(request.headers.get('if-none-match'), headers.etag))
      return { status: 304, body: null, headers: { etag: headers.etag, ...syncTokenOf(json) } };
    return { status: 200, body, headers };
  }
  const isAccepted = route.status === 202;
  const isMade = !options.isDryRun && (isAccepted || (isNew ?? route.status === 201));
  if (isMade) {
    const location = locationOf(call, json);
    if (location !== null) headers.location = location;
  }
  // A request that is only accepted is processed later (RFC 9110, 202).
  const isLater = isAccepted && !options.isDryRun;
  return { status: isLater ? 202 : isMade ? 201 : 200, body, headers };
}

const SYNC_TOKEN = 'catalograph-sync-token';

/** Returns the token from which a list can be followed, also while nothing of it has changed. */
const syncTokenOf = ({ sync_token: token }: JsonObject): Record<string, string> =>
  typeof token === 'string' ? { [SYNC_TOKEN]: token } : {};

/** Returns the link to the next page (RFC 8288). */
function linkToNext(url: URL, { search_after: cursor }: JsonObject): Record<string, string> {
  if (typeof cursor !== 'string') return {};
  const next = new URLSearchParams(url.searchParams);
  next.set('search_after', cursor);
  return { link: `<${url.pathname}?${next}>; rel="next"` };
}

/** Returns the path of what was made. A `ref` is its id, every other parameter the key of that name. */
function locationOf({ route, url, parameters }: RouteRequest, json: JsonObject): string | null {
  const template = route.method === 'PATCH' ? route.path : route.location;
  if (template === null) return null;
  let isWhole = true;
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = name === 'ref' ? json.id : (json[name] ?? parameters[name]);
    if (typeof value !== 'string') isWhole = false;
    return encodeURIComponent(String(value));
  });
  const prefix = url.pathname.split('/').slice(0, 3).join('/');
  return isWhole ? `${prefix}${path}` : null;
}

/** One tag as the server gave it out, or a version: `"8.Xy…"`, `"8"`, `8`. */
const VERSION = /^(?:W\/)?"?(\d{1,9})(?:\.[\w-]+)?"?$/;

/**
 * Returns the version that `If-Match` names; null for `*` and without the header. Of a list (RFC 9110, 13.1.1) it is the
 * newest: an object that has the version of any tag has none that is newer.
 *
 * @throws RequestError `invalid-parameter` for anything else
 */
function ifMatchVersion(header: string | null): number | null {
  const headerValue = header?.trim();
  if (headerValue === undefined || headerValue === '' || headerValue === '*') return null;
  const versions = headerValue.split(',').map((tag) => Number(VERSION.exec(tag.trim())?.[1]));
  if (versions.every(Number.isInteger)) return Math.max(...versions);
  throw new RequestError('invalid-parameter', localized('if-match-invalid'), {
    header: 'If-Match',
  });
}
