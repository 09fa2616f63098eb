import { PROBLEMS, type ProblemCode } from '../../../src/kernel/problems/problem-definitions.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { grown } from './grown.ts';
import type { MadeRequest } from './made-request.ts';

/** What was answered, its body read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A door with a published schema: makes requests from it, and holds answers against it. */
export interface FuzzedDoor {
  readonly name: string;
  make(random: SeededRandom): MadeRequest;
  /** What the answer breaks, as sentences. */
  validate(request: MadeRequest, answered: Answered): readonly string[];
}

/** The server that is asked. */
export interface FuzzTarget {
  ask(path: string, init: RequestInit): Promise<Response>;
  /** A token with all scopes. */
  mint(): Promise<string>;
  /** What its process breaks of what is promised of it, since the last look. */
  look(): Promise<readonly string[]>;
}

/** A new one now and then, as requests may revoke it. */
const REQUESTS_PER_TOKEN = 500;
/** How often the process is looked at; after every large request as well, so that the one to blame is known. */
const REQUESTS_PER_LOOK = 50;
/** How many requests are made as large as may be. */
const PART_GROWN = 0.05;
/** More findings than these say nothing new. */
const ENOUGH = 25;

/** What a run came to. */
export interface FuzzReport {
  /** One entry for each kind of fault, with the curl line of its first request. */
  readonly faults: readonly string[];
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Sends requests one after the other, so that a seed always leads to the same ones. */
export async function fuzz(
  target: FuzzTarget,
  door: FuzzedDoor,
  random: SeededRandom,
  count: number,
): Promise<FuzzReport> {
  const faults = new Map<string, string>();
  const statuses: Record<string, number> = {};
  let token = '';
  for (let index = 0; index < count && faults.size < ENOUGH; index += 1) {
    if (index % REQUESTS_PER_TOKEN === 0) token = await target.mint();
    const isGrown = random.fraction() < PART_GROWN;
    const made = isGrown ? grown(random, door.make(random)) : door.make(random);
    const authorization = random.fraction() < 0.01 ? 'Bearer pim_nobody' : `Bearer ${token}`;
    const request = { ...made, headers: { authorization, ...made.headers } };
    const { found, status } = await send(target, door, request);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const looked = isGrown || index % REQUESTS_PER_LOOK === 0 ? await target.look() : [];
    for (const fault of [...found, ...looked]) {
      const kind = `${made.name} ${fault.replace(/'[^']*'|"[^"]*"|\d+/g, '…')}`;
      if (faults.has(kind)) continue;
      const reported = `${made.name}: ${fault}\n  ${curlOf(request)}`;
      faults.set(kind, reported);
      // At once, because a long run goes on for minutes.
      process.stderr.write(`Request ${index} of ${door.name}: ${reported}\n`);
    }
  }
  return { faults: [...faults.values()], statuses };
}

async function send(target: FuzzTarget, door: FuzzedDoor, request: MadeRequest) {
  const { method, path, headers, body } = request;
  try {
    const response = await target.ask(path, {
      method,
      headers,
      ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    // Said by the server that reads requests, before any door sees them.
    if (response.status === 431) return { status: '431', found: [] };
    const answered = { status: response.status, headers: response.headers, text: await response.text() };
    const found = [...commonFaults(answered), ...door.validate(request, answered)];
    return { status: String(response.status), found };
  } catch (error) {
    return { status: 'none', found: [String(error)] };
  }
}

/** What every answer of every door has to keep. */
function commonFaults({ status, headers }: Answered): string[] {
  const always = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after', 'x-request-id'];
  const missing = always.filter((name) => headers.get(name) === null);
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(status === 429 ? ['the fuzzer ran into the rate limit'] : []),
    ...missing.map((name) => `no header ${name}`),
  ];
}

/** What is wrong with the words that tell a problem, in a body or in the extensions of an error. */
export function problemFaults(reported: Readonly<Record<string, unknown>>): string[] {
  const { code, type, status } = reported;
  const known = typeof code === 'string' && code in PROBLEMS ? PROBLEMS[code as ProblemCode] : null;
  if (known === null) return [`the code ${JSON.stringify(code)} is in no catalogue`];
  return [
    ...(/^http:\/\/[\w.:]+$/.test(String(type).replace(`/problems/${code}`, ''))
      ? []
      : [`${code} has the type ${type}`]),
    ...(status === known.status ? [] : [`${code} has the status ${status}`]),
    ...(known.status >= 500 ? [`it answered ${code}`] : []),
  ];
}

/** The same request from a shell; a body that a shell cannot write stands as JSON text. */
function curlOf({ method, path, headers, body }: MadeRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const { authorization: _secret, ...shown } = headers;
  const parts = Object.entries(shown).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(cut(body))}`];
  return [
    'curl',
    '-X',
    method,
    quoted(cut(`$URL${path}`)),
    '-H "Authorization: Bearer $TOKEN"',
    ...parts,
    ...data,
  ].join(' ');
}

const cut = (text: string) => (text.length > 1_000 ? `${text.slice(0, 1_000)}… (${text.length})` : text);
