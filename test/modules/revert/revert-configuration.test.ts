// Risk: an undo of a change of the model loses what others have written, or leaves something of it behind.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';

import type { Session } from '../../../src/kernel/session.ts';
import {
  CONFIGURATION_KINDS,
  CONFIGURATION_RESOURCES,
  type ConfigurationKind,
} from '../../../src/modules/configuration/index.ts';
import { createProduct } from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import type { ChangeSelection } from '../../../src/modules/revert/revert-input.ts';
import { readCellWrites } from '../../../src/modules/values/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';

type Patch = Readonly<Record<string, unknown>> & { readonly code: string };

const unit = (code: string, factor: string) => ({ code, symbol: code, labels: {}, factor, offset: '0' });

/** An object of each kind that does not exist yet, and a change of it. */
const SPECIMENS: Readonly<Record<ConfigurationKind, { readonly created: Patch; readonly changed: object }>> =
  {
    locale: {
      created: { code: 'es_ES', enabled: true, fallback: 'en_US' },
      changed: { enabled: false, fallback: null },
    },
    currency: { created: { code: 'CHF', enabled: true }, changed: { enabled: false } },
    measurement_family: {
      created: { code: 'depth', standardUnit: 'MM', units: [unit('MM', '1'), unit('CM', '10')] },
      changed: { labels: { en_US: 'Depth' }, units: [unit('MM', '1'), unit('CM', '10'), unit('M', '1000')] },
    },
    category: {
      created: { code: 'boots', parent: 'clothes', labels: { en_US: 'Boots' }, sortOrder: 7 },
      changed: { parent: 'sale', labels: { en_US: null, de_DE: 'Stiefel' } },
    },
    attribute_group: {
      created: { code: 'care', labels: { en_US: 'Care', de_DE: 'Pflege' }, sortOrder: 4 },
      changed: { labels: { de_DE: null }, sortOrder: 9 },
    },
    option_set: {
      created: { code: 'finishes', labels: { en_US: 'Finishes' }, sort: 'manual' },
      changed: { sort: 'label' },
    },
    option: {
      created: { optionSet: 'colors', code: 'lime', labels: { en_US: 'Lime' }, synonyms: ['citrus'] },
      changed: { labels: { en_US: 'Lime green' }, synonyms: [], active: false },
    } as { created: Patch; changed: object },
    attribute: {
      created: { code: 'washing', type: 'text', labels: { en_US: 'Washing' }, validation: { maxLength: 50 } },
      changed: {
        localizable: true,
        validation: { minLength: 2, maxLength: null },
        guidelines: { en_US: 'Short' },
      },
    },
    channel: {
      created: { code: 'fair', locales: ['en_US'], currencies: ['EUR'], categoryRoot: 'shop' },
      changed: { locales: ['en_US', 'fr_FR'], labels: { en_US: 'Fair' }, active: false },
    },
    entity_type: {
      created: { code: 'mill', attributes: ['title', 'origin'], requiredAttributes: { '*': ['title'] } },
      changed: {
        attributes: ['title'],
        attributeAsLabel: 'title',
        requiredAttributes: { '*': null, web: ['title'] },
      },
    },
    association_type: {
      created: { code: 'bundle', quantified: true, labels: { en_US: 'Bundle' } },
      changed: { labels: { en_US: 'Set', de_DE: 'Set' } },
    },
    attribute_set: {
      created: {
        code: 'boot',
        attributes: [{ code: 'color' }, { code: 'title' }],
        requiredAttributes: { '*': ['color'] },
      },
      changed: {
        attributes: [{ code: 'title', sortOrder: 5 }, { code: 'origin' }],
        requiredAttributes: { '*': ['title'] },
        attributeAsLabel: 'title',
        description: 'Boots of all kinds',
      },
    },
    storefront: {
      created: { code: 'outlet', channel: 'web', attributes: ['title', 'color'] },
      changed: { labels: { en_US: 'Outlet' }, facets: ['color'], active: false },
    },
    import_export_profile: {
      created: {
        code: 'supplier',
        direction: 'import',
        resource: 'products',
        format: 'csv',
        options: { delimiter: ';' },
      },
      changed: { options: { delimiter: ',' }, mode: 'create_only', labels: { en_US: 'Supplier' } },
    },
  };

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
});
afterAll(() => catalogue.close());

let requests = 0;
/** Writes as a request of its own, whose id it returns. */
async function inRequest(
  ...writes: readonly (readonly [operation: unknown, input: unknown])[]
): Promise<string> {
  requests += 1;
  const requestId = `request-${requests}`;
  for (const [operation, input] of writes)
    await catalogue.runner.write(
      { ...catalogue.owner, requestId },
      operation as WriteOperation<WriteContext, unknown, object>,
      input,
    );
  return requestId;
}
const create = (kind: ConfigurationKind, patch: object) =>
  [CONFIGURATION_RESOURCES[kind].create, patch] as const;
