// Risk: a client that walks through a list while others write misses products, meets them twice, or sees those of others.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { and } from '../../../src/modules/search/filter/plan.ts';
import { pageStatement } from '../../../src/modules/search/statement/page-statement.ts';
import { unrestricted } from '../../../src/modules/search/visibility.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';
import { loadExpectedSearch } from '../../support/search.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { pageOfProducts, walkProducts } from './walk-products.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
});
afterAll(() => catalogue.close());

const COUNT = 120;
const skuOf = (index: number) => `P-${String(index).padStart(3, '0')}`;
const isTagged = (index: number) => index % 4 === 1;
const stocked = (index: number, stock: number | null, name: string) =>
  simpleProduct(skuOf(index), {
    values: [
      ...(stock === null ? [] : [cellWrite('stock', stock)]),
      ...(index % 5 === 0 ? [] : [cellWrite('name', name, { locale: 'en_US' })]),
    ],
    status: index % 7 === 0 ? 'in_review' : 'draft',
    ...(isTagged(index) ? { tags: { set: ['sale'] } } : {}),
    attributeSet: 'accessories',
  });

const page = (variables: object, session?: Session) => pageOfProducts(catalogue, variables, session);
const walk = (variables: object, between?: () => Promise<unknown>) =>
  walkProducts(catalogue, variables, between);

const SORTS = [
  [{ attribute: 'stock', direction: 'ASC' }],
  [{ attribute: 'stock', direction: 'DESC' }],
  [{ attribute: 'name', locale: 'en_US', direction: 'ASC' }],
  [{ attribute: 'name', locale: 'en_US', direction: 'DESC' }],
  [
    { field: 'STATUS', direction: 'DESC' },
    { attribute: 'stock', direction: 'ASC' },
  ],
  [
    { attribute: 'stock', direction: 'ASC' },
    { attribute: 'name', locale: 'en_US', direction: 'DESC' },
  ],
  [{ field: 'COMPLETENESS', direction: 'ASC' }],
  [
    { field: 'ATTRIBUTE_SET', direction: 'DESC' },
    { field: 'SKU', direction: 'ASC' },
  ],
  [{ field: 'UPDATED_AT', direction: 'DESC' }],
  [{ field: 'TAGS', direction: 'ASC' }],
  [
    { field: 'TAGS', direction: 'DESC' },
    { attribute: 'stock', direction: 'ASC' },
  ],
  [
    { field: 'STATUS', direction: 'ASC' },
    { field: 'TAGS', direction: 'ASC' },
  ],
  [{ field: 'EFFECTIVE_UPDATED_AT', direction: 'ASC' }],
  [{ field: 'EFFECTIVE_UPDATED_AT', direction: 'DESC' }],
  [],
];

test('pages come in the order of the values, those without last, each product once', async () => {
  const random = seededRandom();
  const items = Array.from({ length: COUNT }, (_, index) =>
    stocked(index, random.fraction() < 0.3 ? null : random.integer(0, 9), `name ${random.integer(0, 20)}`),
  );
  await seedProducts(catalogue, items);
  const { documents } = await loadExpectedSearch(catalogue);
  const known = new Map(documents.map((fact) => [fact.key, fact]));
  const shownBy = (sku: string, key: string) => {
    const fact = known.get(sku);
    const raw = fact?.values[key]?.[0]?.value ?? null;
    return key === 'stock' && raw !== null ? Number(raw) : raw;
  };
  for (const sort of SORTS) {
    const skus = await walk({ sort, first: 7 });
    expect([...skus].sort(), JSON.stringify(sort)).toEqual(items.map(({ sku }) => sku));
    const [first] = sort;
    if (first !== undefined && 'field' in first && first.field === 'TAGS') {
      const tagged = skus.map((sku) => isTagged(Number(sku.slice(2))));
      const there = items.filter((_, index) => isTagged(index)).length;
      const [front, rest] = first.direction === 'ASC' ? [there, COUNT - there] : [COUNT - there, there];
      expect(tagged.slice(0, front)).toEqual(Array(front).fill(first.direction === 'ASC'));
      expect(tagged.slice(front)).toEqual(Array(rest).fill(first.direction !== 'ASC'));
    }
    if (first?.attribute === undefined) continue;
    const values = skus.map((sku) => shownBy(sku, first.attribute));
    const there = values.filter((value) => value !== null);
    expect(values.slice(there.length).every((value) => value === null)).toBe(true);
    const sorted = there.toSorted((a, b) => (a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1));
    expect(there).toEqual(first.direction === 'ASC' ? sorted : sorted.reverse());
  }
});

