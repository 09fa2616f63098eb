// Risk: who may write an object reads it by writing it: `PATCH {}` answers all that is stored.
import { getNamedType, isInterfaceType, isObjectType, isUnionType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readScopeOf } from '../../src/graphql/read-scope.ts';
import { hasScope, type Scope, scopesIn } from '../../src/kernel/scopes.ts';
import { type AuthorizationWorld, createAuthorizationWorld, schema } from './support/authorization-world.ts';
import { type AskRest, openRestDoor, routes } from './support/rest-door.ts';
import { restRequest } from './support/rest-request.ts';
import { type RootField, rootFields } from './support/root-fields.ts';
import { tokenSession } from './support/token-session.ts';
import { toolArguments } from './support/tool-arguments.ts';
import { type AskTool, openToolDoor, tools } from './support/tool-door.ts';

/** What a writer is told of an object that they may not read. */
const KEY_FACTS = ['id', 'sku', 'code', 'label', 'labels', 'version', 'public_url'];
/** What a writer is told beside it: of a job how far it has come, and what the write itself has made. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  Job: ['type', 'status', 'dry_run', 'progress'],
  WebhookEndpoint: ['secret', 'from_sequence', 'to_sequence'],
};

let world: AuthorizationWorld;
let askRest: AskRest;
let askTool: AskTool;
beforeAll(async () => {
  world = await createAuthorizationWorld();
  askRest = openRestDoor(world);
  askTool = openToolDoor(world).ask;
});
afterAll(() => world.close());
beforeEach(() => world.renewDoomed());

const tokenFor = (scopes: readonly Scope[]) => tokenSession(world.owner, scopes);
/** A token with what the write needs and nothing else. */
const writerOf = ({ scope }: RootField) => tokenFor(scopesIn(scope));