const update = (kind: ConfigurationKind, patch: object) =>
  [CONFIGURATION_RESOURCES[kind].update, { patch }] as const;
const remove = (kind: ConfigurationKind, key: object) =>
  [CONFIGURATION_RESOURCES[kind].delete, { patch: key }] as const;
const keyOf = ({ code, optionSet }: Patch) => (optionSet === undefined ? { code } : { code, optionSet });

async function revert(selection: ChangeSelection, settings: object = {}, session?: Session) {
  requests += 1;
  const requestId = `request-${requests}`;
  const { output } = await catalogue.runner.write(
    { ...(session ?? catalogue.owner), requestId },
    revertChanges,
    { selection, onConflict: 'skip', webhooks: 'summary', dryRun: false, ...settings },
  );
  if (output.report === null) throw new Error('It became a job.');
  return { ...output.report, requestId };
}

/** Returns all documents of the configuration with their ids. */
async function documents(): Promise<Readonly<Record<string, unknown>>> {
  const { organizationId } = catalogue.owner;
  const all = await catalogue.runner.read(
    catalogue.owner,
    {
      name: 'allDocuments',
      scope: 'authenticated',
      errors: [],
      effect: 'read',
      retry: 'safe',
      handler: async (context: never) =>
        Promise.all(
          CONFIGURATION_KINDS.map(async (kind) => {
            const stored = await CONFIGURATION_RESOURCES[kind].store.loadAll(context, organizationId);
            return stored.map(({ id, document }) => [`${kind} ${id}`, document] as const);
          }),
        ),
    } as never,
    null,
  );
  return Object.fromEntries((all as [string, unknown][][]).flat());
}

const NO_CHANGES = {
  updated: 0,
  deleted: 0,
  restored: 0,
  unchanged: 0,
  skipped: 0,
  conflicts: [],
  notReverted: [],
};

describe.each(CONFIGURATION_KINDS)('a change of the kind %s', (kind) => {
  const { created, changed } = SPECIMENS[kind];

  test('is undone and done again: creation, update and deletion', async () => {
    const first = await documents();
    const creation = await inRequest(create(kind, created));
    const withObject = await documents();
    const undone = await revert({ requestId: creation });
    expect(undone).toMatchObject({ ...NO_CHANGES, changes: 1, deleted: 1 });
    expect(await documents()).toEqual(first);
    expect(await revert({ requestId: undone.requestId })).toMatchObject({ ...NO_CHANGES, restored: 1 });
    expect(await documents()).toEqual(withObject);

    const change = await inRequest(update(kind, { ...changed, ...keyOf(created) }));
    const withChange = await documents();
    expect(withChange).not.toEqual(withObject);
    const back = await revert({ requestId: change });
    expect(back).toMatchObject({ ...NO_CHANGES, updated: expect.any(Number) });
    expect(await documents()).toEqual(withObject);
    expect(await revert({ requestId: back.requestId })).toMatchObject({ conflicts: [] });
    expect(await documents()).toEqual(withChange);

    const deletion = await inRequest(remove(kind, keyOf(created)));
    expect(await documents()).toEqual(first);
    const restored = await revert({ requestId: deletion });
    expect(restored).toMatchObject({ ...NO_CHANGES, changes: 1, restored: 1 });
    expect(await documents()).toEqual(withChange);
    expect(await revert({ requestId: restored.requestId })).toMatchObject({ ...NO_CHANGES, deleted: 1 });
    expect(await documents()).toEqual(first);
  });

  test('is tried without a trace', async () => {
    const creation = await inRequest(create(kind, created));
    const before = await documents();
    expect(await revert({ requestId: creation }, { dryRun: true })).toMatchObject({
      deleted: 1,
      conflicts: [],
    });
    expect(await documents()).toEqual(before);
    await revert({ requestId: creation });
  });
});

test('fields and texts that others have changed since stay, and are listed', async () => {
  const { created } = SPECIMENS.attribute;
  await inRequest(create('attribute', created));
  const change = await inRequest(
    update('attribute', {
      code: 'washing',
      labels: { en_US: 'Laundry', de_DE: 'Wäsche' },
      sortOrder: 30,
      validation: { minLength: 3, maxLength: 60 },
    }),
  );
  await inRequest(
    update('attribute', { code: 'washing', labels: { en_US: 'Cleaning' }, validation: { maxLength: 70 } }),
  );
  const report = await revert({ requestId: change });
  expect(report).toMatchObject({ updated: 1, skipped: 0 });
  expect(report.conflicts).toMatchObject([
    {
      type: 'attribute',
      ref: 'washing',
      path: 'labels',
      locale: 'en_US',
      wanted: 'Washing',
      present: 'Cleaning',
      code: 'changed-since',
      changedBy: { name: 'Test' },
    },
    { path: 'validation', code: 'changed-since', present: { min_length: 3, max_length: 70 } },
  ]);
  const washing = async () =>
    Object.values(await documents()).find((one) => (one as Patch).code === 'washing');
  expect(await washing()).toMatchObject({
    labels: { en_US: 'Cleaning' },
    sortOrder: 0,
    validation: { maxLength: 70 },
  });

  await revert({ requestId: change }, { onConflict: 'force' });
  expect(await washing()).toMatchObject({ labels: { en_US: 'Washing' }, validation: { maxLength: 50 } });
  await inRequest(remove('attribute', { code: 'washing' }));
});

