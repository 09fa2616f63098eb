import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import type { Examples, OperationExample } from '../../../src/adapters/rest/openapi/examples.ts';
import { openApiDocument } from '../../../src/adapters/rest/openapi/openapi-document.ts';
import { openMediaStorage } from '../../../src/app.ts';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { assertMatchesOpenApi } from '../../support/openapi-conformance.ts';
import type { ServedProgram } from '../../support/served-program.ts';
import type { Sender, Step } from './example-step.ts';
import { EXAMPLE_TOUR, PROBLEM_TOUR } from './example-tour.ts';
import { keepArchive } from './kept-archive.ts';
import { createStabilizer } from './stable-text.ts';

type Senders = Readonly<Record<Sender, Readonly<Record<string, string>>>>;

interface Reported {
  readonly status: number;
  readonly mediaType: string;
  readonly content: JsonValue;
}

/** Runs both tours over a real port and keeps what was sent and answered, without what differs from run to run. */
export async function recordExamples(served: ServedProgram): Promise<Examples> {
  const startedAt = new Date();
  const stabilize = createStabilizer(startedAt);
  const stabilized = <Value>(value: Value) => stabilize(value as JsonValue) as Value;
  const faults: string[] = [];
  const server = await served.listen();
  const operations: Record<string, OperationExample> = {};
  const problems: Record<string, JsonObject> = {};
  try {
    const senders = await readySenders(served, server.url);
    const ids: Record<string, string> = await givenJobs(served);
    await keepArchive(await openMediaStorage(served.config), served.organizationId);
    const ask = (step: Step) => send(server.url, filled(step, ids), senders);
    for (const step of EXAMPLE_TOUR) {
      const reported = await ask(step);
      if (reported.status >= 300 || hasFailures(reported.content))
        faults.push(`${step.operationId}: ${JSON.stringify(reported.content)}`);
      // The id of what was made is known from here on.
      const made = MADE[step.operationId];
      if (made !== undefined) ids[made] = String((reported.content as JsonObject).id);
      if (step.operationId === 'runProfile') await served.runJob(ids['{import}'] ?? '');
      if (step.isExample) operations[step.operationId] = stabilized(toExample(filled(step, ids), reported));
      if (step.operationId === 'pingWebhook') await arrive(served);
    }
    await expireFirstEvents(served);
    for (const [code, step] of Object.entries(PROBLEM_TOUR)) {
      const problem = (await ask(step)).content as JsonObject;
      if (problem.code !== code) faults.push(`${code}: ${JSON.stringify(problem)}`);
      problems[code] = stabilized(problem);
    }
  } finally {
    await server.close();
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { operations, problems };
}

/** What a step makes whose id later steps need. */
const MADE: Readonly<Record<string, string>> = {
  createAccessToken: '{token}',
  createStorefrontKey: '{key}',
  createSavedView: '{view}',
  createComment: '{comment}',
  createWebhook: '{webhook}',
  pingWebhook: '{delivery}',
  runProfile: '{import}',
};

/** Whether a batch refused one of its items. */
function hasFailures(content: JsonValue): boolean {
  const { summary } = (content ?? {}) as { readonly summary?: { readonly failed: number } };
  return summary !== undefined && summary.failed > 0;
}

const filled = (step: Step, ids: Readonly<Record<string, string>>): Step => ({
  ...step,
  path: Object.fromEntries(Object.entries(step.path).map(([name, value]) => [name, ids[value] ?? value])),
  ...(isObject(step.body)
    ? {
        body: Object.fromEntries(
          Object.entries(step.body).map(([name, value]) => [
            name,
            typeof value === 'string' ? (ids[value] ?? value) : (value ?? null),
          ]),
        ),
      }
    : {}),
});

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const { paths } = openApiDocument(readManifest(guardedSchema())) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
};
const routes = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [String(operation.operationId), { method, path, operation }] as const,
    ),
  ),
);

function routeOf({ operationId }: Step) {
  const route = routes.get(operationId);
  if (route === undefined)
    throw new Error(`There is no operation '${operationId}': take its step out of the tour.`);
  return route;
}

async function send(url: string, step: Step, senders: Senders): Promise<Reported> {
  const { method, path } = routeOf(step);
  const query = new URLSearchParams(
    Object.entries(step.query).map(([name, value]) => [name, inQuery(value ?? null)]),
  );
  const at = `/api/v1${path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(step.path[name] ?? ''))}`;
  const address = query.size === 0 ? at : `${at}?${query}`;
  const response = await fetch(`${url}${address}`, {
    method: method.toUpperCase(),
    ...bodyOf(step),
    headers: {
      ...(step.file === undefined ? { 'content-type': 'application/json' } : {}),
      ...senders[step.by],
      ...step.headers,
    },
  });
  await assertMatchesOpenApi(method.toUpperCase(), at, response);
  const text = await response.text();
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';');
  return {
    status: response.status,
    mediaType,
    content: text === '' ? null : /[/+]json$/.test(mediaType) ? (JSON.parse(text) as JsonValue) : text,
  };
}

