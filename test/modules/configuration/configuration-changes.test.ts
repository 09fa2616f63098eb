// Risk: the history of the configuration hides changes, shows those of others, or codes that nobody can read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { deleteAttribute, updateAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { updateAttributeSet, upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { updateChannel, upsertChannels } from '../../../src/modules/channel/index.ts';
import {
  type ListConfigurationChangesInput,
  listConfigurationChanges,
} from '../../../src/modules/configuration/list-configuration-changes.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import {
  deleteOption,
  updateOption,
  upsertOptionSets,
  upsertOptions,
} from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

/** Writes as a request of its own. */
const write = (
  requestId: string,
  operation: unknown,
  input: unknown,
  session: Session = catalogue.owner,
): Promise<unknown> =>
  catalogue.runner.write(
    { ...session, requestId },
    operation as WriteOperation<WriteContext, unknown, object>,
    input,
  );
const upsert = (requestId: string, operation: unknown, ...patches: object[]) =>
  write(requestId, operation, {
    items: patches.map((patch) => ({ patch })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });

interface Entry {
  readonly kind: string;
  readonly code: string;
  readonly object: string;
  readonly change: string;
  readonly requestId: string;
  readonly [field: string]: unknown;
}
async function history(args: string, session?: Session, fields = ''): Promise<readonly Entry[]> {
  const { data, errors } = await catalogue.execute(
    `{ configurationChanges(${args}) { nodes { sequence kind code object change requestId ${fields} } } }`,
    {},
    session,
  );
  expect(errors).toBeUndefined();
  return (data as { configurationChanges: { nodes: Entry[] } }).configurationChanges.nodes;
}
const inShort = (entries: readonly Entry[]) =>
  entries.map(({ change, kind, code }) => `${change} ${kind} ${code}`);

test('lists changes of the configuration newest first, with labels of what their values name', async () => {
  await upsert(
    'r-1',
    upsertLocales,
    { code: 'en_US', enabled: true },
    { code: 'de_DE', enabled: true, fallback: 'en_US' },
  );
  await upsert('r-1', upsertAttributeGroups, { code: 'looks', labels: { en_US: 'Looks' } });
  await upsert('r-1', upsertOptionSets, { code: 'colors', labels: { en_US: 'Colors' } });
  await upsert(
    'r-1',
    upsertOptions,
    { optionSet: 'colors', code: 'red', labels: { en_US: 'Red', de_DE: 'Rot' } },
    { optionSet: 'colors', code: 'blue', labels: { en_US: 'Blue' } },
  );
  await upsert(
    'r-2',
    upsertAttributes,
    { code: 'color', type: 'select', optionSet: 'colors', labels: { en_US: 'Color', de_DE: 'Farbe' } },
    { code: 'size', type: 'text', labels: { en_US: 'Size' } },
  );
  await write('r-3', updateAttribute, {
    patch: { code: 'color', group: 'looks', defaultValue: 'red', labels: { en_US: 'Colour' } },
  });
  await upsert('r-4', upsertAttributeSets, { code: 'shoe', attributes: [{ code: 'color' }] });
  await write('r-5', updateAttributeSet, {
    patch: { code: 'shoe', attributes: [{ code: 'color' }, { code: 'size' }] },
  });

  expect(inShort(await history('first: 3'))).toEqual([
    'UPDATED ATTRIBUTE_SET shoe',
    'CREATED ATTRIBUTE_SET shoe',
    'UPDATED ATTRIBUTE color',
  ]);
  const [change] = await history(
    'kinds: [ATTRIBUTE], first: 1',
    undefined,
    'label(locale: "de_DE") deleted actor { type name } changes { path locale old new names { kind code label(locale: "de_DE") } }',
  );
  expect(change).toMatchObject({
    requestId: 'r-3',
    label: 'Farbe',
    deleted: false,
    actor: { type: 'user', name: 'Test' },
    changes: [
      { path: 'labels', locale: 'en_US', old: 'Color', new: 'Colour', names: [] },
      {
        path: 'group',
        locale: null,
        old: null,
        new: 'looks',
        names: [{ kind: 'ATTRIBUTE_GROUP', code: 'looks', label: 'Looks' }],
      },
      {
        path: 'default_value',
        locale: null,
        old: null,
        new: 'red',
        names: [{ kind: 'OPTION', code: 'red', label: 'Rot' }],
      },
    ],
  });
  const [ofSet] = await history(
    'kinds: [ATTRIBUTE_SET], first: 1',
    undefined,
    'changes { path names { kind code label } }',
  );
  expect(ofSet?.changes).toEqual([
    {
      path: 'attributes',
      names: [
        { kind: 'ATTRIBUTE', code: 'color', label: 'Farbe' },
        { kind: 'ATTRIBUTE', code: 'size', label: 'Size' },
      ],
    },
  ]);
});

test('finds changes by kind, object, code, option set, actor, time, request and job', async () => {
  const others: Session = {
    ...catalogue.owner,
    actor: { type: 'user', id: 'usr_00000000000000000000000000000007', name: 'Ada' },
  };
  await upsert('r-6', upsertOptionSets, { code: 'finishes' });
  await upsert('r-6', upsertOptions, { optionSet: 'finishes', code: 'red', labels: { en_US: 'Rust' } });
  await write('r-7', updateOption, { patch: { optionSet: 'finishes', code: 'red', active: false } }, others);

  expect(inShort(await history('code: "RED"'))).toEqual([
    'UPDATED OPTION red',
    'CREATED OPTION red',
    'CREATED OPTION red',
  ]);
  expect(inShort(await history('code: "red", optionSet: "Finishes"'))).toEqual([
    'UPDATED OPTION red',
    'CREATED OPTION red',
  ]);
  expect(inShort(await history(`actor: "${others.actor.id}"`))).toEqual(['UPDATED OPTION red']);
  expect(inShort(await history('requestId: "r-2"'))).toEqual([
    'CREATED ATTRIBUTE size',
    'CREATED ATTRIBUTE color',
  ]);
  const [option] = await history('requestId: "r-7"', undefined, 'optionSet label at');
  expect(option).toMatchObject({ optionSet: 'finishes', label: 'Rust' });
  expect(inShort(await history(`object: "${option?.object}"`))).toEqual([
    'UPDATED OPTION red',
    'CREATED OPTION red',
  ]);
  expect(inShort(await history(`since: "${option?.at}", kinds: [OPTION], first: 1`))).toEqual([
    'UPDATED OPTION red',
  ]);
  expect(await history('until: "2020-01-01T00:00:00Z"')).toEqual([]);
  expect(await history('jobId: "job_00000000000000000000000000000001"')).toEqual([]);
});

test('shows what a deleted object was, with its last label', async () => {
  await upsert('r-8', upsertAttributes, { code: 'gone', type: 'text', labels: { en_US: 'Gone' } });
  await write('r-9', deleteAttribute, { patch: { code: 'gone' } });
  const entries = await history('code: "gone"', undefined, 'label deleted changes { path locale old new }');
  expect(entries.map(({ change, label, deleted }) => ({ change, label, deleted }))).toEqual([
    { change: 'DELETED', label: 'Gone', deleted: true },
    { change: 'CREATED', label: 'Gone', deleted: true },
  ]);
  expect(entries[0]?.changes).toContainEqual({ path: 'labels', locale: 'en_US', old: 'Gone', new: null });

  await upsert('r-10', upsertAttributes, { code: 'gone', type: 'number', labels: { en_US: 'Back' } });
  expect((await history('code: "gone"', undefined, 'label deleted')).map(({ label }) => label)).toEqual([
    'Back',
    'Gone',
    'Gone',
  ]);
});

test('names the set of a deleted option', async () => {
  await write('r-15', deleteOption, { patch: { optionSet: 'finishes', code: 'red' } });
  const [entry] = await history('requestId: "r-15"', undefined, 'label changes { path names { kind code } }');
  expect(entry).toMatchObject({ change: 'DELETED', label: 'Rust' });
  expect(entry?.changes).toContainEqual({
    path: 'option_set',
    names: [{ kind: 'OPTION_SET', code: 'finishes' }],
  });
});

test('names locales and currencies in English', async () => {
  await upsert('r-11', upsertCurrencies, { code: 'EUR', enabled: true });
  await upsert('r-11', upsertChannels, { code: 'web', locales: ['en_US'], currencies: ['EUR'] });
  await write('r-12', updateChannel, { patch: { code: 'web', locales: ['en_US', 'de_DE'] } });
  const [entry] = await history(
    'kinds: [CHANNEL], first: 1',
    undefined,
    'changes { path names { code label } }',
  );
  expect(entry?.changes).toEqual([
    {
      path: 'locales',
      names: [
        { code: 'en_US', label: 'American English' },
        { code: 'de_DE', label: 'German (Germany)' },
      ],
    },
  ]);
});

test('pages by cursor and counts', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  let total = 0;
  do {
    const { data } = await catalogue.execute(
      `query ($after: String) { configurationChanges(first: 4, after: $after) {
         totalCount nodes { sequence } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    const page = (data as { configurationChanges: unknown }).configurationChanges as {
      totalCount: number;
      nodes: { sequence: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    seen.push(...page.nodes.map(({ sequence }) => sequence));
    total = page.totalCount;
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  expect(seen.map(Number)).toEqual(seen.map(Number).toSorted((a, b) => b - a));
  expect(seen).toHaveLength(total);
});

test('shows nothing of other organizations, and of kinds that the caller cannot read', async () => {
  const stranger = await catalogue.addOrganization('Other');
  expect(await history('first: 1', stranger)).toEqual([]);
  const [own] = await history('kinds: [ATTRIBUTE], first: 1');
  expect(await history(`object: "${own?.object}"`, stranger)).toEqual([]);

  const { organizationId } = catalogue.owner;
  const reader = sessionOf(organizationId, 'owner', ['settings:read']);
  await upsert('r-13', upsertCategories, { code: 'master', labels: { en_US: 'Master' } });
  await write('r-14', updateChannel, { patch: { code: 'web', categoryRoot: 'master' } });
  const namesFor = async (session: Session) =>
    (await history('requestId: "r-14"', session, 'changes { path names { kind label } }'))[0]?.changes;
  const path = 'category_root';
  expect(await namesFor(catalogue.owner)).toEqual([{ path, names: [{ kind: 'CATEGORY', label: 'Master' }] }]);
  expect(await namesFor(reader)).toEqual([{ path, names: [] }]);
  const kinds = new Set((await history('first: 100', reader)).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(['CHANNEL', 'CURRENCY', 'LOCALE']);
  const read = (session: Session, input: ListConfigurationChangesInput) =>
    catalogue.runner.read(session, listConfigurationChanges, input);
  await expect(read(reader, { kinds: ['attribute'] })).rejects.toMatchObject({ code: 'insufficient-scope' });
  await expect(read(catalogue.owner, { object: 'shoe' })).rejects.toMatchObject({
    code: 'invalid-parameter',
  });
});
