// Risk: who may read one kind of object reads another kind through it, or any object by its id.
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldScopeOf } from '../../src/adapters/manifest/selection-scopes.ts';
import { nodeScopeOf, readScopeOf } from '../../src/graphql/read-scope.ts';
import { decodeId, ID_PREFIXES, type IdentifiedType } from '../../src/kernel/ids.ts';
import {
  hasScope,
  ROLES,
  SCOPES,
  type Scope,
  type ScopeExpression,
  scopesIn,
} from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import {
  type Answer,
  type AuthorizationWorld,
  createAuthorizationWorld,
  schema,
} from './support/authorization-world.ts';
import { askFor, type Crossing, crossings, isFreeOfScope } from './support/crossings.ts';
import { leavesOf, rootFields } from './support/root-fields.ts';
import { tokenSession } from './support/token-session.ts';

let world: AuthorizationWorld;
beforeAll(async () => {
  world = await createAuthorizationWorld();
});
afterAll(() => world.close());

type Field = GraphQLField<unknown, unknown>;

const objectTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'));

/** A token of the owner with every scope but those that an expression names. */
function without(scope: ScopeExpression): Session {
  const held = SCOPES.filter((one) => !scopesIn(scope).includes(one));
  return tokenFor(held);
}
const tokenFor = (scopes: readonly Scope[]) => tokenSession(world.owner, scopes);

const codesOf = ({ errors }: Answer) => [...new Set(errors?.map(({ extensions }) => extensions.code) ?? [])];
/** Told to who has written the object. */
const isKeyFact = (name: string) => ['id', 'version', 'type', 'status', 'dryRun', 'progress'].includes(name);
const has = (answer: Answer, alias: string) =>
  new RegExp(`"${alias}":(?!null)`).test(JSON.stringify(answer.data ?? null));

test('only id, code (or SKU), label, labels and public links of a guarded object are readable without its scope', () => {
  const free = objectTypes.flatMap((type) =>
    Object.values(type.getFields())
      .filter(
        (field) =>
          isFreeOfScope(field) && !['id', 'code', 'sku', 'label', 'labels', 'publicUrl'].includes(field.name),
      )
      .map((field) => `${type.name}.${field.name}`),
  );
  expect(free).toEqual([]);
});

test('no object counts or pages objects of another scope, which their own scope would not hide', () => {
  const lists = objectTypes
    .filter((type) => readScopeOf(type) !== null)
    .flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const connection = getNamedType(field.type);
        if (!isObjectType(connection) || !connection.name.endsWith('Connection')) return [];
        const node = connection.getFields().nodes;
        const item = node === undefined ? null : getNamedType(node.type);
        const scope = isObjectType(item) ? readScopeOf(item) : null;
        const isSame = scope === null || JSON.stringify(scope) === JSON.stringify(readScopeOf(type));
        // A field that is an operation of its own is refused as a whole to who lacks its scope.
        const isOwn = JSON.stringify(field.extensions.operation?.scope) === JSON.stringify(scope);
        return isSame || isOwn ? [] : [`${type.name}.${field.name}`];
      }),
    );
  expect(lists).toEqual([]);
});

test('every field that may be refused is nullable, or what leads to its object is', () => {
  const bare: string[] = [];
  const isBare = ({ type }: { readonly type: unknown }) => isNonNullType(type);
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) {
      const scope = field.extensions.operation?.scope;
      if (scope !== 'authenticated' && isBare(field)) bare.push(field.name);
      const payloads = getNamedType(field.type);
      for (const payload of isUnionType(payloads) ? payloads.getTypes() : [])
        for (const edge of Object.values(payload.getFields())) {
          const target = getNamedType(edge.type);
          const read = isObjectType(target) ? readScopeOf(target) : null;
          if (
            isObjectType(target) &&
            read !== null &&
            JSON.stringify(read) !== JSON.stringify(scope) &&
            read !== 'authenticated'
          )
            bare.push(...bareFieldsOf(`${payload.name}.${edge.name}`, edge, target));
        }
    }
  for (const { name, target } of crossings(world.specimens)) {
    const [from = '', via = ''] = name.split(' → ')[0]?.split('.') ?? [];
    const type = schema.getType(from);
    const edge = isObjectType(type) ? type.getFields()[via] : undefined;
    bare.push(...bareFieldsOf(name, edge, target));
  }
  for (const type of objectTypes.filter((one) => one !== schema.getSubscriptionType()))
    for (const field of Object.values(type.getFields())) {
      const own = fieldScopeOf(field);
      if (own !== null && own !== 'authenticated' && own !== readScopeOf(type) && isBare(field))
        bare.push(`${type.name}.${field.name}`);
    }
  expect(bare).toEqual([]);
});

