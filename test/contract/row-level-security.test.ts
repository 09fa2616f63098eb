// Risk: one statement that forgets its organization shows or changes somebody else's catalogue.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/kernel/session.ts';
import { createLocale } from '../../src/modules/locale/index.ts';
import { APPLICATION_ROLE } from '../../src/platform/database/organization-pool.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';

let catalogue: TestOrganization;
let own: Session;
let foreign: Session;
let tables: readonly Table[];

interface Table {
  readonly name: string;
  /** What the application may do with it. */
  readonly rights: readonly string[];
}

/** Every table, of whatever schema, that knows of organizations; partitions are reached through their parent alone. */
async function organizationTables(): Promise<readonly Table[]> {
  const { rows } = await catalogue.database.owner.query<Table>(
    `SELECT format('%I.%I', nspname, relname) AS name,
       ARRAY(SELECT right_name FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS right_name
             WHERE has_table_privilege($1, pg_class.oid, right_name)
                OR right_name <> 'DELETE' AND has_any_column_privilege($1, pg_class.oid, right_name)) AS rights
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
       AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
                   AND attname IN ('organization_id', 'organizationId'))
     ORDER BY 1`,
    [APPLICATION_ROLE],
  );
  return rows;
}

/** Gives every table one row of each organization, whatever its columns and foreign keys are. */
async function fill(sessions: readonly Session[]): Promise<void> {
  const client = await catalogue.database.owner.connect();
  try {
    // Foreign keys and checks of other tables are of no concern here; each table only needs rows of two owners.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    for (const { name } of tables) {
      for (const { organizationId } of sessions) {
        const { rows } = await client.query<{ columns: string; values: string }>(
          `SELECT string_agg(quote_ident(attname), ', ') AS columns, string_agg(CASE
             WHEN attname IN ('organization_id', 'organizationId') THEN quote_literal($2) || '::uuid'
             WHEN atttypid = 'uuid'::regtype THEN 'gen_random_uuid()'
             WHEN typcategory = 'N' THEN '1' WHEN typcategory = 'D' THEN 'now()' WHEN typcategory = 'B' THEN 'true'
             WHEN typname IN ('json', 'jsonb') THEN quote_literal('[]') || '::' || typname
             WHEN atttypid = 'bytea'::regtype THEN 'uuid_send(gen_random_uuid())'
             WHEN typcategory = 'A' THEN quote_literal('{}')
             WHEN attname = 'role' THEN quote_literal('viewer')
             ELSE 'gen_random_uuid()::text' END, ', ') AS values
           FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
           WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
          [name, organizationId],
        );
        const { columns, values } = rows[0] ?? { columns: '', values: '' };
        await client.query(`INSERT INTO ${name} (${columns}) VALUES (${values}) ON CONFLICT DO NOTHING`);
      }
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

beforeAll(async () => {
  catalogue = await createTestOrganization();
  own = catalogue.owner;
  foreign = await catalogue.addOrganization('Foreign');
  tables = await organizationTables();
  await fill([own, foreign]);
});
afterAll(() => catalogue.close());

const organizationColumn = (table: string) =>
  table.startsWith('auth.') ? '"organizationId"' : 'organization_id';
const poolOf = ({ organizationId }: Session) => catalogue.database.of(organizationId).pool;

/** How many rows the owner of the database counts per organization. */
async function countAll(table: string, { organizationId }: Session): Promise<number> {
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE ${organizationColumn(table)} = $1`,
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

/** Runs a statement for every table that the application has a right on, and answers those that break the rule. */
async function tablesThat(right: string, breaks: (table: string) => Promise<boolean>): Promise<string[]> {
  const open = tables.filter(({ rights }) => rights.includes(right));
  expect(open.length).toBeGreaterThan(10);
  const found = [];
  for (const { name } of open) if (await breaks(name)) found.push(name);
  return found;
}

/**
 * Tables whose rows anybody may read and nobody but their organization write: under a rule for reading, indexes over
 * arrays and texts would not be used. They hold digests, folded texts and words, and are never shown: what is found is read
 * from the tables of the objects. What keeps searches apart is in test/modules/search/pages.test.ts.
 */
const READ_BY_ALL: ReadonlySet<string> = new Set([
  'search.entity',
  'search.product',
  'search.usage',
  'search.word',
]);

const isRefused = (error: { code?: string }) => error.code === '42501';

test('knows the tables of organizations and what the application may do with them', () => {
  expect(
    tables.map(({ name, rights }) => `${name}: ${rights.join(' ') || 'nothing'}`),
  ).toMatchInlineSnapshot(`
    [
      "auth.invitation: nothing",
      "auth.member: nothing",
      "ledger.counter: SELECT UPDATE",
      "ledger.cursor: SELECT INSERT UPDATE DELETE",
      "ledger.event: SELECT INSERT",
      "ledger.event_default: nothing",
      "ledger.idempotency_record: SELECT INSERT UPDATE DELETE",
      "public.access_token: SELECT INSERT UPDATE DELETE",
      "public.association_type: SELECT INSERT UPDATE DELETE",
      "public.attribute: SELECT INSERT UPDATE DELETE",
      "public.attribute_group: SELECT INSERT UPDATE DELETE",
      "public.attribute_set: SELECT INSERT UPDATE DELETE",
      "public.audit_entry: SELECT INSERT",
      "public.category: SELECT INSERT UPDATE DELETE",
      "public.category_slug: SELECT INSERT UPDATE DELETE",
      "public.channel: SELECT INSERT UPDATE DELETE",
      "public.comment: SELECT INSERT UPDATE DELETE",
      "public.comment_mention: SELECT INSERT UPDATE DELETE",
      "public.currency: SELECT INSERT UPDATE DELETE",
      "public.entity: SELECT INSERT UPDATE DELETE",
      "public.entity_type: SELECT INSERT UPDATE DELETE",
      "public.entity_unique_value: SELECT INSERT UPDATE DELETE",
      "public.import_export_profile: SELECT INSERT UPDATE DELETE",
      "public.job: SELECT INSERT UPDATE DELETE",
      "public.job_error: SELECT INSERT UPDATE DELETE",
      "public.job_failed_row: SELECT INSERT UPDATE DELETE",
      "public.job_mark: SELECT INSERT UPDATE DELETE",
      "public.job_row: SELECT INSERT UPDATE DELETE",
      "public.locale: SELECT INSERT UPDATE DELETE",
      "public.measurement_family: SELECT INSERT UPDATE DELETE",
      "public.media: SELECT INSERT UPDATE DELETE",
      "public.option: SELECT INSERT UPDATE DELETE",
      "public.option_set: SELECT INSERT UPDATE DELETE",
      "public.product: SELECT INSERT UPDATE DELETE",
      "public.product_association: SELECT INSERT UPDATE DELETE",
      "public.product_entity_association: SELECT INSERT UPDATE DELETE",
      "public.product_external_ref: SELECT INSERT UPDATE DELETE",
      "public.product_slug: SELECT INSERT UPDATE DELETE",
      "public.product_unique_value: SELECT INSERT UPDATE DELETE",
      "public.saved_view: SELECT INSERT UPDATE DELETE",
      "public.schedule_run: SELECT INSERT UPDATE DELETE",
      "public.schedule_state: SELECT INSERT UPDATE DELETE",
      "public.storefront: SELECT INSERT UPDATE DELETE",
      "public.storefront_key: SELECT INSERT UPDATE DELETE",
      "public.storefront_schema: SELECT INSERT UPDATE DELETE",
      "public.webhook_delivery: SELECT INSERT UPDATE DELETE",
      "public.webhook_endpoint: SELECT INSERT UPDATE DELETE",
      "public.webhook_replay: SELECT INSERT UPDATE DELETE",
      "search.entity: SELECT INSERT UPDATE DELETE",
      "search.field_column: SELECT INSERT UPDATE DELETE",
      "search.field_use: SELECT INSERT UPDATE DELETE",
      "search.product: SELECT INSERT UPDATE DELETE",
      "search.recomputed_set: SELECT INSERT UPDATE DELETE",
      "search.unfinished: SELECT INSERT UPDATE DELETE",
      "search.unknown_live: SELECT INSERT UPDATE DELETE",
      "search.usage: SELECT INSERT UPDATE",
      "search.word: SELECT INSERT DELETE",
      "search.word_collection: SELECT INSERT UPDATE DELETE",
    ]
  `);
});

test('every table has rows of both organizations, so that the tests below can fail', async () => {
  const empty = [];
  for (const { name } of tables)
    for (const session of [own, foreign]) if ((await countAll(name, session)) === 0) empty.push(name);
  expect(empty).toEqual([]);
});

test('no table answers a row of another organization', async () => {
  const leaking = await tablesThat('SELECT', async (table) => {
    if (READ_BY_ALL.has(table)) return false;
    const { rows } = await poolOf(own).query<{ organization: string }>(
      `SELECT ${organizationColumn(table)} AS organization FROM ${table}`,
    );
    const isOwn = rows.every(({ organization }) => organization === own.organizationId);
    return !isOwn || rows.length !== (await countAll(table, own));
  });
  expect(leaking).toEqual([]);
});

test('no table takes a new row of another organization', async () => {
  const open = await tablesThat('INSERT', async (table) => {
    const copy = poolOf(own).query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(kept, jsonb_build_object($1::text, $2::text))).*
       FROM ${table} AS kept LIMIT 1`,
      [organizationColumn(table), foreign.organizationId],
    );
    return copy.then(
      () => true,
      (error) => !isRefused(error),
    );
  });
  expect(open).toEqual([]);
});

test('no table lets a row go to another organization', async () => {
  const open = await tablesThat('UPDATE', async (table) => {
    const give = poolOf(own).query(`UPDATE ${table} SET ${organizationColumn(table)} = $1`, [
      foreign.organizationId,
    ]);
    return give.then(
      () => true,
      (error) => !isRefused(error),
    );
  });
  expect(open).toEqual([]);
});

test.each([
  [
    'UPDATE',
    (table: string) => `UPDATE ${table} SET ${organizationColumn(table)} = ${organizationColumn(table)}`,
  ],
  ['DELETE', (table: string) => `DELETE FROM ${table}`],
])('%s without a condition reaches the own rows only', async (right, statement) => {
  const client = await poolOf(own).connect();
  try {
    const wrong = await tablesThat(right, async (table) => {
      await client.query('BEGIN');
      try {
        const { rowCount } = await client.query(statement(table));
        return rowCount !== (await countAll(table, own));
      } catch (error) {
        // Own rows may be held by a foreign key; the foreign ones never come into it.
        return (error as { code?: string }).code !== '23503';
      } finally {
        await client.query('ROLLBACK');
      }
    });
    expect(wrong).toEqual([]);
  } finally {
    client.release();
  }
});

test.each(['', '00000000-0000-7000-8000-000000000000'])(
  'a connection of the organization %j sees no row at all',
  async (organizationId) => {
    const client = await catalogue.database.owner.connect();
    try {
      await client.query(`BEGIN; SET LOCAL ROLE ${APPLICATION_ROLE}`);
      await client.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
      const leaking = await tablesThat('SELECT', async (table) => {
        if (READ_BY_ALL.has(table)) return false;
        const { rows } = await client.query(`SELECT 1 FROM ${table}`);
        return rows.length > 0;
      });
      expect(leaking).toEqual([]);
      const { rows } = await client.query('SELECT 1 FROM public.organization');
      expect(rows).toEqual([]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

test('an organization sees and changes itself only', async () => {
  const { rows } = await poolOf(own).query('SELECT id FROM public.organization');
  expect(rows).toEqual([{ id: own.organizationId }]);
  const renamed = await poolOf(own).query(`UPDATE public.organization SET name = 'taken' WHERE id = $1`, [
    foreign.organizationId,
  ]);
  expect(renamed.rowCount).toBe(0);
  await expect(poolOf(own).query('DELETE FROM public.organization')).rejects.toMatchObject({ code: '42501' });
});

test('a connection that served another organization serves the next one alone', async () => {
  const names = await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const session = turn % 2 === 0 ? own : foreign;
      const { rows } = await poolOf(session).query<{ organization: string; waited: string }>(
        `SELECT tenancy.current_organization() AS organization, pg_sleep(0.005)::text AS waited`,
      );
      return rows[0]?.organization === session.organizationId;
    }),
  );
  expect(names).toEqual(names.map(() => true));
});

test('lists stay in their organization also when they forget to ask for it', async () => {
  await catalogue.runner.write(foreign, createLocale, { code: 'fr_FR' });
  const { prisma } = catalogue.database.of(own.organizationId);
  for (const list of [
    prisma.product,
    prisma.locale,
    prisma.attribute,
    prisma.accessToken,
    prisma.auditEntry,
  ]) {
    const rows = await (list.findMany as (query: object) => Promise<{ organizationId: string }[]>)({});
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ organizationId }) => organizationId !== own.organizationId)).toEqual([]);
  }
});

test('the application reads nothing of sign-in but the members of its organization', async () => {
  const { rows: relations } = await catalogue.database.owner.query<{ name: string; readable: boolean }>(
    `SELECT format('%I.%I', nspname, relname) AS name, has_any_column_privilege($1, pg_class.oid, 'SELECT') AS readable
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'auth' AND relkind IN ('r', 'p', 'v', 'm', 'S')`,
    [APPLICATION_ROLE],
  );
  expect(relations.filter(({ readable }) => readable).map(({ name }) => name)).toEqual([
    'auth.organization_member',
  ]);
  for (const { name } of relations.filter(({ readable }) => !readable))
    await expect(poolOf(own).query(`SELECT * FROM ${name}`)).rejects.toMatchObject({ code: '42501' });
});

test('the application role owns nothing, makes nothing and stands above no rule', async () => {
  const { rows } = await catalogue.database.owner.query(
    `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
       (SELECT count(*)::int FROM pg_class WHERE relowner = role.oid) AS relations,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = role.oid) AS memberships
     FROM pg_roles AS role WHERE rolname = $1`,
    [APPLICATION_ROLE],
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolcanlogin: false,
      rolreplication: false,
      relations: 0,
      memberships: 0,
    },
  ]);
  for (const statement of [
    'CREATE TABLE public.own (id int)',
    'CREATE TABLE ledger.own (id int)',
    'ALTER TABLE public.product DISABLE ROW LEVEL SECURITY',
    'DROP POLICY own_organization ON public.product',
    'TRUNCATE public.product',
    'SELECT * FROM public._prisma_migrations',
    `SELECT ledger.ensure_partitions('2031-01-01', 1)`,
    `COPY public.product TO PROGRAM 'true'`,
  ])
    await expect(poolOf(own).query(statement), statement).rejects.toMatchObject({ code: '42501' });
  // The setting is for tables that forgot their policy: it must not lift one.
  await expect(poolOf(own).query(`SET row_security = off; SELECT * FROM public.product`)).rejects.toThrow(
    'would be affected by row-level security',
  );
});
