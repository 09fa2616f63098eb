// A process of its own that walks through products in some orders, again and again, until its parent lets go of it.
// Argument: a JSON text of WalkingOptions. Sends a WalkReport after each walk.
import { createCursors } from '../../src/kernel/page.ts';
import type { SortInput } from '../../src/modules/search/index.ts';
import { MODULES } from '../../src/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { walkSorted } from './walk-sorted.ts';

export interface WalkingOptions {
  readonly connectionString: string;
  readonly organizationId: string;
  readonly sorts: readonly SortInput[];
}

/** The order that a walk met, or why it was refused. */
export interface WalkReport {
  /** Index of the order. */
  readonly sort: number;
  readonly skus: readonly string[] | string;
}

const { connectionString, organizationId, sorts }: WalkingOptions = JSON.parse(process.argv[2] ?? '{}');
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
  const skus = await walkSorted(runner, session, sorts[sort] ?? {}).catch(String);
  if (!isOver) process.send?.({ sort, skus } satisfies WalkReport);
}
await database.close();
