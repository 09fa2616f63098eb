import { bodyLimitOf } from '../../../src/adapters/http/limits/body-limits.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../src/kernel/json.ts';
import { JSON_LIMITS } from '../../../src/kernel/text/parse-json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { NASTY } from './made-json.ts';
import type { MadeRequest } from './made-request.ts';

/** More of a request line and its headers is refused before anything looks at them. */
const LONGEST_URL = 7_000;
/** Of files; nothing that the fuzzer makes comes near. */
const UPLOAD_LIMIT_BYTES = 1_000_000;
/** What long texts are made of. */
const UNITS: readonly string[] = [
  'x',
  'Lamp ',
  'é',
  '💡',
  '"',
  '\\',
  '\u0000',
  '\n',
  '0',
  '<b>',
  '__proto__ ',
  ',',
];
/** What a GraphQL document can be filled with. */
const SELECTIONS: readonly string[] = [
  '__typename ',
  'a: __typename ',
  '... { __typename } ',
  '... on Query { me { id } } ',
  '# words\n',
  ', ',
  'me { id } ',
  'nope ',
];

/**
 * A request made larger, at up to four places of its body or in a parameter of its path. Sizes are spread over orders of
 * magnitude up to what the route takes, and a little beyond.
 */
export function grown(random: SeededRandom, request: MadeRequest): MadeRequest {
  const { method, path, headers, body } = request;
  if (body === undefined || method === 'GET') return { ...request, path: grownPath(random, path) };
  const contentType = headers['content-type'] ?? '';
  const target = { method, path: path.split('?')[0] ?? path, contentType };
  const limit = bodyLimitOf(target, UPLOAD_LIMIT_BYTES).bytes;
  const bytes = 1_000 * (limit / 950) ** random.fraction();
  const lines = contentType === 'application/x-ndjson' ? body.split('\n') : [body];
  const read = lines.map(readOrNull);
  if (read.every((one) => one === null)) return { ...request, body: filled(random, bytes) };
  const whole = growIn(random, lines.length === 1 ? (read[0] ?? null) : { lines: read }, bytes);
  return { ...request, body: lines.length === 1 ? whole : linesOf(whole) };
}

function readOrNull(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

const linesOf = (json: string) =>
  (JSON.parse(json) as { lines: readonly JsonValue[] }).lines.map((one) => JSON.stringify(one)).join('\n');

function grownPath(random: SeededRandom, path: string): string {
  const parts = (path.includes('?') ? path : `${path}?fields=`).split(/(?<==)/);
  const at = random.integer(1, Math.max(parts.length - 1, 1));
  const length = random.integer(0, Math.max(LONGEST_URL - path.length, 0));
  const unit = random.pick(['x', 'Lamp%20', '%C3%A9', ',sku', ',', '%22', '%5B', '..%2F', '1']);
  parts[at] = `${parts[at] ?? ''}${unit.repeat(length / unit.length)}`;
  return parts.join('');
}

function growIn(random: SeededRandom, json: JsonValue, bytes: number): string {
  let text = JSON.stringify(json);
  for (let rounds = random.integer(1, 4); rounds > 0 && text.length < bytes; rounds -= 1) {
    const share = rounds === 1 ? 1 : random.fraction();
    text = JSON.stringify(growAt(random, JSON.parse(text) as JsonValue, '', (bytes - text.length) * share));
  }
  return text;
}

/** Goes down to some place of a value, and makes that larger by about so many bytes. */
function growAt(random: SeededRandom, value: JsonValue, name: string, bytes: number): JsonValue {
  const stays = random.fraction() < 0.3;
  if (isJsonArray(value)) {
    if (value.length === 0 || stays) return longer(random, value, bytes);
    const at = random.integer(0, value.length - 1);
    return value.map((one, index) => (index === at ? growAt(random, one, name, bytes) : one));
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    // The frame of a message is of no interest; what it holds is.
    const frame = keys.find((key) => ['params', 'variables', 'arguments', 'lines'].includes(key));
    if (keys.length === 0 || (stays && frame === undefined)) return wider(random, value, bytes);
    const key = frame !== undefined && random.fraction() < 0.8 ? frame : random.pick(keys);
    return { ...value, [key]: growAt(random, value[key] ?? null, key, bytes) };
  }
  if (name === 'query' && typeof value === 'string' && /^(query|mutation)/.test(value)) {
    const unit = random.pick(SELECTIONS);
    return value.replace('{', () => `{ ${unit.repeat(bytes / unit.length)}`);
  }
  if (random.fraction() < 0.1) return nested(random, random.integer(2, JSON_LIMITS.depth + 4));
  return random.fraction() < 0.8 ? filled(random, bytes) : longer(random, [value], bytes);
}

/** A text of about so many bytes as JSON. */
function filled(random: SeededRandom, bytes: number): string {
  const unit = random.pick(random.fraction() < 0.8 ? UNITS : NASTY.filter((one) => one !== ''));
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return unit.repeat(Math.min(bytes / unitBytes, (JSON_LIMITS.text * 1.05) / unit.length));
}

const mostMembers = (random: SeededRandom) =>
  Math.round(JSON_LIMITS.members ** random.fraction() * (random.fraction() < 0.02 ? 1.1 : 1));

function longer(random: SeededRandom, list: readonly JsonValue[], bytes: number): JsonValue {
  const entry = list.length === 0 ? random.pick(['Lamp', 1, null, {}, []]) : random.pick(list);
  const entryBytes = JSON.stringify(entry).length + 1;
  const count = Math.min(mostMembers(random), Math.floor(bytes / entryBytes));
  const vary = random.fraction() < 0.7;
  const more = Array.from({ length: count }, (_, index) => (vary ? varied(entry, index) : entry));
  return [...list, ...more];
}

/** Another one of a kind: its first text is a different one. */
function varied(entry: JsonValue, index: number): JsonValue {
  if (typeof entry === 'string') return `${entry.slice(0, 200)}${index}`;
  if (!isJsonObject(entry)) return entry;
  const key = Object.keys(entry).find((one) => typeof entry[one] === 'string');
  return key === undefined ? entry : { ...entry, [key]: varied(entry[key] ?? null, index) };
}

function wider(random: SeededRandom, object: JsonObject, bytes: number): JsonValue {
  const values = Object.values(object);
  const value = values.length === 0 ? random.pick(['Lamp', 1, null, {}, []]) : random.pick(values);
  const memberBytes = JSON.stringify(value).length + 12;
  const count = Math.min(mostMembers(random), Math.floor(bytes / memberBytes));
  const more = Array.from({ length: count }, (_, index) => [`k${index}`, value] as const);
  return { ...object, ...Object.fromEntries(more) };
}

function nested(random: SeededRandom, levels: number): JsonValue {
  let value: JsonValue = null;
  for (let level = 0; level < levels; level += 1)
    value = random.fraction() < 0.5 ? [value] : { [random.pick(['and', 'not', 'a', 'values'])]: value };
  return value;
}
