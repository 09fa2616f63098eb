import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { type Answered, type FuzzedDoor, problemFaults } from './fuzz.ts';
import { createJsonMaker, type JsonMaker, NASTY, type Words } from './made-json.ts';
import type { MadeRequest } from './made-request.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly described: JsonObject;
}

/** The REST door by `schema/openapi.json`. The served program holds each answer against it; this judges the rest. */
export function restDoor(words: Words): FuzzedDoor {
  const file = new URL('../../../schema/openapi.json', import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  const operations = Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, described]): Operation => ({ method, path, described: described as JsonObject }),
    ),
  );
  const resolve = (ref: string) =>
    ref
      .split('/')
      .slice(1)
      .reduce((at, key) => at[key] as JsonObject, document);
  return {
    name: 'rest',
    make(random) {
      const json = createJsonMaker(random, words, resolve, random.pick([0, 0.03, 0.03, 0.2]));
      return makeRequest(random, json, random.pick(operations));
    },
    validate: faultsOf,
  };
}

function makeRequest(
  random: SeededRandom,
  json: JsonMaker,
  { method, path, described }: Operation,
): MadeRequest {
  const happens = (chance: number) => random.fraction() < chance;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let at = path;
  for (const parameter of (described.parameters ?? []) as readonly JsonObject[]) {
    const name = String(parameter.name);
    const content = parameter.content as { 'application/json'?: JsonObject } | undefined;
    const schema = (content?.['application/json']?.schema ?? parameter.schema) as JsonObject;
    // Keys of paths are named by what they are keys of.
    const key = name === 'ref' || name === 'code' ? (path.split('/')[1] ?? name) : name;
    if (parameter.in === 'path') at = at.replace(`{${name}}`, encoded(inQuery(json.make(schema, key))));
    else if (parameter.in === 'header') {
      if (happens(0.2)) headers[name] = headerText(random, json, name);
    } else if (happens(name === 'dry_run' ? 0.4 : 0.15)) {
      const value = json.make(schema, key);
      query.push(`${name}=${encoded(content === undefined ? inQuery(value) : JSON.stringify(value))}`);
    }
  }
  if (happens(0.02)) query.push(`${encoded(random.pick(NASTY))}=${encoded(random.pick(NASTY))}`);
  if (happens(0.01)) query.push(random.pick(['%', 'limit=%ZZ', 'limit', '=', '&&', 'limit=1&limit=2']));
  if (happens(0.02))
    headers.accept = random.pick(['text/html', '*/*;q=0', 'application/xml', '', 'a/b, */*']);
  const isWrite = method !== 'get';
  const body = isWrite ? bodyOf(random, json, described, headers) : undefined;
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: (happens(0.01)
      ? random.pick(['PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS', 'HEAD'])
      : method
    ).toUpperCase(),
    path: `/api/v1${at}${search}`,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}

function bodyOf(
  random: SeededRandom,
  json: JsonMaker,
  described: JsonObject,
  headers: Record<string, string>,
): string | undefined {
  const content = ((described.requestBody ?? {}) as JsonObject).content as
    | Record<string, JsonObject>
    | undefined;
  if (content === undefined) return random.fraction() < 0.02 ? '{}' : undefined;
  const type = random.pick(Object.keys(content));
  headers['content-type'] =
    random.fraction() < 0.02
      ? random.pick(['text/plain', 'application/xml', '', 'application/json; charset=x'])
      : type;
  const { schema, 'x-line-schema': line } = content[type] ?? {};
  if (line !== undefined) {
    const lines = Array.from({ length: random.integer(0, 4) }, () => json.make(line as JsonObject, ''));
    return broken(random, lines.map((one) => JSON.stringify(one)).join('\n'));
  }
  if (!type.includes('json')) return random.pick(NASTY);
  return broken(random, JSON.stringify(json.make(schema as JsonObject, '')));
}

/** Now and then what was to be JSON is none. */
function broken(random: SeededRandom, text: string): string {
  if (random.fraction() > 0.03) return text;
  const at = random.integer(0, text.length);
  return random.pick([
    text.slice(0, at),
    `${text.slice(0, at)}${random.pick(NASTY)}${text.slice(at)}`,
    '',
    `[${text}]`,
  ]);
}

function headerText(random: SeededRandom, json: JsonMaker, name: string): string {
  if (name === 'If-Match')
    return random.pick(['"1"', '*', 'W/"2"', '"2.abc"', '1', '', '"', '"-1"', '"99999999999999"']);
  if (name === 'Range')
    return random.pick(['bytes=0-1', 'bytes=5-', 'bytes=9999-', 'bytes=-1', 'lines=1', 'bytes=']);
  if (name === 'Idempotency-Key')
    return `k${random.integer(0, 20)}${'x'.repeat(random.pick([0, 0, 0, 300]))}`;
  return json.text(name).replace(/[^\x20-\x7e]/g, '?');
}

function inQuery(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((one: JsonValue) => inQuery(one)).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Lone surrogates cannot be sent. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, '%2E');

function faultsOf(request: MadeRequest, { status, headers, text }: Answered): string[] {
  const type = headers.get('content-type') ?? '';
  if (status >= 400) {
    // A path that ends in a dot is another one, which nobody answers: browsers get a page then.
    if (status === 404 && type.startsWith('text/html') && request.headers.accept?.includes('text/html'))
      return [];
    if (type !== 'application/problem+json') return [`a ${status} of the type '${type}'`];
    if (request.method === 'HEAD') return [];
    const body = JSON.parse(text) as Record<string, unknown>;
    const own = headers.get('x-request-id');
    return [
      ...problemFaults(body),
      ...(body.request_id === own ? [] : ['another request id than its header']),
    ];
  }
  if ((status === 204 || status === 304) && text !== '') return [`a ${status} with content`];
  return [];
}
