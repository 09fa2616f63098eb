// Risk: a comment that another organization sees, that somebody else changes, or that is lost when two write at once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { Page } from '../../../src/kernel/page.ts';
import type { Session } from '../../../src/kernel/session.ts';
import {
  createComment,
  deleteComment,
  listComments,
  updateComment,
} from '../../../src/modules/comment/index.ts';
import { listMentionableUsers } from '../../../src/modules/organization/index.ts';
import { deleteProduct, purgeProducts, restoreProduct } from '../../../src/modules/product/index.ts';
import { seedProducts, simpleProduct } from '../../support/builders.ts';
import { addMember, createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let owner: Session;
let editor: Session;
let viewer: Session;
let stranger: Session;

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  owner = await givenMember('owner', 'Olga');
  editor = await givenMember('editor', 'Emil');
  viewer = await givenMember('viewer', 'Vera');
  stranger = await catalogue.addOrganization('Foreign');
  await seedClothingCatalogue(catalogue, stranger);
  const skus = ['LAMP', 'CABLE', 'GONE', 'FULL', 'RACE'];
  await seedProducts(
    catalogue,
    skus.map((sku) => simpleProduct(sku)),
  );
  await seedProducts(catalogue, [simpleProduct('LAMP')], stranger);
});
afterAll(() => catalogue.close());

async function givenMember(role: Session['role'], name: string, first = catalogue.owner): Promise<Session> {
  const { database } = catalogue;
  const userId = await addMember(database, first.organizationId, role);
  await database.owner.query('UPDATE auth."user" SET "name" = $2 WHERE "id" = $1', [userId, name]);
  return { ...first, role, userId, actor: { type: 'user', id: encodeId('User', userId), name } };
}

const say = async (session: Session, body: string, more: object = { product: 'LAMP' }) =>
  (await catalogue.runner.write(session, createComment, { body, ...more })).output.id;
const answer = (session: Session, thread: string, body: string) => say(session, body, { thread });
const change = (session: Session, id: string, patch: object, ifVersion?: number) =>
  catalogue.runner.write(session, updateComment, { id, patch, ifVersion });
const drop = (session: Session, id: string) => catalogue.runner.write(session, deleteComment, { id });
const list = async (session: Session, input: object) =>
  (await catalogue.runner.read(session, listComments, { first: 100, query: {}, ...input })).items;
const bodies = async (session: Session, input: object = { product: 'LAMP' }) =>
  (await list(session, input)).map(({ body }) => body);
beforeEach(async () => {
  await catalogue.database.owner.query('DELETE FROM public.comment');
});

test('a thread is about a product or a cell, its replies too; the newest thread comes first', async () => {
  const first = await say(editor, ' Is this the name? ', {
    product: 'lamp',
    attribute: 'NAME',
    locale: 'DE_de',
  });
  await say(viewer, 'Nice lamp');
  const reply = await answer(viewer, first, 'No');
  // A reply to a reply is one to its thread.
  await answer(owner, reply, 'Yes');
  expect(await bodies(owner)).toEqual(['Nice lamp', 'Is this the name?', 'No', 'Yes']);
  const cells = (await list(owner, { product: 'LAMP' })).map(({ attribute, channel, locale }) => [
    attribute,
    channel,
    locale,
  ]);
  const cell = ['name', null, 'de_DE'];
  expect(cells).toEqual([[null, null, null], cell, cell, cell]);
  const pages: (string | null)[] = [];
  let after: string | null = null;
  do {
    const asked = { first: 1, after, query: {} };
    const page: Page<{ body: string | null }> = await catalogue.runner.read(owner, listComments, asked);
    pages.push(...page.items.map(({ body }) => body));
    after = page.hasNextPage ? page.cursorAt(0) : null;
  } while (after !== null);
  expect(pages).toEqual(['Nice lamp', 'Is this the name?', 'No', 'Yes']);
});

test('another organization sees none and answers none; a foreign id looks like a missing one', async () => {
  const id = await say(editor, 'Ours');
  const { product } = { product: (await list(editor, {}))[0]?.productId ?? '' };
  expect(await bodies(stranger)).toEqual([]);
  expect(await bodies(stranger, { product: encodeId('Product', product) })).toEqual([]);
  const missing = encodeId('Comment', '0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa');
  for (const ref of [id, missing, 'nonsense']) {
    const refused = { kind: 'not-found', detail: `There is no comment '${ref}'.` };
    await expect(answer(stranger, ref, 'Mine')).rejects.toMatchObject(refused);
    await expect(change(stranger, ref, { resolved: true })).rejects.toMatchObject(refused);
    await expect(drop(stranger, ref)).rejects.toMatchObject(refused);
  }
  await expect(say(editor, 'x', { product: 'NOBODY' })).rejects.toMatchObject({ kind: 'not-found' });
});

