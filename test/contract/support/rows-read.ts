import { readFileSync } from 'node:fs';
import type { Database } from '../../../src/platform/database/database.ts';

/** How much one piece of work has read and computed. */
export interface Work {
  /** Rows that statements read, by table; those that an index alone answers count, too. */
  readonly rows: ReadonlyMap<string, number>;
  readonly rowsRead: number;
  /** Processor time of this process and of the database's connections; 0 where it is not measured. */
  readonly processorMs: number;
}

interface Counters {
  readonly rows: ReadonlyMap<string, number>;
}

/** Counts what work reads from a database that nothing else uses. */
export interface WorkMeter {
  measure<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly work: Work }>;
}

// Only rows that B-trees name are counted of an index: bitmaps of the others are counted where the rows are read.
const COUNTERS = `SELECT format('%s.%s', nspname, relname) AS name, returned + greatest(fetched, named) AS rows
  FROM (
    SELECT relation.oid, nspname, relname, pg_stat_get_tuples_returned(relation.oid)::float8 AS returned,
           pg_stat_get_tuples_fetched(relation.oid)::float8 AS fetched,
           coalesce((SELECT sum(pg_stat_get_tuples_returned(indexrelid)) FROM pg_index
             JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam AND amname = 'btree'
             WHERE indrelid = relation.oid), 0)::float8 AS named
    FROM pg_class AS relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname IN ('public', 'search', 'ledger', 'auth')
  ) AS counted`;
const REPORT = `SELECT pg_stat_force_next_flush(), set_config('max_parallel_workers_per_gather', '0', false)`;

/**
 * Opens a meter over the statistics of PostgreSQL. Connections report theirs at most once a second by themselves, so each
 * of the `poolSize` connections is told to do so before and after the work. Parallel workers are switched off, since
 * they report separately.
 */
export function openWorkMeter(
  database: Database,
  organizationId: string,
  { poolSize, measuresTime }: { readonly poolSize: number; readonly measuresTime: boolean },
): WorkMeter {
  const { pool } = database.of(organizationId);

  /** Has every connection report what it has read. */
  async function report(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: poolSize }, () => pool.connect()));
    try {
      await Promise.all(clients.map((client) => client.query(REPORT)));
    } finally {
      for (const client of clients) client.release();
    }
  }
  async function counters(): Promise<Counters> {
    await report();
    const { rows } = await database.owner.query<{ name: string; rows: number }>(COUNTERS);
    return { rows: new Map(rows.map((row) => [row.name, row.rows])) };
  }
  async function processorMs(): Promise<number> {
    if (!measuresTime) return 0;
    const { rows } = await database.owner.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const { user, system } = process.cpuUsage();
    return rows.reduce((sum, { pid }) => sum + processorMsOf(pid), (user + system) / 1_000);
  }
  let last: Counters | null = null;
  return {
    async measure(work) {
      const before = last ?? (await counters());
      const began = await processorMs();
      const result = await work();
      const ended = await processorMs();
      const after = await counters();
      last = after;
      const rows = new Map(
        [...after.rows]
          .map(([name, count]) => [name, count - (before.rows.get(name) ?? 0)] as const)
          .filter(([, count]) => count > 0)
          .sort(([, one], [, other]) => other - one),
      );
      const rowsRead = [...rows.values()].reduce((sum, count) => sum + count, 0);
      return { result, work: { rows, rowsRead, processorMs: ended - began } };
    },
  };
}

/** Processor time of a process of this machine, in steps of 10 ms; 0 where there is no such file. */
function processorMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