test('entries that others have added to a list stay', async () => {
  await inRequest(
    create('attribute_set', { code: 'list', attributes: [{ code: 'title' }, { code: 'color' }] }),
  );
  const change = await inRequest(
    update('attribute_set', { code: 'list', attributes: [{ code: 'origin' }, { code: 'color' }] }),
  );
  await inRequest(
    update('attribute_set', {
      code: 'list',
      attributes: [{ code: 'origin' }, { code: 'color' }, { code: 'founded' }],
    }),
  );
  expect(await revert({ requestId: change })).toMatchObject({ updated: 1, conflicts: [] });
  const list = Object.values(await documents()).find((one) => (one as Patch).code === 'list');
  expect((list as { attributes: Patch[] }).attributes.map(({ code }) => code)).toEqual([
    'title',
    'color',
    'founded',
  ]);
  await inRequest(remove('attribute_set', { code: 'list' }));
});

test('users of an object prevent the undo of its creation and are named', async () => {
  const creation = await inRequest(
    create('option', { optionSet: 'colors', code: 'teal', labels: { en_US: 'Teal' } }),
  );
  await inRequest([
    createProduct,
    {
      sku: 'TEAL-1',
      attributeSet: 'accessories',
      values: readCellWrites({ color: 'teal' }).writes,
    },
  ]);
  const before = await documents();
  const report = await revert({ requestId: creation });
  expect(report).toMatchObject({ deleted: 0, skipped: 1 });
  expect(report.conflicts).toMatchObject([
    { type: 'option', ref: 'teal', path: null, code: 'resource-in-use' },
  ]);
  expect(report.conflicts[0]?.message).toContain('TEAL-1');
  expect(await documents()).toEqual(before);
});

test('a model that refers to itself in a circle is undone and done again as a whole', async () => {
  const first = await documents();
  const model = await inRequest(
    create('option_set', { code: 'fits' }),
    create('option', { optionSet: 'fits', code: 'slim' }),
    create('attribute', { code: 'fit', type: 'select', optionSet: 'fits' }),
    create('entity_type', { code: 'tailor', labels: { en_US: 'Tailor' } }),
    create('attribute', { code: 'teacher', type: 'entity', entityType: 'tailor' }),
    update('entity_type', { code: 'tailor', attributes: ['teacher', 'title'], attributeAsLabel: 'title' }),
    create('attribute_set', { code: 'suit', attributes: [{ code: 'fit' }, { code: 'teacher' }] }),
  );
  const whole = await documents();
  const undone = await revert({ requestId: model });
  expect(undone).toMatchObject({ ...NO_CHANGES, changes: 7, deleted: 6 });
  expect(await documents()).toEqual(first);
  const again = await revert({ requestId: undone.requestId });
  expect(again).toMatchObject({ restored: 6, conflicts: [] });
  expect(await documents()).toEqual(whole);
  expect(await revert({ requestId: again.requestId })).toMatchObject({ deleted: 6, conflicts: [] });
  expect(await documents()).toEqual(first);
});

test('what went for good with a deletion is reported and not claimed', async () => {
  const { database, owner } = catalogue;
  await inRequest(
    create('option_set', { code: 'kept' }),
    create('option', { optionSet: 'kept', code: 'one' }),
  );
  const withSet = await documents();
  const deletion = await inRequest(remove('option_set', { code: 'kept' }));
  expect(await revert({ requestId: deletion })).toMatchObject({ restored: 2, conflicts: [] });
  expect(await documents()).toEqual(withSet);

  const again = await inRequest(remove('option_set', { code: 'kept' }));
  await inRequest(create('option_set', { code: 'kept', sort: 'code' }));
  const report = await revert({ requestId: again });
  expect(report.conflicts).toMatchObject([{ type: 'option_set', ref: 'kept', code: 'duplicate-code' }]);
  expect(report).toMatchObject({ restored: 1, skipped: 1 });
  const { rows } = await database.owner.query(
    `SELECT code FROM public.option WHERE organization_id = $1 AND option_set = 'kept'`,
    [owner.organizationId],
  );
  expect(rows).toEqual([{ code: 'one' }]);
});