/** The fields below an edge that a refusal would take away with what stands around them. */
function bareFieldsOf(location: string, edge: Field | undefined, target: GraphQLObjectType): string[] {
  const { label } = target.getFields();
  const isAnsweredInPart = label !== undefined && isFreeOfScope(label);
  if (!isAnsweredInPart) return edge === undefined || isNonNullType(edge.type) ? [location] : [];
  return Object.values(target.getFields())
    .filter((field) => !isFreeOfScope(field) && isNonNullType(field.type))
    .map((field) => `${location}.${field.name}`);
}

describe('a field that crosses from one object to another', () => {
  /** A way on which the owner finds something, so that there is something to refuse. */
  async function passableWay({ name, ways }: Crossing): Promise<(selection: string) => string> {
    for (const way of ways)
      if (has(await world.run(way('found: __typename'), {}, world.owner), 'found')) return way;
    throw new Error(`No query finds an object by ${name}: add one to the authorization world.`);
  }

  test('needs the read scope of where it leads, except for code and labels', async () => {
    const wrong: string[] = [];
    const all = crossings(world.specimens);
    for (const crossing of all) {
      const way = await passableWay(crossing);
      const caller = without(crossing.scope);
      for (const field of Object.values(crossing.target.getFields())) {
        const document = way(`kept: __typename ${askFor(field, 'asked', world.specimens)}`);
        const answer = await world.run(document, {}, caller);
        const location = `${crossing.name}.${field.name}`;
        const { label } = crossing.target.getFields();
        if (label !== undefined && isFreeOfScope(label) && !has(answer, 'kept'))
          wrong.push(`${location}: took its object away`);
        if (isFreeOfScope(field)) {
          const byOwner = await world.run(document, {}, world.owner);
          if (codesOf(answer).length > 0) wrong.push(`${location}: ${codesOf(answer)}`);
          if (JSON.stringify(answer.data) !== JSON.stringify(byOwner.data))
            wrong.push(`${location}: another answer`);
          continue;
        }
        if (has(answer, 'asked')) wrong.push(`${location}: was answered`);
        if (codesOf(answer).join() !== 'insufficient-scope') wrong.push(`${location}: ${codesOf(answer)}`);
        const [error] = answer.errors ?? [];
        if (JSON.stringify(error?.extensions.requiredScopes) !== JSON.stringify(scopesIn(crossing.scope)))
          wrong.push(`${location}: asks for ${error?.extensions.requiredScopes}`);
      }
    }
    expect(wrong).toEqual([]);
    const names = [
      'Channel.categoryRoot → Category',
      'Product.channels → Channel',
      'SelectValue.option → Option',
    ];
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  }, 60_000);

  test('needs it also in the answer of a mutation that its caller may call', async () => {
    const wrong: string[] = [];
    let crossed = 0;
    for (const { name, scope, document, dryVariables } of rootFields(world.specimens)) {
      const result = getNamedType(schema.getMutationType()?.getFields()[name]?.type ?? objectTypes[0]);
      const payloads = isUnionType(result)
        ? result.getTypes().filter((type) => type.getInterfaces().length === 0)
        : [];
      for (const field of payloads.flatMap((payload) =>
        Object.values(payload.getFields()).map((one) => ({ payload, one })),
      )) {
        const target = getNamedType(field.one.type);
        const read = isObjectType(target) ? readScopeOf(target) : null;
        if (!isObjectType(target) || read === null || hasScope(tokenFor(scopesIn(scope)), read)) continue;
        crossed += 1;
        const secret = Object.values(target.getFields()).filter(
          (one) => !isFreeOfScope(one) && !isKeyFact(one.name),
        );
        for (const one of secret.slice(0, 3)) {
          const asked = `... on ${field.payload.name} { ${field.one.name} { ${askFor(one, 'asked', world.specimens)} } }`;
          const whole = document.replace('__typename', `__typename ${asked}`);
          // The call before has done its work, whatever it was told.
          await world.renewDoomed();
          const answer = await world.run(whole, dryVariables, tokenFor(scopesIn(scope)));
          const refused =
            codesOf(answer).join() ===
            (scopesIn(scope).length === 0 ? 'role-forbidden' : 'insufficient-scope');
          if (hasScope(tokenFor(scopesIn(scope)), scope) && answer.data?.[name] == null)
            wrong.push(`${name}: took its answer away`);
          if (has(answer, 'asked') || !refused)
            wrong.push(`${name}.${field.one.name}.${one.name}: ${codesOf(answer)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(crossed).toBeGreaterThan(20);
  }, 60_000);
});

describe('an object by its id', () => {
  /** The id of an object of each type that has one. */
  async function idOf(type: string): Promise<string> {
    const list = Object.values(schema.getQueryType()?.getFields() ?? {}).find(
      (field) => getNamedType(field.type).name === `${type}Connection` && field.name !== 'node',
    );
    const single = Object.values(schema.getQueryType()?.getFields() ?? {}).find(
      (field) => getNamedType(field.type).name === type && field.name !== 'node',
    );
    const key = list ?? single;
    if (key === undefined) throw new Error(`No query answers ${type} objects.`);
    const found = rootFields(world.specimens).find(({ name }) => name === key.name);
    const { data } = await world.run(found?.document ?? '', found?.variables ?? {}, world.owner);
    const id = /"id":"([a-z]{3}_[0-9a-f]{32})"/.exec(JSON.stringify(data))?.[1];
    if (id === undefined || decodeId(id)?.type !== type)
      throw new Error(`The authorization world has no ${type}.`);
    return id;
  }

  const nodes = schema
    .getPossibleTypes(schema.getType('Node') as never)
    .map((type) => ({ type, scope: nodeScopeOf(type) as ScopeExpression }));
  const ask = (type: (typeof nodes)[number]['type']) =>
    `query ($id: ID!) { node(id: $id) { id ... on ${type.name} { ${leavesOf(type).join(' ')} } } }`;

  test('knows the read scope of every type that has ids', () => {
    expect(nodes.filter(({ scope }) => scope === null).map(({ type }) => type.name)).toEqual([]);
  });

  test('is answered to those who may read its type, and to nobody else', async () => {
    const wrong: string[] = [];
    for (const { type, scope } of nodes) {
      const id = await idOf(type.name);
      const callers = [
        ...ROLES.map((role) => ({ ...world.owner, role })),
        tokenFor(scopesIn(scope)),
        without(scope),
        { ...tokenFor(SCOPES), role: 'viewer' as const },
      ];
      for (const caller of callers) {
        const answer = await world.run(ask(type), { id }, caller);
        const isAnswered = (answer.data?.node as { id?: string } | null)?.id === id;
        const who = `${caller.credential} of the ${caller.role} for ${[...caller.scopes]}`;
        if (isAnswered !== hasScope(caller, scope))
          wrong.push(`${type.name} by ${who}: ${JSON.stringify(answer)}`);
        if (!isAnswered && !['insufficient-scope', 'role-forbidden'].includes(String(codesOf(answer))))
          wrong.push(`${type.name} by ${who}: ${codesOf(answer)}`);
      }
      expect(codesOf(await world.run(ask(type), { id }, null))).toEqual(['missing-token']);
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test('reads like a missing one to another organization, and a malformed one like both', async () => {
    for (const { type } of nodes) {
      const id = await idOf(type.name);
      const missing = `${id.slice(0, 4)}${'0'.repeat(31)}1`;
      const unknown = [
        '',
        'x',
        missing.slice(0, -1),
        `${missing}0`,
        missing.toUpperCase(),
        `dry_${missing}`,
        `zzz_${id.slice(4)}`,
      ];
      for (const asked of [id, missing, ...unknown]) {
        const answer = await world.run(ask(type), { id: asked }, world.stranger);
        expect({ type: type.name, asked, answer }).toEqual({
          type: type.name,
          asked,
          answer: { data: { node: null } },
        });
      }
    }
  });

  test('of another type is not taken for one of this', async () => {
    const product = await idOf('Product');
    for (const [type, prefix] of Object.entries(ID_PREFIXES) as [IdentifiedType, string][]) {
      if (type === 'Product') continue;
      const id = `${prefix}${product.slice(3)}`;
      expect(await world.run('query ($id: ID!) { node(id: $id) { id } }', { id }, world.owner)).toEqual({
        data: { node: null },
      });
    }
  });
});
