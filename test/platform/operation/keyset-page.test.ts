// Risk: somebody who walks a list while others write misses rows or gets them twice, or reads another list by a forged cursor.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCursors, type Page } from '../../../src/kernel/page.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { keysetPage, type PageRequest, type SortKey } from '../../../src/platform/operation/keyset-page.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const cursors = createCursors('a secret');
const NEWEST_FIRST: readonly SortKey[] = [
  { field: 'updatedAt', descending: true },
  { field: 'id', descending: true },
];

/** A page of categories, which stand here for rows of any list. */
function page(
  session: Session,
  request: PageRequest,
  list: { sort?: readonly SortKey[]; level?: number } = {},
) {
  const { prisma } = catalogue.database.of(session.organizationId);
  const where = { organizationId: session.organizationId, level: list.level ?? 0 };
  const sort = list.sort ?? NEWEST_FIRST;
  return keysetPage(
    cursors.of(session.organizationId),
    prisma.category,
    { name: 'categories', where, sort, query: {} },
    request,
  );
}

/** Rows with few different moments, so that many share one and only the id tells them apart. */
async function addRows(session: Session, random: SeededRandom, codes: readonly string[]) {
  const rows = codes.map((code) => ({
    id: newId(),
    code,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, random.integer(0, 9))).toISOString(),
  }));
  await catalogue.database.owner.query(
    `INSERT INTO public.category (organization_id, id, code, code_key, path, created_at, updated_at)
     SELECT $1, id, code, lower(code), '{}', at, at
     FROM jsonb_to_recordset($2::jsonb) AS row(id uuid, code text, at timestamptz)`,
    [session.organizationId, JSON.stringify(rows)],
  );
}

const deleteRows = (session: Session, codes: readonly string[]) =>
  catalogue.database.owner.query(
    'DELETE FROM public.category WHERE organization_id = $1 AND code = ANY($2)',
    [session.organizationId, codes],
  );

/** Walks a list to its end; `between` runs before each next page. */
async function walk<Row>(
  next: (after: string | null) => Promise<Page<Row>>,
  between: () => Promise<unknown> = async () => undefined,
) {
  const seen: Row[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const { items, cursorAt, hasNextPage } = await next(after);
    seen.push(...items);
    after = items.length === 0 ? null : cursorAt(items.length - 1);
    more = hasNextPage;
    await between();
  }
  return seen;
}

test.each([3, 10, 100])(
  'a walk in pages of %i sees every untouched row once while others come and go',
  async (first) => {
    const random = seededRandom();
    const session = await catalogue.addOrganization('Walk');
    const kept = Array.from({ length: 60 }, (_, index) => `kept_${index}`);
    let goers = Array.from({ length: 60 }, (_, index) => `goes_${index}`);
    await addRows(session, random, [...kept, ...goers]);
    let turn = 0;
    const disturb = async () => {
      turn += 1;
      await addRows(session, random, [`comes_${turn}_a`, `comes_${turn}_b`]);
      goers = random.shuffle(goers);
      await deleteRows(session, goers.splice(0, 2));
    };
    const seen = await walk(
      (after) => page(session, { first, after }),
      () => (turn < 25 ? disturb() : Promise.resolve()),
    );
    const codes = seen.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => code.startsWith('kept')).sort()).toEqual(kept.sort());
  },
);

test('ascending and descending walks are each other reversed, and the last page says so', async () => {
  const random = seededRandom();
  const session = await catalogue.addOrganization('Reversed');
  await addRows(
    session,
    random,
    Array.from({ length: 30 }, (_, index) => `row_${index}`),
  );
  const ascending = NEWEST_FIRST.map(({ field }) => ({ field }));
  const down = await walk((after) => page(session, { first: 10, after }));
  const up = await walk((after) => page(session, { first: 10, after }, { sort: ascending }));
  expect(up.map(({ code }) => code)).toEqual(down.map(({ code }) => code).reverse());
  expect((await page(session, { first: 30 })).hasNextPage).toBe(false);
  expect((await page(session, { first: 29 })).hasNextPage).toBe(true);
});