test('whoever is not written meanwhile is met exactly once, whatever else is', async () => {
  const random = seededRandom();
  const untouched = new Set(
    Array.from({ length: COUNT }, (_, index) => skuOf(index)).filter((_, i) => i % 3 > 0),
  );
  const { owner, runner } = catalogue;
  let added = 0;
  const write = async () => {
    const sku = skuOf(random.integer(0, COUNT / 3 - 1) * 3);
    const stock = random.fraction() < 0.2 ? null : random.integer(0, 9);
    const values = [cellWrite('stock', stock)];
    if (random.fraction() < 0.2) await runner.write(owner, deleteProduct, { ref: sku }).catch(() => null);
    else await runner.write(owner, updateProduct, { ref: sku, patch: { values } }).catch(() => null);
    added += 1;
    await seedProducts(catalogue, [stocked(1_000 + added, stock, 'new')]);
  };
  for (const sort of SORTS) {
    const skus = await walk({ sort, first: 11 }, write);
    const met = skus.filter((sku) => untouched.has(sku));
    expect(met.toSorted(), JSON.stringify(sort)).toEqual([...untouched].sort());
  }
});

test('a cursor that was changed, or belongs to another list, is refused', async () => {
  const sort = [{ attribute: 'stock', direction: 'ASC' }];
  const { pageInfo } = await page({ sort, first: 5 });
  const after = pageInfo.endCursor ?? '';
  await expect(page({ sort, first: 5, after })).resolves.toBeDefined();
  const refusal = 'The cursor is not a cursor of this list.';
  const [payload = '', signature = ''] = after.split('.');
  const body = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { k: unknown[] };
  const moved = Buffer.from(JSON.stringify({ ...body, k: [77, ...body.k.slice(1)] })).toString('base64url');
  for (const bad of [`${moved}.${signature}`, payload, `${after}x`, 'x'])
    await expect(page({ sort, first: 5, after: bad })).rejects.toThrow(refusal);
  for (const other of [
    { sort: [{ attribute: 'stock', direction: 'DESC' }] },
    { sort: [] },
    { sort, filter: { status: { eq: 'DRAFT' } } },
  ])
    await expect(page({ ...other, first: 5, after })).rejects.toThrow(`${refusal} It belongs to another`);
});

test('nothing of another organization is found, nor by a statement that forgets whose it asks for', async () => {
  const foreign = await catalogue.addOrganization('Foreign');
  await seedClothingCatalogue(catalogue, foreign);
  await seedProducts(catalogue, [simpleProduct('FOREIGN-1')], foreign);
  expect((await page({ filter: { sku: { startsWith: 'foreign' } }, first: 5 })).nodes).toEqual([]);
  expect((await page({ filter: { q: 'foreign' }, first: 5 })).nodes).toEqual([]);
  expect((await page({ first: 5 }, foreign)).nodes).toEqual([{ sku: 'FOREIGN-1' }]);
  // Search rows alone do not keep organizations apart: the table that products are read from does.
  const { organizationId, structure, state } = await loadExpectedSearch(catalogue);
  const scope = { table: 'product', organizationId, structure, columns: state.columns } as const;
  const pagePlan = { plan: unrestricted(and([])), sorts: [], position: null, limit: 1_000 };
  const statement = pageStatement(scope, pagePlan);
  const forgetful = statement.text.replaceAll('row.organization_id = $1::uuid', '$1::uuid IS NOT NULL');
  const { pool } = catalogue.database.of(organizationId);
  const found = await pool.query<{ sku: string | null }>(
    `WITH page AS (${forgetful}) SELECT product.sku FROM page LEFT JOIN public.product ON product.id = page.id`,
    [...statement.parameters],
  );
  const shown = found.rows.map(({ sku }) => sku);
  expect(shown).toContain(null);
  expect(shown).not.toContain('FOREIGN-1');
  await expect(
    pool.query(`UPDATE search.product SET key = 'taken' WHERE organization_id = $1`, [
      foreign.organizationId,
    ]),
  ).resolves.toMatchObject({ rowCount: 0 });
  await expect(
    pool.query(`DELETE FROM search.product WHERE organization_id = $1`, [foreign.organizationId]),
  ).resolves.toMatchObject({ rowCount: 0 });
});
