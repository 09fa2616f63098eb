// Risk: whether a thing was deleted or never there hangs on the method that asks for it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from './support/rest-door.ts';
import { restRequest } from './support/rest-request.ts';
import { rootFields } from './support/root-fields.ts';
import { toolArguments } from './support/tool-arguments.ts';
import { tools } from './support/tool-door.ts';
import { openWorldByApi, type WorldByApi } from './support/world-by-api.ts';

let { world, askRest, askTool, program } = {} as WorldByApi;
beforeAll(async () => {
  ({ world, askRest, askTool, program } = await openWorldByApi());
});
afterAll(() => world.close());
beforeEach(() => world.renewDoomed());

/** What stays behind when it is deleted, by its collection: it can be restored for 30 days. */
const RESTORABLE = [
  { collection: 'products', table: 'product', prefix: 'prd', column: 'sku', key: 'DELETED', argument: 'ref' },
  {
    collection: 'entities',
    table: 'entity',
    prefix: 'ent',
    column: 'code',
    key: 'deleted',
    argument: 'code',
  },
  { collection: 'media', table: 'media', prefix: 'med', column: 'code', key: 'deleted', argument: 'ref' },
] as const;

async function idOf({ table, prefix, column, key }: (typeof RESTORABLE)[number]): Promise<string> {
  const { rows } = await world.catalogue.database.owner.query<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id FROM public.${table}
     WHERE organization_id = $1 AND ${column} = $2 AND deleted_at IS NOT NULL`,
    [world.owner.organizationId, key],
  );
  return `${prefix}_${rows[0]?.id}`;
}

const variablesOf = (name: string) =>
  rootFields(world.specimens).find((field) => field.name === name)?.dryVariables ?? {};

describe.each(RESTORABLE)('a deleted object of $collection', (kind) => {
  const { collection, key, argument } = kind;

  test('is gone (410) by its code and by its id for every route but the one that restores it', async () => {
    const before = await world.fingerprint();
    const asked: string[] = [];
    const wrong: object[] = [];
    const template = collection === 'entities' ? '/entities/{entity_type}/{code}' : `/${collection}/{ref}`;
    for (const { operation, route } of routes) {
      if (!route.path.startsWith(template) || operation.name.startsWith('restore')) continue;
      for (const named of [key, await idOf(kind)]) {
        const variables = {
          ...variablesOf(operation.name),
          [argument]: named,
          entityType: 'brand',
          version: 1,
        };
        const { path, init } = restRequest(route, variables);
        const response = await askRest(path, init, program);
        const { code, title, status } = (await response.json()) as Record<string, unknown>;
        if (response.status !== 410 || status !== 410 || code !== 'deleted' || title !== 'Deleted')
          wrong.push({ route: `${route.method} ${path}`, status: response.status, code });
        asked.push(`${route.method} ${route.path}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...new Set(asked)]).toEqual(
      expect.arrayContaining(['GET', 'PATCH', 'DELETE'].map((method) => `${method} ${template}`)),
    );
    expect(await world.fingerprint()).toBe(before);
  });

  test('is gone for every tool that names it, and refused by every mutation', async () => {
    const wrong: object[] = [];
    const noun = { products: 'product', entities: 'entity', media: 'media' }[collection];
    const pattern = new RegExp(`^(get|update|delete|set)_?${noun}(_?status)?$`, 'i');
    for (const named of [key, await idOf(kind)]) {
      for (const { operation, mcp } of tools) {
        if (!pattern.test(mcp.tool) || !mcp.arguments.keys.has(argument)) continue;
        const given = { ...toolArguments(mcp, variablesOf(operation.name)), [argument]: named };
        const { code, json } = await askTool(mcp.tool, given, program);
        if (code !== 'deleted' || json.status !== 410) wrong.push({ tool: mcp.tool, named, code });
      }
      for (const { name, kind: root, document } of rootFields(world.specimens)) {
        if (root !== 'mutation' || !pattern.test(name)) continue;
        const variables = { ...variablesOf(name), [argument]: named, entityType: 'brand' };
        const { data } = await world.run(document, variables, world.owner);
        const reported = data?.[name] as { code?: string; status?: number } | null;
        if (reported?.code !== 'deleted' || reported.status !== 410)
          wrong.push({ mutation: name, named, reported });
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('configuration that is deleted is missing (404) for every method', async () => {
  const wrong: object[] = [];
  let count = 0;
  const deleted = new Set<string>();
  for (const { operation, route } of routes) {
    if (
      route.method !== 'DELETE' ||
      // They are revoked, and stay listed.
      ['/tokens/', '/storefront-keys/'].some((path) => route.path.startsWith(path)) ||
      RESTORABLE.some(({ collection }) => route.path.startsWith(`/${collection}/`))
    )
      continue;
    const real = { ...variablesOf(operation.name), dryRun: false };
    const { path, init } = restRequest(route, real);
    const response = await askRest(path, init, world.owner);
    expect({ path, status: response.status }).toEqual({ path, status: 204 });
    deleted.add(path);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const again = routes.find((one) => one.route.path === route.path && one.route.method === method);
      if (again === undefined) continue;
      const body = method === 'PATCH' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const reported = await askRest(path, { method, ...body }, world.owner);
      const { code } = (reported.status === 204 ? {} : await reported.json()) as { code?: string };
      if (reported.status !== 404 || code !== 'not-found')
        wrong.push({ method, path, status: reported.status, code });
      count += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(deleted.size).toBeGreaterThan(12);
  expect(count).toBeGreaterThan(36);
});