test('only its author changes a text; owners and admins delete what others wrote', async () => {
  const id = await say(viewer, 'Mine');
  const refused = { errors: [{ code: 'immutable-property', path: ['body'] }] };
  for (const other of [owner, editor])
    await expect(change(other, id, { body: 'Taken' })).rejects.toMatchObject(refused);
  await expect(drop(editor, id)).rejects.toMatchObject({ code: 'role-forbidden' });
  await change(viewer, id, { body: 'Still mine' }, 1);
  await expect(change(viewer, id, { body: 'Late' }, 1)).rejects.toMatchObject({ kind: 'version-mismatch' });
  expect(await bodies(owner)).toEqual(['Still mine']);
  await drop(owner, id);
  expect(await bodies(owner)).toEqual([]);
});

test('everybody resolves a thread; a reply opens it again, and a reply itself cannot be resolved', async () => {
  const id = await say(editor, 'Question');
  const reply = await answer(viewer, id, 'Answer');
  await change(viewer, id, { resolved: true });
  expect(await bodies(owner, { resolved: false })).toEqual([]);
  expect(await bodies(owner, { resolved: true })).toEqual(['Question', 'Answer']);
  await expect(change(owner, reply, { resolved: false })).rejects.toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['resolved'] }],
  });
  await answer(owner, id, 'Not quite');
  expect(await bodies(owner, { resolved: false })).toEqual(['Question', 'Answer', 'Not quite']);
});

test('a deleted first comment keeps its place while it has replies, and goes with the last one', async () => {
  const id = await say(editor, `For @${viewer.actor.id}`);
  const replies = [await answer(viewer, id, 'One'), await answer(viewer, id, 'Two')];
  await drop(editor, id);
  expect(await bodies(owner)).toEqual([null, 'One', 'Two']);
  expect(await bodies(viewer, { mentionsMe: true })).toEqual([]);
  await expect(change(editor, id, { body: 'Back' })).rejects.toMatchObject({
    errors: [{ code: 'immutable-property', path: ['body'] }],
  });
  for (const reply of replies) await drop(viewer, reply);
  expect(await bodies(owner)).toEqual([]);
});

test('mentions are of members, follow the text, and are found by those mentioned', async () => {
  const id = await say(editor, `@${viewer.actor.id} and @${viewer.actor.id}, look`);
  const later = await answer(owner, id, `@${viewer.actor.id}, again`);
  expect(await bodies(viewer, { mentionsMe: true })).toEqual([
    `@${viewer.actor.id}, again`,
    `@${viewer.actor.id} and @${viewer.actor.id}, look`,
  ]);
  expect(await bodies(owner, { mentionsMe: true })).toEqual([]);
  await change(owner, later, { body: 'Nobody' });
  expect(await bodies(viewer, { mentionsMe: true })).toHaveLength(1);
  await change(editor, id, { resolved: true });
  expect(await bodies(viewer, { mentionsMe: true, resolved: false })).toEqual([]);
  const foreign = (await givenMember('editor', 'Fritz', stranger)).actor.id;
  await expect(say(editor, `@${foreign}`)).rejects.toMatchObject({
    errors: [{ code: 'reference-not-found', path: ['body'], value: foreign }],
  });
  await catalogue.database.owner.query('DELETE FROM auth.member WHERE "userId" = $1', [viewer.userId]);
  // Whoever was mentioned before stays so.
  await change(editor, id, { body: `@${viewer.actor.id}, goodbye` });
  await expect(say(editor, `@${viewer.actor.id}`)).rejects.toMatchObject({ kind: 'invalid' });
});

test('whoever may comment lists whom to mention, by name and without addresses', async () => {
  const read = (session: Session, input: object) =>
    catalogue.runner.read(session, listMentionableUsers, { first: 100, ...input });
  const { items } = await read(editor, { search: 'EMI' });
  expect(items).toEqual([{ userId: editor.userId, name: 'Emil' }]);
  const names = (await read(editor, {})).items.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names).not.toContain('Fritz');
  const page = await read(editor, { first: 1 });
  const next = await read(editor, { first: 1, after: page.cursorAt(0) });
  expect([...page.items, ...next.items].map(({ name }) => name)).toEqual(names.slice(0, 2));
  const reading: Session = { ...editor, credential: 'token', scopes: new Set(['products:read']) };
  await expect(read(reading, {})).rejects.toMatchObject({ code: 'insufficient-scope' });
});

