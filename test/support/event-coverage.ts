import pg from 'pg';

/** What has to have an event whenever a row of it changes. */
const TABLES = [
  'public.product',
  'public.entity',
  'public.option',
  'public.media',
  'public.category',
  'search.product',
  'search.entity',
] as const;

const OPERATIONS = {
  INSERT: 'REFERENCING NEW TABLE AS changed',
  UPDATE: 'REFERENCING NEW TABLE AS changed',
  DELETE: 'REFERENCING OLD TABLE AS changed',
} as const;

/** The objects above a changed row whose events stand for it too, as a query of ids. */
const ABOVE: Partial<Record<(typeof TABLES)[number], string>> = {
  'public.product': 'ARRAY[changed.parent_id, changed.root_id]',
  'search.product': `(SELECT ARRAY[parent_id, root_id] FROM public.product
    WHERE organization_id = changed.organization_id AND id = changed.id)`,
  'public.category': `ARRAY(SELECT id FROM public.category AS above
    WHERE above.organization_id = changed.organization_id AND above.code = ANY (changed.path))`,
};

/** The stated exception: the end of a row that was deleted before. Nobody could read it any more. */
const ENDED_BEFORE: Partial<Record<(typeof TABLES)[number], string>> = {
  'public.product': 'deleted_at IS NULL',
  'public.entity': 'deleted_at IS NULL',
  'public.media': 'deleted_at IS NULL',
};

/**
 * Has a database record which rows the application changes in each transaction, and its events. What tests write
 * themselves, as the owner, is not recorded.
 */
export async function recordRowChanges(connectionString: string): Promise<void> {
  await onDatabase(connectionString, (client) =>
    client.query(`CREATE SCHEMA recorded;
      GRANT USAGE ON SCHEMA recorded TO catalograph_application;
      CREATE UNLOGGED TABLE recorded.changed_row (transaction xid8, relation text, id uuid, above uuid[]);
      CREATE UNLOGGED TABLE recorded.covered (transaction xid8, id uuid);
      GRANT INSERT ON recorded.changed_row, recorded.covered TO catalograph_application;
      CREATE FUNCTION recorded.record_events() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO recorded.covered SELECT pg_current_xact_id(), object_id FROM written;
        INSERT INTO recorded.covered
        SELECT pg_current_xact_id(), jsonb_array_elements_text(data->'ids')::uuid FROM written WHERE verb = 'derived';
        RETURN NULL;
      END $$;
      CREATE TRIGGER record_events AFTER INSERT ON ledger.event REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION recorded.record_events();
      ${TABLES.map(recordTable).join(';')}`),
  );
}

function recordTable(table: (typeof TABLES)[number]): string {
  const name = `recorded.${table.replace('.', '_')}`;
  const record = (condition: string) => `INSERT INTO recorded.changed_row
    SELECT pg_current_xact_id(), '${table}', changed.id, ${ABOVE[table] ?? "'{}'"} FROM changed WHERE ${condition}`;
  const triggers = Object.entries(OPERATIONS).map(
    ([operation, tables]) => `CREATE TRIGGER record_${operation.toLowerCase()} AFTER ${operation} ON ${table}
      ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  );
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF current_user = 'catalograph_application' THEN
        IF TG_OP = 'DELETE' THEN
          ${record(ENDED_BEFORE[table] ?? 'true')};
        ELSE
          ${record('true')};
        END IF;
      END IF;
      RETURN NULL;
    END $$;
    ${triggers.join(';')}`;
}

/**
 * Fails if any transaction of a database has changed a row without an event: of the object, of one above it, or one that
 * names what was derived.
 */
export async function assertChangesHaveEvents(connectionString: string): Promise<void> {
  const rows = await onDatabase(connectionString, async (client) => {
    const result = await client.query<{ relation: string; transaction: string; rows: number; id: string }>(
      `WITH covered AS (SELECT DISTINCT transaction, id FROM recorded.covered)
       SELECT row.relation, row.transaction::text, count(DISTINCT row.id)::int AS rows, min(row.id::text) AS id
       FROM recorded.changed_row AS row
       LEFT JOIN covered AS own ON own.transaction = row.transaction AND own.id = row.id
       WHERE own.id IS NULL AND NOT EXISTS (
         SELECT 1 FROM covered WHERE covered.transaction = row.transaction AND covered.id = ANY (row.above))
       GROUP BY row.relation, row.transaction ORDER BY row.transaction LIMIT 10`,
    );
    return result.rows;
  });
  if (rows.length === 0) return;
  const list = rows.map(
    (row) => `transaction ${row.transaction}: ${row.rows} of ${row.relation}, as ${row.id}`,
  );
  throw new Error(`Rows were changed without an event of their transaction.\n${list.join('\n')}`);
}

async function onDatabase<Result>(
  connectionString: string,
  ask: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
