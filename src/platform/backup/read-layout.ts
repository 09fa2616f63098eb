import type pg from 'pg';
import type { BackupHeader, TableLayout } from './backup-format.ts';

/** Schemas that hold the data of people. Queues are made anew from the rows of jobs and deliveries. */
const SCHEMAS = ['public', 'auth', 'ledger', 'search', 'tenancy'];
/** Tables that migrations write themselves, and those worth nothing elsewhere or later: sign-ins end with a restore. */
const OMITTED_TABLES = ['public._prisma_migrations', 'auth.session', 'auth.verification', 'auth.throttle'];

type Client = Pick<pg.ClientBase, 'query'>;

/** Reads the tables that a backup holds, each after those it refers to. Partitions are reached through their parent. */
export async function readTables(client: Client): Promise<readonly TableLayout[]> {
  const { rows: tables } = await client.query<TableLayout & { readonly refersTo: readonly string[] }>(
    `/* backup.tables */ SELECT format('%I.%I', nspname, relname) AS name,
       ARRAY(SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0
             AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       ARRAY(SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f'
             AND confrelid <> conrelid AND conparentid = 0) AS "refersTo"
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname = ANY($1)
       AND format('%I.%I', nspname, relname) <> ALL($2) ORDER BY 1`,
    [SCHEMAS, OMITTED_TABLES],
  );
  const ordered: TableLayout[] = [];
  const done = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every((other) => done.has(withSchema(other))),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const { name, columns } of next) {
      ordered.push({ name, columns });
      done.add(name);
    }
  }
  return ordered;
}

/** Adds the schema, which PostgreSQL leaves out where it finds the table without. */
const withSchema = (name: string) => (name.includes('.') ? name : `public.${name}`);

/** Reads the names of everything that a restore has to find empty or empties itself. */
export async function readTablesToTruncate(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `/* backup.emptied */ SELECT format('%I.%I', nspname, relname) AS name
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname = ANY($1)
       AND format('%I.%I', nspname, relname) <> 'public._prisma_migrations' ORDER BY 1`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

export async function readSequences(client: Client): Promise<BackupHeader['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `/* backup.sequences */ SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY($1) AND last_value IS NOT NULL ORDER BY 1`,
    [SCHEMAS],
  );
  return rows;
}

export async function readMigrations(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `/* backup.migrations */ SELECT migration_name AS name FROM public._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function readLedgerMonths(client: Client): Promise<BackupHeader['ledgerMonths']> {
  const month = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-01')`;
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `/* backup.months */ SELECT ${month('min(at)')} AS first, ${month('max(at)')} AS last FROM ledger.event`,
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}
