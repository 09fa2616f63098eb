import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from '../main/program.ts';
import type { TestOrganization } from './catalogue.ts';

/** Lets a worker work until it meets a product, and kills it there. */
export async function killWorkerAtSku(
  catalogue: TestOrganization,
  dataDir: string,
  sku: string,
): Promise<void> {
  const { owner } = catalogue.database;
  const holder = await owner.connect();
  try {
    await holder.query('BEGIN');
    const { pid } = (await holder.query('SELECT pg_backend_pid() AS pid')).rows[0];
    await holder.query('SELECT FROM public.product WHERE sku = $1 FOR UPDATE', [sku]);
    const worker = runProgram(['worker'], {
      DATABASE_URL: catalogue.connectionString,
      DATA_DIR: dataDir,
      SECRET: 'a secret for tests, forty characters long',
      LOG_LEVEL: 'error',
    });
    for (;;) {
      const { rows } = await owner.query(
        'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
        [pid],
      );
      if (rows.length > 0) break;
      await pause(20);
    }
    worker.child.kill('SIGKILL');
    await worker.ended;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}