function inQuery(value: JsonValue): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function bodyOf({ body, text, file, filename = 'cable-oak.svg' }: Step): {
  readonly body?: string | FormData;
} {
  if (file !== undefined) {
    const form = new FormData();
    form.append('file', new Blob([file]), filename);
    return { body: form };
  }
  if (text !== undefined) return { body: text };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** Longest text in an example, in characters: the schema of a storefront has some twenty thousand. */
const LONGEST_TEXT = 1_000;

const shortened = (content: JsonValue): JsonValue =>
  isObject(content)
    ? Object.fromEntries(
        Object.entries(content).map(([name, value]) => [
          name,
          typeof value === 'string' && value.length > LONGEST_TEXT
            ? `${value.slice(0, LONGEST_TEXT)}…`
            : (value ?? null),
        ]),
      )
    : content;

function toExample(step: Step, { status, mediaType, content }: Reported): OperationExample {
  const { path, query, headers, body, file } = step;
  const isGiven = (part: object) => Object.keys(part).length > 0;
  const described = routeOf(step).operation.responses as Readonly<Record<string, { content?: JsonObject }>>;
  const types = Object.keys(described[String(status)]?.content ?? {});
  return {
    ...(isGiven(path) ? { path } : {}),
    ...(isGiven(query) ? { query } : {}),
    ...(isGiven(headers) ? { headers } : {}),
    ...(body === undefined ? {} : { body: { mediaType: 'application/json', content: body } }),
    ...(file === undefined ? {} : { body: { mediaType: 'multipart/form-data', content: { file } } }),
    status,
    // The bytes of a file have the type of that file; the description has one for all of them.
    ...(content === null
      ? {}
      : {
          answer: {
            mediaType: types.includes(mediaType) ? mediaType : (types[0] ?? mediaType),
            content: shortened(content),
          },
        }),
  };
}

const ORIGIN = 'http://catalograph.test:4000';

async function readySenders(served: ServedProgram, url: string): Promise<Senders> {
  const { email, password } = served.ownerOfIt;
  const signedIn = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const doomed = await served.mint();
  const sender = { cookie, origin: ORIGIN };
  await revoke(served, url, doomed, sender);
  return {
    token: bearer(served.token),
    person: sender,
    reader: bearer(await served.mint(['settings:read'])),
    revoked: bearer(doomed),
    invalid: bearer('pim_unknown'),
    nobody: {},
  };
}

async function revoke(served: ServedProgram, url: string, token: string, headers: Record<string, string>) {
  const { rows } = await served.catalogue.database.owner.query<{ id: string }>(
    'SELECT id FROM public.access_token ORDER BY id DESC LIMIT 1',
  );
  const id = encodeId('AccessToken', rows[0]?.id ?? '');
  const answer = await fetch(`${url}/api/v1/tokens/${id}`, { method: 'DELETE', headers });
  if (answer.status !== 204) throw new Error(`${token.slice(0, 8)} was not revoked: ${await answer.text()}`);
}

/** Drops the first events, so that the feed begins behind them. */
async function expireFirstEvents({ catalogue, organizationId }: ServedProgram): Promise<void> {
  const text = 'DELETE FROM ledger.event WHERE organization_id = $1 AND sequence <= 3';
  await catalogue.database.owner.query(text, [organizationId]);
}

/** Lets the delivery of the ping arrive: examples are recorded without a worker. */
async function arrive({ catalogue, organizationId }: ServedProgram): Promise<void> {
  await catalogue.database.owner.query(
    `UPDATE public.webhook_delivery SET status = 'succeeded', attempt = 1, next_attempt_at = NULL, enqueued_at = NULL,
       finished_at = created_at, attempts = jsonb_build_array(jsonb_build_object(
         'at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status_code', 200,
         'duration_ms', 84, 'error', NULL, 'response_excerpt', 'thanks'))
     WHERE organization_id = $1`,
    [organizationId],
  );
}

/** A job in each state that an operation asks for. */
async function givenJobs({ catalogue, organizationId }: ServedProgram): Promise<Record<string, string>> {
  const { rows } = await catalogue.database.owner.query<{ id: string; name: string }>(
    `INSERT INTO public.job (organization_id, id, type, subject, status, triggered_by, scopes, queued_at, due_at,
                             created_at, updated_at)
     SELECT $1, id, type, subject, status, '{"type":"system","id":"system","name":"Catalograph"}',
            CASE type WHEN 'export' THEN ARRAY['import-export:write', 'products:read'] ELSE '{}' END,
            now() + place * interval '1 second', now() + interval '1 year', now(), now()
     FROM unnest(ARRAY['completed', 'queued', 'failed', 'failed'],
                 ARRAY['recompute', 'recompute', 'recompute', 'export'],
                 ARRAY['lamp', 'light_bulb', 'lamp_accessory', 'products_csv'], $2::uuid[])
       WITH ORDINALITY AS given(status, type, subject, id, place) ORDER BY place
     RETURNING id, CASE type WHEN 'export' THEN 'lost' ELSE status END AS name`,
    // Jobs are listed by their ids, which rise.
    [organizationId, [newId(), newId(), newId(), newId()]],
  );
  return Object.fromEntries(rows.map(({ id, name }) => [`{${name} job}`, encodeId('Job', id)]));
}