test('a cursor goes on where its row was, also when that row is gone', async () => {
  const session = await catalogue.addOrganization('Gone');
  await addRows(session, seededRandom(), ['a', 'b', 'c', 'd']);
  const { items, cursorAt } = await page(session, { first: 2 });
  const rest = (await page(session, { after: cursorAt(1) })).items;
  await deleteRows(
    session,
    items.map(({ code }) => code),
  );
  expect((await page(session, { after: cursorAt(1) })).items).toEqual(rest);
});

test('a cursor of which one character was changed, added or removed is refused', async () => {
  const random = seededRandom();
  const session = await catalogue.addOrganization('Tampered');
  await addRows(session, random, ['a', 'b']);
  const { cursorAt } = await page(session, { first: 1 });
  const cursor = cursorAt(0);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ '.split('');
  const forged = [...cursor].flatMap((letter, index) => {
    const others = random.shuffle(letters.filter((other) => other !== letter)).slice(0, 12);
    const changed = others.map((other) => cursor.slice(0, index) + other + cursor.slice(index + 1));
    return [...changed, cursor.slice(0, index) + cursor.slice(index + 1)];
  });
  const appended = letters.map((letter) => cursor + letter);
  const others = ['', '.', '..', 'null', '\0', '💡', `${cursor}.${cursor}`, cursor.split('.')[0] ?? ''];
  const accepted = [];
  for (const after of [...forged, ...appended, ...others]) {
    const refused = await page(session, { after }).then(
      () => false,
      (error: { code: string; status: number }) => error.code === 'invalid-cursor' && error.status === 400,
    );
    if (!refused) accepted.push(after);
  }
  expect(accepted).toEqual([]);
});

test('a cursor fits no list of another organization, filter, order or installation', async () => {
  const random = seededRandom();
  const session = await catalogue.addOrganization('Own');
  const other = await catalogue.addOrganization('Other');
  await addRows(session, random, ['a', 'b']);
  const after = (await page(session, { first: 1 })).cursorAt(0);
  const elsewhere = { name: 'categories', where: { organizationId: session.organizationId, level: 0 } };
  const { prisma } = catalogue.database.of(session.organizationId);
  const same = ['a list that does not name its organization'];
  const given = cursors.of(session.organizationId).encode(['a'], same);
  expect(cursors.of(session.organizationId).decode(given, same)).toEqual(['a']);
  expect(() => cursors.of(other.organizationId).decode(given, same)).toThrow('not a cursor of this list.');
  const foreign = [
    page(other, { after }),
    page(session, { after }, { level: 1 }),
    page(session, { after }, { sort: [{ field: 'code' }] }),
    keysetPage(
      cursors.of(session.organizationId),
      prisma.category,
      { ...elsewhere, name: 'others', sort: NEWEST_FIRST, query: {} },
      { after },
    ),
    keysetPage(
      createCursors('another secret').of(session.organizationId),
      prisma.category,
      { ...elsewhere, sort: NEWEST_FIRST, query: {} },
      { after },
    ),
  ];
  for (const asked of foreign) await expect(asked).rejects.toMatchObject({ code: 'invalid-cursor' });
  expect((await page(session, { after })).items).toHaveLength(1);
});

test.each([0, -1, 101, 2 ** 31])('a page of %i items is refused', async (first) => {
  await expect(page(catalogue.owner, { first })).rejects.toMatchObject({
    code: 'limit-out-of-range',
    status: 400,
    parameters: { minimum: 1, maximum: 100 },
  });
});

test('a page costs one statement at any depth, and the total another one only when asked for', async () => {
  const session = await catalogue.addOrganization('Cost');
  await addRows(
    session,
    seededRandom(),
    Array.from({ length: 5 }, (_, index) => `row_${index}`),
  );
  const { cursorAt } = await page(session, { first: 3 });
  catalogue.takeStatements();
  const { count } = await page(session, { after: cursorAt(2) });
  expect(catalogue.takeStatements()).toEqual(['SELECT category']);
  expect(await count()).toBe(5);
  expect(catalogue.takeStatements()).toEqual(['SELECT category']);
});
