// Risk: a private view that others see, a shared one that dies with its maker, or one that no search understands.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { removeMember } from '../../../src/modules/organization/index.ts';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '../../../src/modules/saved-view/index.ts';
import { createTestIdentity, type TestIdentity } from '../../support/identity.ts';

let identity: TestIdentity;
let owner: Session;
let editor: Session;
let viewer: Session;
let stranger: Session;

beforeAll(async () => {
  identity = await createTestIdentity();
  owner = await identity.provision('Acme');
  editor = await identity.enrol(owner.organizationId, 'editor', 'editor@acme.test');
  viewer = await identity.enrol(owner.organizationId, 'viewer', 'viewer@acme.test');
  stranger = await identity.provision('Other');
});
afterAll(() => identity.close());

const save = async (session: Session, name: string, more: object = {}) =>
  (await identity.runner.write(session, createSavedView, { name, resource: 'products', ...more })).output.id;
const change = (session: Session, id: string, patch: object, ifVersion?: number) =>
  identity.runner.write(session, updateSavedView, { id, patch, ifVersion });
const drop = (session: Session, id: string) => identity.runner.write(session, deleteSavedView, { id });

/** The names that somebody sees. */
async function seen(session: Session): Promise<string[]> {
  const { items } = await identity.runner.read(session, listSavedViews, { query: {} });
  return items.map(({ name }) => name);
}

test('a private view is its owner’s alone: for others it looks missing, shared or foreign alike', async () => {
  const id = await save(viewer, 'Mine');
  expect([await seen(viewer), await seen(owner), await seen(stranger)]).toEqual([['Mine'], [], []]);
  for (const other of [owner, editor, stranger]) {
    const refused = { kind: 'not-found', detail: `There is no saved view '${id}'.` };
    await expect(change(other, id, { name: 'Taken' })).rejects.toMatchObject(refused);
    await expect(drop(other, id)).rejects.toMatchObject(refused);
  }
  await drop(viewer, id);
  expect(await seen(viewer)).toEqual([]);
});

test('sharing takes the right to write; what is shared stays when its owner leaves, and others keep it up', async () => {
  const own = await save(viewer, 'Of a viewer');
  await expect(change(viewer, own, { shared: true })).rejects.toMatchObject({ code: 'role-forbidden' });
  const id = await save(editor, 'Team', { shared: true });
  expect(await seen(viewer)).toEqual(['Of a viewer', 'Team']);
  await expect(change(viewer, id, { name: 'No' })).rejects.toMatchObject({ code: 'role-forbidden' });
  await expect(drop(viewer, id)).rejects.toMatchObject({ code: 'role-forbidden' });
  await expect(change(owner, id, { shared: false })).rejects.toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['shared'] }],
  });
  const userId = `usr_${editor.userId?.replaceAll('-', '')}`;
  await identity.runner.write(owner, removeMember, { userId });
  await change(owner, id, { name: 'Team of all' }, 1);
  await expect(change(owner, id, { name: 'Late' }, 1)).rejects.toMatchObject({ kind: 'version-mismatch' });
  expect(await seen(owner)).toEqual(['Team of all']);
});

test('keeps sort keys and columns with all that they name', async () => {
  const sort = [
    { attribute: 'list_price', currency: 'EUR', direction: 'desc' },
    { field: 'key', direction: 'asc' },
  ];
  const columns = [{ attribute: 'name', locale: 'de_DE', width: 200, pinned: true }, { property: 'status' }];
  const id = await save(owner, 'Columns', { sort, columns });
  const { items } = await identity.runner.read(owner, listSavedViews, { query: {} });
  expect(items.find(({ name }) => name === 'Columns')).toMatchObject({ sort, columns });
  await drop(owner, id);
});

test.each([
  ['no name', { name: '  ' }, 'required', ['name']],
  ['a long name', { name: 'x'.repeat(101) }, 'too-long', ['name']],
  ['a filter that is no object', { filter: ['sku'] }, 'wrong-type', ['filter']],
  ['an unknown condition', { filter: { statuss: 'draft' } }, 'unknown-property', ['filter', 'statuss']],
  ['a column of nothing', { columns: [{ width: 80 }] }, 'required', ['columns', '0']],
  [
    'a column of two things',
    { columns: [{ attribute: 'name', property: 'status' }] },
    'required',
    ['columns', '0'],
  ],
  [
    'a wide column',
    { columns: [{ attribute: 'name', width: 9_999 }] },
    'above-maximum',
    ['columns', '0', 'width'],
  ],
  ['a sort by nothing', { sort: [{ direction: 'asc' }] }, 'required', ['sort', '0']],
  ['many columns', { columns: Array(101).fill({ attribute: 'a' }) }, 'too-many-items', ['columns']],
  ['many bytes', { filter: { sku: { in: Array(4_000).fill('ABCDEFGH') } } }, 'too-long', ['filter']],
])('refuses %s and says where', async (_what, patch, code, path) => {
  const refusal = await save(owner, 'View', patch).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ errors: [{ code, path }] });
});