test('comments of a deleted product are hidden, and go when it is purged', async () => {
  const id = await say(editor, 'Farewell', { product: 'GONE' });
  await catalogue.runner.write(owner, deleteProduct, { ref: 'GONE' });
  expect(await bodies(owner, {})).toEqual([]);
  await expect(answer(editor, id, 'Too late')).rejects.toMatchObject({ kind: 'not-found' });
  await catalogue.runner.write(owner, restoreProduct, { ref: 'GONE' });
  expect(await bodies(owner, {})).toEqual(['Farewell']);
  await catalogue.runner.write(owner, deleteProduct, { ref: 'GONE' });
  await catalogue.database.owner.query(
    `UPDATE public.product SET deleted_at = deleted_at - interval '1 year' WHERE sku = 'GONE'`,
  );
  await catalogue.runner.write({ ...owner, credential: 'system' }, purgeProducts, { limit: 10 } as never);
  const { rows } = await catalogue.database.owner.query('SELECT count(*)::int AS count FROM public.comment');
  expect(rows).toEqual([{ count: 0 }]);
});

test('replies at the same time are all kept, up to the limit and not one more', async () => {
  const id = await say(editor, 'Start', { product: 'RACE' });
  await catalogue.database.owner.query(
    `INSERT INTO public.comment (organization_id, id, thread_id, product_id, author, body, created_at)
     SELECT organization_id, gen_random_uuid(), id, product_id, author, 'Earlier', created_at
     FROM public.comment, generate_series(1, 97)`,
  );
  const results = await Promise.allSettled(
    [owner, editor, owner, editor, owner].map((session, index) => answer(session, id, `Race ${index}`)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    expect(result.reason).toMatchObject({ errors: [{ code: 'too-many-items', path: ['thread'] }] });
  }
  const { rows } = await catalogue.database.owner.query(
    `SELECT count(*)::int AS count FROM public.comment WHERE thread_id <> id`,
  );
  expect(rows).toEqual([{ count: 100 }]);
});

test('a reply to a thread that is being deleted is kept with it, or refused', async () => {
  const id = await say(editor, 'Start', { product: 'RACE' });
  const [replied, dropped] = await Promise.allSettled([answer(owner, id, 'Reply'), drop(editor, id)]);
  expect(dropped.status).toBe('fulfilled');
  expect(await bodies(owner, { product: 'RACE' })).toEqual(
    replied.status === 'fulfilled' ? [null, 'Reply'] : [],
  );
});

test('a product has up to 200 open threads; one that is resolved makes room', async () => {
  const id = await say(editor, 'First', { product: 'FULL' });
  await catalogue.database.owner.query(
    `INSERT INTO public.comment (organization_id, id, thread_id, product_id, author, body, created_at)
     SELECT organization_id, thread.id, thread.id, product_id, author, 'More', created_at
     FROM public.comment, LATERAL (SELECT gen_random_uuid() AS id FROM generate_series(1, 199)) AS thread`,
  );
  const refused = { errors: [{ code: 'too-many-items', path: ['product'] }] };
  await expect(say(editor, 'One more', { product: 'FULL' })).rejects.toMatchObject(refused);
  await change(editor, id, { resolved: true });
  await say(editor, 'One more', { product: 'FULL' });
  await expect(change(editor, id, { resolved: false })).rejects.toMatchObject({
    errors: [{ code: 'too-many-items', path: ['resolved'] }],
  });
  await expect(answer(editor, id, 'Again')).rejects.toMatchObject({
    errors: [{ code: 'too-many-items', path: ['thread'] }],
  });
});

test.each([
  ['no text', { body: '  ' }, 'required', 'body'],
  ['a long text', { body: 'x'.repeat(5_001) }, 'too-long', 'body'],
  ['a text that cannot be stored', { body: 'a\u0000b' }, 'invalid-format', 'body'],
  ['many mentions', { body: mentions(21) }, 'too-many-items', 'body'],
  ['neither product nor thread', { product: null }, 'required', 'product'],
  ['both', { thread: 'cmt_1' }, 'value-not-allowed', 'product'],
  ['an unknown attribute', { attribute: 'naem' }, 'attribute-not-found', 'attribute'],
  ['an unknown channel', { attribute: 'name', channel: 'wbe' }, 'reference-not-found', 'channel'],
  ['a locale without attribute', { locale: 'de_DE' }, 'locale-not-allowed', 'locale'],
  [
    'a channel that the attribute has not',
    { attribute: 'name', channel: 'web' },
    'channel-not-allowed',
    'channel',
  ],
])('refuses %s and says where', async (_what, input, code, field) => {
  const refusal = await say(editor, 'Text', { product: 'CABLE', ...input }).catch((error: unknown) => error);
  expect((refusal as { errors: unknown[] }).errors[0]).toMatchObject({ code, path: [field] });
});

function mentions(count: number): string {
  const id = (index: number) =>
    encodeId('User', `0190aaaa-aaaa-7aaa-8aaa-${String(index).padStart(12, '0')}`);
  return Array.from({ length: count }, (_one, index) => `@${id(index)}`).join(' ');
}
