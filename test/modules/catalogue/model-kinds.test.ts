// Risk: a kind of the model is written, changed or deleted by other rules than the rest, or in part.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/kernel/scopes.ts';
import type { Session } from '../../../src/kernel/session.ts';
import type { ModelKind } from '../../../src/modules/catalogue/model-kinds.ts';
import { CONFIGURATION_RESOURCES } from '../../../src/modules/configuration/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';
import { lastSequenceOf } from '../../support/last-sequence.ts';

let catalogue: TestOrganization;
let owner: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

async function newOwner(): Promise<Session> {
  const session = await catalogue.addOrganization('Kinds');
  await seedClothingCatalogue(catalogue, session);
  return session;
}

const APPLY = `mutation ($input: ApplyModelInput!, $dryRun: Boolean! = false) { applyModel(input: $input, dryRun: $dryRun) {
  __typename
  ... on ApplyModelPayload { created updated unchanged deleted results { kind code outcome version } }
  ... on Problem { code errors { code path message usedBy { type code } currentVersion conflicts { path locale old new } } }
} }`;

interface Applied {
  readonly __typename: string;
  readonly results: readonly { kind: string; code: string; outcome: string; version: number }[];
  readonly errors: readonly {
    code: string;
    path: readonly string[];
    usedBy: readonly { type: string; code: string }[] | null;
    currentVersion: number | null;
    conflicts: readonly { path: string }[] | null;
  }[];
}

async function apply(input: object, { session = owner, dryRun = false } = {}): Promise<Applied> {
  const { data, errors } = await catalogue.execute(APPLY, { input, dryRun }, session);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.applyModel as Applied;
}

const labels = (text: string) => ({ labels: [{ locale: 'en_US', text }] });
const textAttribute = { code: 'other', type: 'TEXT' };

/** The other change of a kind that has one field only. */
const NOTHING = {};

interface KindCase {
  /** Field of the input in which the kind is listed. */
  readonly field: string;
  readonly code: string;
  readonly create: object;
  /** Changes of two fields that have nothing in common; `changed` is the path of the first in events. */
  readonly changes: readonly [object, object];
  readonly changed: string;
  /** An input or a mutation that creates a user of the object. */
  readonly user: object | string;
  readonly userType: string;
}

/** A case for each kind. An option is listed below its set. */
const CASES: Readonly<Record<ModelKind, KindCase>> = {
  association_type: {
    field: 'associationTypes',
    code: 'fresh',
    create: labels('Fresh'),
    changes: [labels('One'), { apiName: 'another' }],
    changed: 'labels',
    user: `mutation { createProduct(input: { sku: "USER", attributeSet: "accessories",
      associations: [{ type: "fresh", products: { set: [{ ref: "USED" }] } }] }) { __typename } }`,
    userType: 'Product',
  },
  attribute: {
    field: 'attributes',
    code: 'fresh',
    create: { type: 'TEXT', ...labels('Fresh') },
    changes: [labels('One'), { sortOrder: 4 }],
    changed: 'labels',
    user: { entityTypes: [{ code: 'user', attributes: ['fresh'] }] },
    userType: 'EntityType',
  },
  attribute_group: {
    field: 'attributeGroups',
    code: 'fresh',
    create: labels('Fresh'),
    changes: [labels('One'), { sortOrder: 7 }],
    changed: 'labels',
    user: { attributes: [{ ...textAttribute, group: 'fresh' }] },
    userType: 'Attribute',
  },
  attribute_set: {
    field: 'attributeSets',
    code: 'fresh',
    create: { attributes: [{ code: 'name' }] },
    changes: [labels('One'), { description: 'Another' }],
    changed: 'labels',
    user: 'mutation { createProduct(input: { sku: "USER", attributeSet: "fresh" }) { __typename } }',
    userType: 'Product',
  },
  category: {
    field: 'categories',
    code: 'fresh',
    create: { parent: 'shop' },
    changes: [labels('One'), { parent: 'sale' }],
    changed: 'labels',
    user: { categories: [{ code: 'below', parent: 'fresh' }] },
    userType: 'Category',
  },
  channel: {
    field: 'channels',
    code: 'fresh',
    create: { locales: ['en_US'], currencies: ['EUR'] },
    changes: [labels('One'), { publishGuard: 'COMPLETE' }],
    changed: 'labels',
    user: {
      attributeSets: [
        { code: 'accessories', requiredAttributes: [{ channel: 'fresh', attributes: ['name'] }] },
      ],
    },
    userType: 'AttributeSet',
  },
  currency: {
    field: 'currencies',
    code: 'XTS',
    create: {},
    changes: [{ enabled: true }, NOTHING],
    changed: 'enabled',
    user: { channels: [{ code: 'user', locales: ['en_US'], currencies: ['XTS'] }] },
    userType: 'Channel',
  },
  entity_type: {
    field: 'entityTypes',
    code: 'fresh',
    create: { attributes: ['name'] },
    changes: [labels('One'), { hierarchical: true }],
    changed: 'labels',
    user: { attributes: [{ code: 'other', type: 'ENTITY', entityType: 'fresh' }] },
    userType: 'Attribute',
  },
  locale: {
    field: 'locales',
    code: 'en_ZZ',
    create: {},
    changes: [{ fallback: 'en_US' }, { enabled: true }],
    changed: 'fallback',
    user: { locales: [{ code: 'en_YY', fallback: 'en_ZZ' }] },
    userType: 'Locale',
  },
  measurement_family: {
    field: 'measurementFamilies',
    code: 'fresh',
    create: { standardUnit: 'DROP', units: [{ code: 'DROP', factor: '1' }] },
    changes: [
      labels('One'),
      {
        units: [
          { code: 'DROP', factor: '1' },
          { code: 'DASH', factor: '8' },
        ],
      },
    ],
    changed: 'labels',
    user: { attributes: [{ code: 'other', type: 'MEASUREMENT', measurementFamily: 'fresh' }] },
    userType: 'Attribute',
  },
  option: {
    field: 'options',
    code: 'fresh',
    create: labels('Fresh'),
    changes: [labels('One'), { active: false }],
    changed: 'labels',
    user: { attributes: [{ code: 'other', type: 'SELECT', optionSet: 'colors', defaultValue: 'fresh' }] },
    userType: 'Attribute',
  },
  option_set: {
    field: 'optionSets',
    code: 'fresh',
    create: { options: [{ code: 'only' }] },
    changes: [labels('One'), { sort: 'CODE' }],
    changed: 'labels',
    user: { attributes: [{ code: 'other', type: 'SELECT', optionSet: 'fresh' }] },
    userType: 'Attribute',
  },
};

