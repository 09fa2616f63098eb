import { createCursors } from '../../src/kernel/page.ts';
import { MODULES } from '../../src/modules.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { collectSearchTerms } from '../../src/worker/search-terms/collect-search-terms.ts';
import { silentLog } from './silent-log.ts';

/** Collects the words of products as the worker does so many days later. */
export async function collectSearchTermsIn(
  days: number,
  { database }: { readonly database: Database },
): Promise<void> {
  const clock = { now: () => new Date(Date.now() + days * 86_400_000) };
  const runner = createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES });
  await collectSearchTerms({ owner: pgTransaction(database.owner), runner, clock, log: silentLog });
}