test('changes of another organization are like missing ones, and each kind needs its scope', async () => {
  const creation = await inRequest(create('attribute_group', { code: 'secret' }));
  const before = await documents();
  const stranger = await catalogue.addOrganization('Stranger');
  const refusalOf = (requestId: string) =>
    revert({ requestId }, {}, stranger).catch((error: unknown) => (error as { code: string }).code);
  expect(await refusalOf(creation)).toBe('not-found');
  expect(await refusalOf('request-nobody')).toBe('not-found');
  const { organizationId } = catalogue.owner;
  const writer = sessionOf(organizationId, 'owner', ['products:write', 'settings:write']);
  await expect(revert({ requestId: creation }, {}, writer)).rejects.toMatchObject({
    code: 'insufficient-scope',
  });
  expect(await documents()).toEqual(before);
  await revert({ requestId: creation });
});

test('the history says that a change takes others back', async () => {
  const creation = await inRequest(create('attribute_group', { code: 'short' }));
  await revert({ requestId: creation });
  const { data } = await catalogue.execute(
    '{ configurationChanges(code: "short") { nodes { change revert deleted } } }',
  );
  expect(data).toEqual({
    configurationChanges: {
      nodes: [
        { change: 'DELETED', revert: true, deleted: true },
        { change: 'CREATED', revert: false, deleted: true },
      ],
    },
  });
});

const SEQUENCES = Number(process.env.REVERT_MODEL_SEQUENCES ?? 12);
const CHANGES = 12;

test(
  'random sequences of changes, taken back in reverse or at once, leave everything as before',
  async () => {
    const random = seededRandom();
    const { organizationId } = catalogue.owner;
    const lastSequence = async () => {
      const { rows } = await catalogue.database.owner.query(
        'SELECT last_sequence::int AS last FROM ledger.counter WHERE organization_id = $1',
        [organizationId],
      );
      return Number(rows[0].last);
    };
    const first = await documents();
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      const start = await lastSequence();
      const done: string[] = [];
      while (done.length < CHANGES) {
        try {
          const before = await lastSequence();
          const requestId = await inRequest(randomChange(random));
          // An update that changes nothing has no event.
          if ((await lastSequence()) > before) done.push(requestId);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }
      const end = await lastSequence();
      if (sequence % 2 === 0) {
        for (const requestId of done.toReversed()) {
          const { conflicts } = await revert({ requestId });
          expect(conflicts).toEqual([]);
        }
      } else {
        const sequences = Array.from({ length: end - start }, (_, index) => String(start + index + 1));
        expect((await revert({ sequences })).conflicts).toEqual([]);
      }
      expect(await documents()).toEqual(first);
    }
  },
  120_000 + SEQUENCES * 10_000,
);

/** Returns a change of a small model, which its rules may reject. */
function randomChange(random: SeededRandom): readonly [unknown, unknown] {
  const number = (limit: number) => random.integer(0, limit - 1);
  const code = (prefix: string) => `${prefix}${number(3)}`;
  const labels = { [random.pick(['en_US', 'de_DE'])]: random.pick(['One', 'Two', null]) };
  const members = () => [0, 1, 2].filter(() => number(2) === 0).map((one) => `attribute${one}`);
  const patches: Partial<Record<ConfigurationKind, () => Patch>> = {
    attribute_group: () => ({ code: code('group'), labels, sortOrder: number(5) }),
    attribute: () => ({
      code: code('attribute'),
      type: 'text',
      labels,
      group: random.pick([null, code('group')]),
      validation: { maxLength: random.pick([null, 10, 20]) },
    }),
    attribute_set: () => ({
      code: code('set'),
      labels,
      attributes: members().map((member) => ({ code: member, sortOrder: number(9) })),
      requiredAttributes: { '*': members(), web: null },
    }),
    entity_type: () => ({ code: code('type'), labels, attributes: members() }),
    category: () => ({ code: code('category'), labels, parent: random.pick([null, code('category')]) }),
    option_set: () => ({ code: code('options'), labels, sort: random.pick(['manual', 'code']) }),
    option: () => ({ optionSet: code('options'), code: code('option'), labels, active: number(2) === 0 }),
    channel: () => ({
      code: code('channel'),
      labels,
      locales: random.pick([['en_US'], ['en_US', 'fr_FR'], ['de_DE']]),
      currencies: ['EUR'],
      categoryRoot: random.pick([null, code('category')]),
    }),
    association_type: () => ({ code: code('link'), labels }),
  };
  const kind = random.pick(Object.keys(patches) as ConfigurationKind[]);
  const patch = patches[kind]?.() ?? { code: 'none' };
  const verb = number(4);
  if (verb === 0) return remove(kind, keyOf(patch));
  return verb === 1 ? update(kind, patch) : create(kind, patch);
}
