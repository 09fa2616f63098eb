// A process of its own that counts the products of an organization by segments, until its parent lets go of it. It
// prints `counted by segments` once it does. Argument: a JSON text of SegmentsProcessOptions.
import { setTimeout as sleep } from 'node:timers/promises';
import { createCursors } from '../../src/kernel/page.ts';
import { listProducts } from '../../src/modules/product/index.ts';
import { openRowCounts } from '../../src/modules/search/segments/open-row-counts.ts';
import { MODULES } from '../../src/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { NO_METRICS } from '../../src/platform/metrics/metrics.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { sessionOf } from './catalogue.ts';
import { silentLog } from './silent-log.ts';

export interface SegmentsProcessOptions {
  readonly connectionString: string;
  readonly organizationId: string;
}

const { connectionString, organizationId }: SegmentsProcessOptions = JSON.parse(process.argv[2] ?? '{}');
const database = openDatabase({
  connectionString,
  applicationPoolSize: 3,
  shopPoolSize: 1,
  ownerPoolSize: 1,
  statementTimeoutMs: 60_000,
  onError: () => undefined,
});
let bySegments = 0;
const countedRows = (by: string) => {
  if (by === 'segments') bySegments += 1;
};
const rowCounts = openRowCounts({
  connectionString,
  memoryBytes: 100_000_000,
  log: silentLog,
  metrics: { ...NO_METRICS, rowCount: countedRows },
});
const runner = createOperationRunner({
  database,
  clock: systemClock,
  cursors: createCursors('test'),
  modules: MODULES,
  rowCounts,
});
const session = sessionOf(organizationId);
const FIELDS = ['status', 'type', 'attribute_set', 'missing'];
const count = async () => {
  const page = await runner.read(session, listProducts, { first: 0 });
  const facets = await page.facets({ fields: FIELDS });
  const values = facets.map(({ field, values: all }) => [
    field,
    all.map(({ value, count: one }) => [value, one]),
  ]);
  return `${await page.count()} ${JSON.stringify(values)}`;
};
let isDone = false;
process.once('disconnect', () => {
  isDone = true;
});
process.stdout.write('counting\n');
while (!isDone && bySegments < 50) {
  await count();
  await sleep(20);
}
process.stdout.write(`counted by segments: ${await count()}\n`);
while (!isDone) await sleep(50);
await rowCounts.close();
await database.close();
