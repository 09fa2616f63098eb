import { isShapedLikeAnId } from '../../kernel/codes.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault, ValidationFailed } from '../../kernel/refusal.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { stringifyJson } from '../../kernel/text/json-text.ts';
import { entityTag, namesTag } from '../http/entity-tag.ts';
import { limitResponse } from '../http/limits/limit-response.ts';
import { readBody, refuseBody } from '../http/read-body.ts';
import type { Answer, PreparedDocument, RestParameter, RestRoute } from '../manifest/exposed-operation.ts';
import { readObject } from '../manifest/input/read-object.ts';
import type { InputPointers, OutgoingProblem } from '../manifest/response/outgoing-problem.ts';
import { type Outcome, toOutcome } from '../manifest/response/write-result.ts';
import { joinedWithQuery, readArguments } from './body-variables.ts';
import { type Asked, nothingAsked, readPath, readQuery } from './read-parameters.ts';
import type { RestAnswer, RestCall } from './rest-call.ts';

/** Responds to a request about one object or one list. */
export async function answerOne(call: RestCall): Promise<RestAnswer | { readonly problem: OutgoingProblem }> {
  const { route, request, exchange, runner, operation } = call;
  const asked = nothingAsked();
  const pathKeys = readPath(route.parameters, call.parameters, asked);
  const prepared = documentFor(route, call.url, pathKeys, request.headers.get('if-match'));
  readQuery(route.parameters, call.url.searchParams, prepared, asked);
  readVersion(call, asked);
  const pointers = (await readInput(call, prepared, pathKeys, asked)) ?? pointersOf(route.parameters);
  const needed = [...asked.expansions.flatMap(({ scopes }) => scopes), ...scopesOfKeys(prepared, asked)];
  runner.admit(exchange, needed, operation.name);
  const result = await runner.run(prepared, exchange, asked.variables);
  const outcome = toOutcome(result, {
    answer: prepared.answer,
    pointers,
    ref: Object.values(pathKeys).at(-1) ?? '',
    hasFoundDeleted: exchange.hasFoundDeleted === true,
    fields: asked.fields,
    metadata: call.metadata,
  });
  return outcome.kind === 'problem' ? outcome : finish(call, asked, prepared.answer, outcome);
}

/** Returns the scopes of the keys that a write is requested to return by name; these keys are not left out silently. */
function scopesOfKeys({ guarded }: PreparedDocument, { fields }: Asked): readonly ScopeExpression[] {
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
  const isById = Object.values(pathKeys).some(isShapedLikeAnId);
  return upsert !== null && isAsked && !isById ? upsert.prepared : prepared;
}

/** `If-Match`, where the route heeds it. @throws Fault `invalid-parameter` where it could only be ignored */
function readVersion({ route, request, operation }: RestCall, asked: Asked): void {
  const header = request.headers.get('if-match');
  if (header === null || operation.effect === 'read') return;
  if (route.versionVariable === null) {
    throw new Fault(
      'invalid-parameter',
      localized('if-match-not-supported', { operation: route.operationId }),
      {
        header: 'If-Match',
      },
    );
  }
  const version = matchedVersion(header);
  if (version !== null) asked.variables[route.versionVariable] = version;
}