const inputOf = ({ field, code }: KindCase, fields: object) =>
  field === 'options'
    ? { optionSets: [{ code: 'colors', options: [{ code, ...fields }] }] }
    : { [field]: [{ code, ...fields }] };
const pathOf = ({ field }: KindCase) =>
  field === 'options' ? ['optionSets', '0', 'options', '0'] : [field, '0'];
const kindName = (kind: ModelKind) => kind.toUpperCase();
const deletionOf = (kind: ModelKind, code: string) => ({
  kind: kindName(kind),
  code,
  ...(kind === 'option' ? { optionSet: 'colors' } : {}),
});

/** Every row of the organization's configuration, to compare states. */
async function fingerprint(session: Session): Promise<string> {
  const tables = Object.keys(CASES).map((kind) => `public.${kind}`);
  const parts = tables.map(
    (table) =>
      `SELECT '${table}' AS table, code, version, md5((to_jsonb(row) - 'id' - 'created_at' - 'updated_at')::text) AS hash FROM ${table} AS row WHERE organization_id = $1`,
  );
  const { rows } = await catalogue.database.owner.query(
    `SELECT json_agg(everything ORDER BY everything.table, code, hash)::text AS text FROM (${parts.join(' UNION ALL ')}) AS everything`,
    [session.organizationId],
  );
  return (rows[0] as { text: string }).text;
}

async function addUser({ user }: KindCase): Promise<void> {
  if (typeof user !== 'string') {
    expect(await apply(user)).toMatchObject({ __typename: 'ApplyModelPayload' });
    return;
  }
  const used =
    'mutation { createProduct(input: { sku: "USED", attributeSet: "accessories" }) { __typename } }';
  await catalogue.execute(used, {}, owner);
  const { data } = await catalogue.execute(user, {}, owner);
  expect(data).toEqual({ createProduct: { __typename: 'ProductPayload' } });
}

