// Risk: REST answers something else than GraphQL does, or opens what GraphQL keeps shut.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExposedOperation, RestRoute } from '../../src/adapters/manifest/exposed-operation.ts';
import { hasScope, SCOPES, type Scope, scopesIn } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { accessDenied } from '../../src/platform/operation/authorize.ts';
import { stripSignatures } from '../../src/platform/storage/file-links.ts';
import { type AuthorizationWorld, createAuthorizationWorld } from './support/authorization-world.ts';
import { leaves, openRestDoor, routes } from './support/rest-door.ts';
import { tokenSession } from './support/token-session.ts';

let world: AuthorizationWorld;
let ask: (route: RestRoute, keys: 'kept' | 'nobody', caller: Session | null) => Promise<Asked>;
interface Asked {
  readonly status: number;
  readonly text: string;
  readonly code: string;
}

beforeAll(async () => {
  world = await createAuthorizationWorld();
  const askRest = openRestDoor(world);
  ask = async (route, keys, session) => {
    const query = route.hasDryRun ? '?dry_run=true' : '';
    const hasBody = route.method === 'POST' || route.method === 'PATCH';
    const init = {
      method: route.method,
      ...(hasBody ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
    };
    const response = await askRest(`${pathOf(route, keys)}${query}`, init, session);
    const text = await response.text();
    const code = response.status >= 400 ? String(JSON.parse(text).code) : 'allowed';
    return { status: response.status, text, code };
  };
});
afterAll(() => world.close());

/** Keys that nobody has, in the form of those that somebody has. */
const NOBODYS: Readonly<Record<string, string>> = { de_DE: 'xx_XX', EUR: 'XXA' };

/** Every object has a first version. */
const numbered = (path: string) => path.replace('{version}', '1');

function pathOf({ path: template, prepared }: RestRoute, keys: 'kept' | 'nobody'): string {
  const path = numbered(template);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return parameters.reduce((text, name) => {
    const kept = name === parameters.at(-1) ? keyFor(path, prepared.answer.typeName) : ownerKey(name);
    const nobodys =
      NOBODYS[kept] ??
      (/^(tok|whk|dlv|sfk)_/.test(kept) ? `${kept.slice(0, 4)}${'0'.repeat(31)}1` : `q${kept}`);
    return text.replace(`{${name}}`, keys === 'kept' ? kept : nobodys);
  }, path);
}

/** The object that a path is about, by the collection in front of its last parameter. */
const OWNERS: Readonly<Record<string, string>> = {
  products: 'Product',
  'category-slugs': 'CategoryBySlug',
  'product-slugs': 'ProductBySlug',
  media: 'Media',
  jobs: 'Job',
  profiles: 'ImportExportProfile',
  tokens: 'AccessToken',
  webhooks: 'WebhookEndpoint',
  deliveries: 'WebhookDelivery',
  'association-types': 'AssociationType',
  'attribute-groups': 'AttributeGroup',
  'attribute-sets': 'AttributeSet',
  attributes: 'Attribute',
  categories: 'Category',
  channels: 'Channel',
  currencies: 'Currency',
  storefronts: 'Storefront',
  'storefront-keys': 'StorefrontKey',
  'saved-views': 'SavedView',
  comments: 'Comment',
  'deleted-entities': 'DeletedEntity',
  'deleted-products': 'DeletedProduct',
  locales: 'Locale',
  'entity-types': 'EntityType',
  entities: 'Entity',
  'measurement-families': 'MeasurementFamily',
  'option-sets': 'OptionSet',
  options: 'Option',
};
function keyFor(path: string, typeName: string): string {
  const before = path.slice(0, path.lastIndexOf('/{')).split('/');
  const collection = before.findLast((segment) => !segment.startsWith('{')) ?? '';
  const kept = world.specimens[OWNERS[collection] ?? '']?.kept;
  if (kept === undefined) throw new Error(`No specimen for ${path} (${typeName}): add its collection.`);
  return kept;
}
const OWNER_OF: Readonly<Record<string, string>> = {
  channel: 'Channel',
  locale: 'Locale',
  entity_type: 'EntityType',
  webhook_id: 'WebhookEndpoint',
};
const ownerKey = (name: string) => world.specimens[OWNER_OF[name] ?? 'OptionSet']?.kept ?? '';

const token = (scopes: readonly Scope[]) => tokenSession(world.owner, scopes);

function callersFor({ scope }: ExposedOperation): (Session | null)[] {
  const needed = scopesIn(scope);
  return [
    null,
    world.owner,
    { ...world.owner, role: 'viewer' },
    { ...world.owner, role: 'reviewer' },
    token(needed),
    ...needed.map((one) => token(SCOPES.filter((other) => other !== one))),
    { ...token(SCOPES), role: 'viewer' },
  ];
}

// First, so that nothing has been compiled before.
test('a read says the same the first time, interpreted, and the fourth, compiled', async () => {
  const differing: string[] = [];
  for (const { operation, route } of routes.filter(({ operation: { effect } }) => effect === 'read')) {
    const texts: string[] = [];
    for (let time = 1; time <= 4; time += 1)
      texts.push(stripSignatures((await ask(route, 'kept', world.owner)).text));
    if (texts.some((text) => text !== texts[0])) differing.push(operation.name);
  }
  expect(differing).toEqual([]);
}, 60_000);

test('every route lets pass and refuses whom GraphQL lets pass and refuses', async () => {
  const before = await world.fingerprint();
  const wrong: string[] = [];
  for (const { operation, route } of routes) {
    for (const caller of callersFor(operation)) {
      const expected =
        caller === null
          ? 'missing-token'
          : hasScope(caller, operation.scope)
            ? 'allowed'
            : accessDenied(caller, operation.scope, '').code;
      const { code, status } = await ask(route, operation.effect === 'read' ? 'kept' : 'nobody', caller);
      const seen = status === 401 || status === 403 || status >= 500 ? code : 'allowed';
      if (seen !== expected) wrong.push(`${route.operationId} by ${caller?.role}: ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await world.fingerprint()).toBe(before);
}, 120_000);

test('a root field and its routes ask for the same scope', () => {
  const differing = routes.filter(({ operation: { name, scope, field } }) => {
    return !name.includes('.') && JSON.stringify(scope) !== JSON.stringify(field.extensions.operation?.scope);
  });
  expect(differing.map(({ route }) => route.operationId)).toEqual([]);
});

test('every read says through REST what it says through GraphQL, nothing less and nothing more', async () => {
  const compared: string[] = [];
  for (const { operation, route } of routes) {
    if (operation.effect !== 'read' || route.method !== 'GET') continue;
    const { status, text } = await ask(route, 'kept', world.owner);
    expect({ route: route.operationId, status }).toEqual({ route: route.operationId, status: 200 });
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const keys = pathOf(route, 'kept').split('/');
    const variables = Object.fromEntries(
      names.map((name) => [
        name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
        name === 'version' ? 1 : keys[route.path.split('/').indexOf(`{${name}}`)],
      ]),
    );
    const { data, errors } = await world.run(route.prepared.text, variables, world.owner);
    expect(errors).toBe(undefined);
    const { search_after: _cursor, has_more: _more, ...json } = JSON.parse(text) as Record<string, unknown>;
    const [asked, reported] = [leaves(data), leaves(json)];
    const keysInJson = new Set([...text.matchAll(/"([^"]+)":/g)].map(([, key]) => key?.toLowerCase()));
    const lost = [...asked].filter((one) => !reported.has(one) && !keysInJson.has(one));
    const added = [...reported].filter((one) => !asked.has(one));
    expect({ route: route.operationId, lost, added }).toEqual({
      route: route.operationId,
      lost: [],
      added: [],
    });
    compared.push(route.operationId);
  }
  expect(compared.length).toBe(routes.filter(({ route }) => route.method === 'GET').length);
}, 60_000);

test('the owner of another organization cannot tell an object of this one from one that is missing', async () => {
  const before = await world.fingerprint();
  const reported: string[] = [];
  for (const { route } of routes.filter(({ route: { path } }) => path.includes('{'))) {
    const foreign = await ask(route, 'kept', world.stranger);
    const missing = await ask(route, 'nobody', world.stranger);
    const plain = ({ status, text }: Asked, keys: 'kept' | 'nobody') =>
      pathOf(route, keys)
        .split('/')
        .filter((segment) => !numbered(route.path).includes(`/${segment}`))
        .reduce(
          (said, key) =>
            said
              .replaceAll(`'${key}'`, "'key'")
              .replaceAll(`"${key}"`, '"key"')
              .replaceAll(`"${key}/`, '"key/')
              .replaceAll(`'${key}/`, "'key/")
              .replaceAll(`/${key}`, '/key'),
          `${status} ${text}`,
        );
    if (plain(foreign, 'kept') !== plain(missing, 'nobody'))
      reported.push(`${route.operationId}: ${plain(foreign, 'kept')} instead of ${plain(missing, 'nobody')}`);
  }
  expect(reported).toEqual([]);
  expect(await world.fingerprint()).toBe(before);
}, 60_000);