const mutations = () => rootFields(world.specimens).filter(({ kind }) => kind === 'mutation');
const fieldOf = (name: string): RootField => {
  const found = mutations().find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no mutation '${name}'.`);
  return found;
};

describe('a token that may write and not read', () => {
  test('is answered the key facts of what it writes by every route', async () => {
    const wrong: object[] = [];
    const limited: string[] = [];
    for (const { operation, route } of routes) {
      const { answer } = route.prepared;
      const read = readScopeOf(schema.getType(answer.typeName) as never);
      if (operation.effect === 'read' || answer.kind !== 'written' || read === null) continue;
      const field = fieldOf(operation.name);
      const writer = writerOf(field);
      if (scopesIn(field.scope).length === 0 || hasScope(writer, read)) continue;
      await world.renewDoomed();
      const { path, init } = restRequest(route, field.dryVariables);
      const response = await askRest(path, init, writer);
      const json = (await response.json()) as Record<string, unknown>;
      const allowed = [...KEY_FACTS, ...(OF_TYPE[answer.typeName] ?? [])];
      const beyond = Object.keys(json).filter((key) => !allowed.includes(key));
      if (response.status >= 300 || beyond.length > 0 || typeof json.id !== 'string')
        wrong.push({ route: route.operationId, status: response.status, beyond, json });
      limited.push(route.operationId);
    }
    expect(wrong).toEqual([]);
    expect(limited).toEqual(
      expect.arrayContaining([
        'updateProduct',
        'updateAttribute',
        'updateMedia',
        'updateEntity',
        'runProfile',
      ]),
    );
    expect(limited.length).toBeGreaterThan(40);
  }, 120_000);

  test('is answered the key facts of what it writes by every tool', async () => {
    const reported: Record<string, unknown> = {};
    for (const { operation, mcp } of tools.filter((tool) => tool.operation.effect !== 'read')) {
      await world.renewDoomed();
      const field = fieldOf(operation.name);
      const { code, json } = await askTool(mcp.tool, toolArguments(mcp, field.dryVariables), writerOf(field));
      expect({ tool: mcp.tool, code }).toEqual({ tool: mcp.tool, code: 'allowed' });
      reported[mcp.tool] = json;
    }
    const shown = Object.fromEntries(
      Object.entries(reported).map(([tool, json]) => [tool, Object.keys(json as object).sort()]),
    );
    const written = ['dry_run', 'id', 'outcome', 'sku', 'version'];
    const batch = ['dry_run', 'results', 'summary'];
    expect(shown).toEqual({
      add_media: ['attached_to', 'dry_run', 'media', 'outcome'],
      apply_model: ['created', 'deleted', 'dry_run', 'effects', 'results', 'unchanged', 'updated'],
      create_product: written,
      import_data: ['dry_run', 'job'],
      set_product_status: batch,
      update_product: written,
      upsert_entities: batch,
      upsert_products: batch,
    });
    expect(Object.keys((reported.add_media as { media: object }).media).sort()).toEqual([
      ...['code', 'id', 'labels', 'public_url', 'version'],
    ]);
    expect(Object.keys((reported.import_data as { job: object }).job).sort()).toEqual([
      ...['dry_run', 'id', 'progress', 'status', 'type'],
    ]);
  }, 60_000);

  test('reads id, version and code in the answer of every mutation, and nothing else', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const field of mutations()) {
      const writer = writerOf(field);
      if (scopesIn(field.scope).length === 0) continue;
      const result = getNamedType(schema.getMutationType()?.getFields()[field.name]?.type as never);
      const payloads = isUnionType(result) ? result.getTypes() : [result];
      for (const payload of payloads.filter(isObjectType)) {
        for (const part of Object.values(payload.getFields())) {
          const target = getNamedType(part.type);
          const read = isObjectType(target) ? readScopeOf(target) : null;
          if (!isObjectType(target) || isInterfaceType(target) || read === null || hasScope(writer, read))
            continue;
          if (!('id' in target.getFields())) continue;
          count += 1;
          const keys = ['id', 'version', 'code', 'sku'].filter((key) => key in target.getFields());
          const ask = async (selection: string) => {
            await world.renewDoomed();
            const asked = `... on ${payload.name} { ${part.name} { ${selection} } }`;
            const whole = field.document.replace('__typename', `__typename ${asked}`);
            return world.run(whole, field.dryVariables, writer);
          };
          const { data, errors } = await ask(keys.join(' '));
          const reported = (data?.[field.name] as Record<string, object> | null)?.[part.name];
          if (errors !== undefined || reported === undefined || Object.keys(reported).join() !== keys.join())
            wrong.push(`${field.name}.${part.name}: ${JSON.stringify({ data, errors })}`);
          const { errors: refused } = await ask('createdAt');
          if (refused?.[0]?.extensions.code !== 'insufficient-scope')
            wrong.push(`${field.name}.${part.name}.createdAt: ${JSON.stringify(refused)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(40);
  }, 120_000);

  test('reads no value by an empty PATCH, by a stale version or by name', async () => {
    const writer = tokenFor(['products:write']);
    const patch = (path: string, body: object, headers: Record<string, string> = {}) =>
      askRest(
        path,
        {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        },
        writer,
      );
    const empty = await patch('/products/TYPED', {});
    expect(await empty.json()).toEqual({
      id: expect.stringMatching(/^prd_/),
      sku: 'TYPED',
      version: expect.any(Number),
    });
    const own = await patch('/products/TYPED', { values: { d_text: 'mine' } });
    expect(own.status).toBe(200);
    const stale = await patch('/products/TYPED', { values: { d_text: 'again' } }, { 'if-match': '"1"' });
    expect(stale.status).toBe(412);
    expect(((await stale.json()) as { conflicting_changes: unknown }).conflicting_changes).toEqual([
      { path: 'values.d_text', channel: null, locale: null, old: null, new: null },
    ]);
    const named = await patch('/products/TYPED?fields=sku,values', { values: { d_text: 'not written' } });
    expect({ status: named.status, ...((await named.json()) as object) }).toMatchObject({
      status: 403,
      code: 'insufficient-scope',
      required_scopes: ['products:read'],
    });
    const batch = await askRest(
      '/products/batch',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ sku: 'TYPED' }] }),
      },
      writer,
    );
    const { results } = (await batch.json()) as { results: readonly object[] };
    expect(results.map((one) => Object.keys(one).sort())).toEqual([
      ['errors', 'id', 'index', 'publication', 'sku', 'status', 'version'],
    ]);
    const { data } = await world.run('{ product(ref: "TYPED") { data(form: FLAT) } }', {}, world.owner);
    expect(JSON.stringify(data)).toContain('"d_text":"mine"');
  });
});

test('a caller who may read is answered all of it', async () => {
  const reader = tokenFor(['products:write', 'products:read']);
  const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' };
  const reported = (await (await askRest('/products/TYPED', init, reader)).json()) as object;
  expect(Object.keys(reported)).toEqual(
    expect.arrayContaining(['values', 'categories', 'created_at', 'label']),
  );
});