describe.each(Object.keys(CASES) as ModelKind[])('%s', (kind) => {
  const one = CASES[kind];
  const resultOf = ({ results }: Applied) =>
    results.filter((result) => result.kind === kindName(kind) && result.code === one.code);
  beforeAll(async () => {
    owner = await newOwner();
  });
  afterEach(() => apply({ delete: [deletionOf(kind, one.code)] }));

  test('is created, left as it is, changed and deleted', async () => {
    const outcomes = [];
    const changes = one.changes.filter((change) => change !== NOTHING);
    for (const input of [one.create, one.create, ...changes])
      outcomes.push(...resultOf(await apply(inputOf(one, input))));
    outcomes.push(...resultOf(await apply({ delete: [deletionOf(kind, one.code.toUpperCase())] })));
    const changed = changes.length;
    expect(outcomes.map(({ outcome, version }) => `${outcome} ${version}`)).toEqual([
      'CREATED 1',
      'UNCHANGED 1',
      ...Array.from({ length: changed }, (_, index) => `UPDATED ${index + 2}`),
      `DELETED ${changed + 2}`,
    ]);
  });

  test('is tried with the same result as it is done', async () => {
    const input = inputOf(one, one.create);
    const before = await fingerprint(owner);
    const tried = await apply(input, { dryRun: true });
    expect(await fingerprint(owner)).toBe(before);
    expect(await apply(input)).toEqual(tried);
    const deletion = { delete: [deletionOf(kind, one.code)] };
    const triedDeletion = await apply(deletion, { dryRun: true });
    expect(await apply(deletion)).toEqual(triedDeletion);
    expect(triedDeletion).toMatchObject({ deleted: 1 });
  });

  test('keeps changes of others, unless they are of the same field', async () => {
    const [first, second] = one.changes;
    await apply(inputOf(one, one.create));
    await apply(inputOf(one, first));
    const stale = { ifVersion: 1 };
    const conflict = await apply(inputOf(one, { ...stale, ...first }));
    expect(conflict.errors).toEqual([
      {
        code: 'version-mismatch',
        path: pathOf(one),
        message: expect.any(String),
        usedBy: null,
        currentVersion: 2,
        conflicts: [expect.objectContaining({ path: one.changed })],
      },
    ]);
    const merged = resultOf(await apply(inputOf(one, { ...stale, ...second })));
    const version = second === NOTHING ? 2 : 3;
    expect(merged).toMatchObject([{ outcome: second === NOTHING ? 'UNCHANGED' : 'UPDATED', version }]);
    const deletion = { delete: [{ ...deletionOf(kind, one.code), ifVersion: 1 }] };
    expect((await apply(deletion)).errors).toMatchObject([
      { code: 'version-mismatch', path: ['delete', '0'], currentVersion: version },
    ]);
  });

  test('is refused when it was deleted since, in all', async () => {
    const before = await fingerprint(owner);
    const input = {
      ...inputOf(one, { ...one.create, ifVersion: 1 }),
      ...(kind === 'attribute' ? {} : { attributes: [textAttribute] }),
    };
    expect((await apply(input)).errors).toMatchObject([
      { code: 'reference-not-found', path: [...pathOf(one), 'code'] },
    ]);
    expect((await apply({ delete: [deletionOf(kind, one.code)] })).errors).toMatchObject([
      { code: 'reference-not-found', path: ['delete', '0', 'code'] },
    ]);
    expect(await fingerprint(owner)).toBe(before);
  });

  test('stays while something uses it, and then nothing of the request is written', async () => {
    const shared = owner;
    owner = await newOwner();
    await apply(inputOf(one, one.create));
    await addUser(one);
    const before = await fingerprint(owner);
    const sequence = await lastSequenceOf(catalogue, owner.organizationId);
    const extra = { attributeGroups: [{ code: 'extra' }] };
    const answer = await apply({ ...extra, delete: [deletionOf(kind, one.code)] });
    expect(answer.errors).toMatchObject([
      { code: 'resource-in-use', path: ['delete', '0'], usedBy: [{ type: one.userType }] },
    ]);
    expect(await fingerprint(owner)).toBe(before);
    expect(await lastSequenceOf(catalogue, owner.organizationId)).toBe(sequence);
    owner = shared;
  });

  test('is not written and deleted at once', async () => {
    await apply(inputOf(one, one.create));
    const deletion = deletionOf(kind, one.code);
    const answer = await apply({ ...inputOf(one, {}), delete: [deletion, deletion] });
    expect(answer.errors.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
      'delete.0 value-not-allowed',
      'delete.1 value-not-allowed',
    ]);
  });

  test('is written by who holds the scope of its kind alone, and each item names what lacks', async () => {
    const { scope } = CONFIGURATION_RESOURCES[kind].upsert;
    const others = (['attributes:write', 'settings:write', 'products:write'] as const).filter(
      (other) => other !== scope,
    );
    const holder = sessionOf(owner.organizationId, 'owner', others);
    const answer = await apply(inputOf(one, one.create), { session: holder });
    const problem = { code: 'insufficient-scope', path: pathOf(one) };
    const ofSet = { code: 'insufficient-scope', path: ['optionSets', '0'] };
    const inside = { code: 'insufficient-scope', path: ['optionSets', '0', 'options', '0'] };
    const expected =
      kind === 'option' ? [ofSet, problem] : kind === 'option_set' ? [problem, inside] : [problem];
    expect(answer.errors).toMatchObject(expected);
    const only = sessionOf(owner.organizationId, 'owner', [scope as Scope]);
    expect(await apply(inputOf(one, one.create), { session: only })).toMatchObject({
      __typename: 'ApplyModelPayload',
    });
  });

  test('of another organization is neither changed nor deleted', async () => {
    await apply(inputOf(one, one.create));
    const stranger = await catalogue.addOrganization('Stranger');
    const before = await fingerprint(owner);
    const answer = await apply({ delete: [deletionOf(kind, one.code)] }, { session: stranger });
    expect(answer.errors).toMatchObject([{ code: 'reference-not-found', usedBy: null }]);
    await apply({ ...inputOf(one, { ...one.create, ifVersion: 1 }) }, { session: stranger });
    expect(await fingerprint(owner)).toBe(before);
  });
});
