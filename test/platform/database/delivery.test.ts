// Risk: a storefront that reads a row it must not show, should the application forget its own filter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { DELIVERY_ROLE } from '../../../src/platform/database/organization-pool.ts';
import { productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let foreign: Session;
const HERE = { channel: 'web', locale: 'en_US', preview: false };
const SKUS = ['LIVE', 'DRAFT', 'HIDDEN', 'FAIR', 'GERMAN', 'ARCHIVED', 'DELETED', 'UNKNOWN'];

beforeAll(async () => {
  catalogue = await createTestOrganization();
  foreign = await catalogue.addOrganization('Foreign');
  for (const session of [catalogue.owner, foreign]) {
    await seedClothingCatalogue(catalogue, session);
    const families = [
      ...productFamily('ROBE', { colors: ['red', 'blue'], sizes: ['s'] }),
      ...productFamily('COAT', { colors: ['red'], sizes: ['s'] }),
    ];
    await seedProducts(catalogue, [...SKUS.map((sku) => simpleProduct(sku)), ...families], session);
    await set(session, 'true', `status = 'published', live_in = '[]'`);
    await set(session, `sku IN ('LIVE', 'ARCHIVED', 'DELETED')`, `live_in = '["web/en_US"]'`);
    await set(session, `sku = 'DRAFT'`, `status = 'draft'`);
    await set(session, `sku = 'FAIR'`, `live_in = '["fair/en_US"]'`);
    await set(session, `sku = 'GERMAN'`, `live_in = '["web/de_DE"]'`);
    await set(session, `sku = 'ARCHIVED'`, `status = 'archived', live_in = '[]'`);
    await set(session, `sku = 'DELETED'`, `deleted_at = now()`);
    await set(session, `sku = 'UNKNOWN'`, `live_in = NULL`);
    await set(
      session,
      `sku LIKE 'ROBE-%' AND type = 'variant' AND sku ILIKE '%red%'`,
      `live_in = '["web/en_US"]'`,
    );
  }
});
afterAll(() => catalogue.close());

const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  catalogue.database.owner.query<Row>(text, values).then(({ rows }) => rows);
const set = ({ organizationId }: Session, where: string, change: string) =>
  owner(`UPDATE public.product SET ${change} WHERE organization_id = $1 AND ${where}`, [organizationId]);

async function skus(scope: object = {}, session = catalogue.owner): Promise<string[]> {
  const pool = catalogue.database.delivery(session.organizationId, { ...HERE, ...scope });
  const { rows } = await pool.query<{ sku: string; organization_id: string }>(
    'SELECT sku, organization_id FROM public.product ORDER BY sku',
  );
  expect(rows.every(({ organization_id }) => organization_id === session.organizationId)).toBe(true);
  return rows.map(({ sku }) => sku);
}

test('of products it reads those that are live there, and the models above them', async () => {
  expect(await skus()).toMatchInlineSnapshot(`
    [
      "LIVE",
      "ROBE",
      "ROBE-red",
      "ROBE-red-s",
    ]
  `);
  expect(await skus({ locale: 'de_DE' })).toEqual(['GERMAN']);
  expect(await skus({ channel: 'fair' })).toEqual(['FAIR']);
  expect(await skus({ channel: 'web/en_US', locale: '' })).toEqual([]);
  expect(await skus({ channel: '', locale: '' })).toEqual([]);
  expect(await skus({}, foreign)).toEqual(await skus());
});

test('in preview it reads what is neither deleted nor archived', async () => {
  const all = await owner<{ sku: string }>(
    `SELECT sku FROM public.product WHERE organization_id = $1 AND sku NOT IN ('ARCHIVED', 'DELETED') ORDER BY sku`,
    [catalogue.owner.organizationId],
  );
  expect(await skus({ preview: true })).toEqual(all.map(({ sku }) => sku));
});

test('the same connection serves others afterwards', async () => {
  const [live, german, own] = await Promise.all(
    Array.from({ length: 60 }, async (_, turn) => {
      if (turn % 3 === 0) return skus();
      if (turn % 3 === 1) return skus({ locale: 'de_DE' });
      const { pool } = catalogue.database.of(catalogue.owner.organizationId);
      return (await pool.query<{ sku: string }>('SELECT sku FROM public.product')).rows.map(({ sku }) => sku);
    }),
  );
  expect([live?.includes('LIVE'), german, own?.includes('DRAFT')]).toEqual([true, ['GERMAN'], true]);
});

test('what belongs to a product is read with it', async () => {
  const { organizationId } = catalogue.owner;
  const shown = new Set(await skus());
  const products = await owner<{ id: string; sku: string }>(
    'SELECT id, sku FROM public.product WHERE organization_id = $1',
    [organizationId],
  );
  for (const { id, sku } of products)
    await owner(
      `INSERT INTO public.product_slug (organization_id, channel, locale, slug, product_id)
       VALUES ($1, 'web', 'en_US', $2, $3) ON CONFLICT DO NOTHING`,
      [organizationId, `slug-${sku}`, id],
    );
  const { rows } = await catalogue.database
    .delivery(organizationId, HERE)
    .query<{ slug: string }>(`SELECT slug FROM public.product_slug WHERE slug LIKE 'slug-%' ORDER BY slug`);
  const expected = products.filter(({ sku }) => shown.has(sku)).map(({ sku }) => `slug-${sku}`);
  expect(new Set(rows.map(({ slug }) => slug))).toEqual(new Set(expected));
});

test('it writes nothing, and reads nothing of people, jobs, keys and the ledger', async () => {
  const rows = await owner<{ name: string; rights: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name, array_to_string(ARRAY(
        SELECT right_name FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS right_name
        WHERE has_table_privilege($1, pg_class.oid, right_name)
           OR right_name NOT IN ('DELETE', 'TRUNCATE') AND has_any_column_privilege($1, pg_class.oid, right_name)), ' ') AS rights
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
     ORDER BY 1`.replace("'S'", "'f'"),
    [DELIVERY_ROLE],
  );
  const open = rows.filter(({ rights }) => rights !== '');
  expect([...new Set(open.map(({ rights }) => rights))]).toEqual(['SELECT']);
  expect(open.map(({ name }) => name).join(' ')).toMatchInlineSnapshot(
    `"public.association_type public.attribute public.attribute_group public.attribute_set public.category public.category_slug public.channel public.currency public.entity public.entity_type public.locale public.measurement_family public.media public.option public.option_set public.organization public.product public.product_association public.product_entity_association public.product_external_ref public.product_slug public.product_unique_value public.storefront search.entity search.field_column search.product search.recomputed_set search.unfinished search.unknown_live search.word"`,
  );
});

test('the role owns nothing and stands above no rule', async () => {
  const [role] = await owner(
    `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
       (SELECT count(*)::int FROM pg_class WHERE relowner = role.oid) AS relations,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = role.oid) AS memberships
     FROM pg_roles AS role WHERE rolname = $1`,
    [DELIVERY_ROLE],
  );
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcanlogin: false,
    relations: 0,
    memberships: 0,
  });
});