/** Reads the body into variables. @returns where its parts stood. @throws ValidationFailed for what does not fit */
async function readInput(
  { route, request, url }: RestCall,
  prepared: PreparedDocument,
  pathKeys: Readonly<Record<string, string>>,
  asked: Asked,
): Promise<InputPointers | null> {
  const { body, upsert } = route;
  if (body === null) {
    const hasContent = request.method !== 'GET' && request.method !== 'HEAD';
    if (hasContent) await refuseBody(request, route.operationId);
    return null;
  }
  const sent = await readBody(request, body.mediaTypes);
  if (sent === null && body.isRequired) {
    throw new Fault('malformed-json', localized('body-empty-object', { operation: route.operationId }));
  }
  const json = joinedWithQuery(route, body, sent?.json ?? {}, url.searchParams);
  if (upsert !== null && prepared === upsert.prepared) {
    const filled = Object.entries(upsert.keys).map(([name, field]) => [field, pathKeys[name] ?? ''] as const);
    const keys = Object.fromEntries(
      [...upsert.item.keys].flatMap(([key, { name }]) =>
        filled.filter(([field]) => field === name).map(([, value]) => [key, value]),
      ),
    );
    const { value, reading } = readObject(upsert.item, json, Object.fromEntries(filled), {
      ...pathKeys,
      ...keys,
    });
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    asked.variables.items = [value];
    return reading.pointers;
  }
  if (body.variable === null) {
    const reading = readArguments(body, json, prepared, asked);
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    return reading.pointers;
  }
  const readOnly = readOnlyKeys(prepared.answer);
  const { value, reading } = readObject(body.shape, json, asked.bodyKeys, pathKeys, readOnly);
  if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
  asked.variables[body.variable] = value;
  return reading.pointers;
}

/** Keys that a response has, so that sending one back is distinguished from a typing error. */
function readOnlyKeys(answer: Answer): ReadonlySet<string> {
  const shape = 'shape' in answer ? answer.shape : null;
  return new Set(shape?.kind === 'object' ? shape.keys.map(({ key }) => key) : []);
}

/** Variables stand where the parameters that fill them stand. */
function pointersOf(parameters: readonly RestParameter[]): InputPointers {
  const names = new Map(
    parameters.flatMap(({ name, purpose }) =>
      purpose.kind === 'variable' ? purpose.variables.map((variable) => [variable.name, name] as const) : [],
    ),
  );
  return { find: ([first = '', ...path]) => [names.get(first) ?? first, ...path] };
}

/** Returns the status and headers of a response that is no problem. */
function finish(
  call: RestCall,
  asked: Asked,
  answer: Answer,
  outcome: Outcome & { readonly kind: 'done' },
): RestAnswer {
  const { route, request, operation } = call;
  const { json, isNew, version } = outcome;
  if (route.status === 204 && !asked.isDryRun) return { status: 204, body: null, headers: {} };
  const text = stringifyJson(json);
  // A write has a response as long as its request, and has happened.
  const body = operation.effect === 'read' ? limitResponse(text) : text;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (answer.kind === 'page' && route.method === 'GET') Object.assign(headers, linkToNext(call.url, json));
  if (answer.kind === 'page') Object.assign(headers, syncTokenOf(json));
  const isSingle = answer.kind === 'object' || answer.kind === 'written';
  if (!isSingle && route.method !== 'GET') return { status: 200, body, headers };
  headers.etag = entityTag(version, body, headers[SYNC_TOKEN]);
  if (operation.effect === 'read') {
    // RFC 9110, 13.1.2: what is asked by POST has no state of its own that a client could hold.
    if (route.method === 'GET' && namesTag(request.headers.get('if-none-match'), headers.etag))
      return { status: 304, body: null, headers: { etag: headers.etag, ...syncTokenOf(json) } };
    return { status: 200, body, headers };
  }
  const isAccepted = route.status === 202;
  const isMade = !asked.isDryRun && (isAccepted || (isNew ?? route.status === 201));
  if (isMade) {
    const location = locationOf(call, json);
    if (location !== null) headers.location = location;
  }
  // A request that is only accepted is processed later (RFC 9110, 202).
  const isLater = isAccepted && !asked.isDryRun;
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
function locationOf({ route, url, parameters }: RestCall, json: JsonObject): string | null {
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
 * @throws Fault `invalid-parameter` for anything else
 */
function matchedVersion(header: string | null): number | null {
  const given = header?.trim();
  if (given === undefined || given === '' || given === '*') return null;
  const versions = given.split(',').map((tag) => Number(VERSION.exec(tag.trim())?.[1]));
  if (versions.every(Number.isInteger)) return Math.max(...versions);
  throw new Fault('invalid-parameter', localized('if-match-invalid'), {
    header: 'If-Match',
  });
}
