// Risk: a write says or does something else through REST than through GraphQL, or does it twice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuthorizationWorld, createAuthorizationWorld } from './support/authorization-world.ts';
import { type AskRest, leaves, openRestDoor, routes } from './support/rest-door.ts';
import { restRequest } from './support/rest-request.ts';
import { type RootField, rootFields } from './support/root-fields.ts';

const writes = routes.filter(({ operation }) => operation.effect !== 'read');

let world: AuthorizationWorld;
let ask: AskRest;
beforeAll(async () => {
  world = await createAuthorizationWorld();
  ask = openRestDoor(world);
});
afterAll(() => world.close());
beforeEach(() => world.renewDoomed());

const fieldOf = (name: string): RootField => {
  const field = rootFields(world.specimens).find((one) => one.kind === 'mutation' && one.name === name);
  if (field === undefined) throw new Error(`There is no mutation '${name}'.`);
  return field;
};

/** An answer without what differs from one dry run to the next. */
const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replace(/\b(dry_)?[a-z]{3}_[0-9a-f]{32}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
      .replace(/pim_\w+/g, '<token>')
      .replace(/whsec_[\w+/]+=*/g, '<secret>'),
  );

/** What an answer of the graph says, apart from what REST says by status and headers. */
function saidByGraph(data: unknown) {
  const [answer] = Object.values((data ?? {}) as Record<string, Record<string, unknown> | null>);
  const isRefusal = typeof answer?.status === 'number' && Array.isArray(answer.errors);
  const { outcome: _status, dryRun: _header, ...details } = answer ?? {};
  const code = isRefusal ? String(answer.code) : null;
  return { said: leaves(settled(details)), all: leaves(settled(answer)), code };
}

test('every write says through REST what it says through GraphQL, nothing less and nothing more', async () => {
  const before = await world.fingerprint();
  const wrong: object[] = [];
  for (const { operation, route } of writes) {
    const { dryVariables, canBeTried } = fieldOf(operation.name);
    if (!canBeTried) continue;
    const { data, errors } = await world.run(route.prepared.text, dryVariables, world.owner);
    const { path, init } = restRequest(route, dryVariables);
    const response = await ask(path, init, world.owner);
    const json = settled(await response.json()) as Record<string, unknown>;
    const { said, all, code } = saidByGraph(data);
    const reported = leaves(json);
    const keys = new Set(
      [...JSON.stringify(json).matchAll(/"([^"]+)":/g)].map(([, key]) => key?.toLowerCase()),
    );
    const lost = [...said].filter((one) => !reported.has(one) && !keys.has(one));
    const added = [...reported].filter((one) => !all.has(one));
    const { status } = response;
    const isReported = status === 200 && response.headers.get('dry-run') === 'true';
    if (errors !== undefined || code !== null || !isReported || lost.length + added.length > 0)
      wrong.push({ route: route.operationId, status, lost, added, errors, code });
  }
  expect(wrong).toEqual([]);
  expect(await world.fingerprint()).toBe(before);
}, 120_000);

test('every write about an object that is missing is refused alike', async () => {
  const wrong: object[] = [];
  let count = 0;
  for (const { operation, route } of writes) {
    if (!/\{(ref|code|id)\}/.test(route.path)) continue;
    const { dryVariables } = fieldOf(operation.name);
    const key = ['ref', 'code', 'id'].find((name) => name in dryVariables) ?? '';
    const nobodys = String(dryVariables[key]).replace(/^.*$/, (kept) =>
      /^[a-z]{3}_[0-9a-f]{32}$/.test(kept) ? `${kept.slice(0, 4)}${'0'.repeat(31)}1` : `q${kept}`,
    );
    const variables = { ...dryVariables, [key]: nobodys };
    const { data } = await world.run(route.prepared.text, variables, world.owner);
    const [refusal] = Object.values((data ?? {}) as Record<string, Record<string, unknown>>);
    const { path, init } = restRequest(route, variables);
    const response = await ask(path, init, world.owner);
    const { code, status, title, detail, type } = (await response.json()) as Record<string, unknown>;
    const inRest = { code, status, title, detail, type };
    const { code: slug, status: number, title: name, detail: words, type: page } = refusal ?? {};
    const inGraph = { code: slug, status: number, title: name, detail: words, type: page };
    if (JSON.stringify(inRest) !== JSON.stringify(inGraph))
      wrong.push({ route: route.operationId, inRest, inGraph });
    count += 1;
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(30);
}, 120_000);

/** Codes that no object has yet, in the form that the type asks for. */
const FRESH: Readonly<Record<string, readonly string[]>> = {
  Locale: ['pt_PT', 'pt_AO', 'pt_MZ'],
  Currency: ['XXB', 'XXC', 'XXD'],
};

test('a write that is sent twice has one effect, by itself or with its key', async () => {
  const own = await createAuthorizationWorld();
  const askOwn = openRestDoor(own);
  const wrong: object[] = [];
  const idle: string[] = [];
  const unused = new Map(Object.entries(FRESH).map(([type, codes]) => [type, [...codes]]));
  try {
    for (const [index, { operation, route }] of writes.entries()) {
      for (const [type, specimen] of Object.entries(own.specimens))
        if (specimen.fresh !== undefined)
          Object.assign(specimen, { fresh: unused.get(type)?.[0] ?? `fresh_${index}` });
      const field = rootFields(own.specimens).find(
        (one) => one.kind === 'mutation' && one.name === operation.name,
      );
      const { path, init } = restRequest(route, field?.variables ?? {});
      for (const codes of unused.values())
        if (`${path} ${init.body}`.includes(codes[0] ?? ' ')) codes.shift();
      const keyed = operation.retry === 'with-key' ? { 'idempotency-key': `twice-${index}` } : {};
      const send = () => askOwn(path, { ...init, headers: { ...init.headers, ...keyed } }, own.owner);
      const before = await own.fingerprint();
      const first = await send();
      const once = await own.fingerprint();
      const again = await send();
      const twice = await own.fingerprint();
      const statuses = [first.status, again.status];
      if (operation.retry === 'unsafe') continue;
      if (once === before) idle.push(`${route.operationId} ${first.status}`);
      if (twice !== once || first.status >= 500 || again.status >= 500)
        wrong.push({ route: route.operationId, statuses, effects: twice === once ? 1 : 2 });
      if (operation.retry === 'with-key' && again.headers.get('idempotency-replayed') !== 'true')
        wrong.push({ route: route.operationId, statuses, replayed: false });
    }
  } finally {
    await own.close();
  }
  expect(wrong).toEqual([]);
  // The product keeps its picture; a preview writes nothing; the file to be put in place is deleted already; version 1 has what the objects have; the deleted product is back already; the job waits and the product is in review already; the others are enabled already.
  expect(idle).toEqual([
    'linkMedia 200',
    'previewBulkEdit 200',
    'previewImport 200',
    'replaceMedia 410',
    'restoreEntityRevision 200',
    'restoreProductRevision 200',
    'restoreProducts 200',
    'retryJob 409',
    'setProductStatuses 200',
    'updateCurrency 200',
    'updateLocale 200',
  ]);
}, 120_000);
