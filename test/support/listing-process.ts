// A process of its own that walks through products in some orders, again and again, until its parent lets go of it.
// Argument: a JSON text of ListingOptions. Sends a ListingReport after each walk.
import { createCursors } from '../../src/kernel/page.ts';
import type { SortInput } from '../../src/modules/search/index.ts';
import { MODULES } from '../../src/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { listAllSorted } from './list-sorted.ts';

export interface ListingOptions {
  readonly connectionString: string;
  readonly organizationId: string;
  readonly sorts: readonly SortInput[];
}

/** The order that a walk met, or why it was refused. */
export interface ListingReport {
  /** Index of the order. */
  readonly sort: number;
  readonly skus: readonly string[] | string;
}

const { connectionString, organizationId, sorts }: ListingOptions = JSON.parse(process.argv[2] ?? '{}');
const database = openDatabase({
  connectionString,
  applicationPoolSize: 2,
  shopPoolSize: 1,
  ownerPoolSize: 1,
  statementTimeoutMs: 10_000,
  onError: () => undefined,
});
const clock = systemClock;
const runner = createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES });
const session = systemSession(organizationId, { door: 'rest', requestId: 'test' });

let isOver = false;
process.once('disconnect', () => {
  isOver = true;
});
for (let turn = 0; !isOver; turn += 1) {
  const sort = turn % sorts.length;
  const skus = await listAllSorted(runner, session, sorts[sort] ?? {}).catch(String);
  if (!isOver) process.send?.({ sort, skus } satisfies ListingReport);
}
await database.close();
