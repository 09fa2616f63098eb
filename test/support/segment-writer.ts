// A process of its own that changes products and requirements until its parent lets go of it.
// Argument: a JSON text of SegmentWriterOptions.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { DomainError } from '../../src/kernel/errors.ts';
import type { WriteOperation } from '../../src/kernel/operation.ts';
import { createCursors } from '../../src/kernel/page.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { deleteProduct, restoreProduct, upsertProducts } from '../../src/modules/product/index.ts';
import { MODULES } from '../../src/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { arbitraryProducts } from './arbitrary-filters.ts';
import { sessionOf, type TestOrganization } from './catalogue.ts';
import { loadExpectedSearch } from './search.ts';
import { seededRandomFrom } from './seeded-random-from.ts';

export interface SegmentWriterOptions {
  readonly connectionString: string;
  readonly organizationId: string;
  readonly seed: number;
}

const { connectionString, organizationId, seed }: SegmentWriterOptions = JSON.parse(process.argv[2] ?? '{}');
const database = openDatabase({
  connectionString,
  applicationPoolSize: 3,
  shopPoolSize: 1,
  ownerPoolSize: 1,
  statementTimeoutMs: 10_000,
  onError: () => undefined,
});
const runner = createOperationRunner({
  database,
  clock: systemClock,
  cursors: createCursors('test'),
  modules: MODULES,
});
const session = sessionOf(organizationId);
const { structure, documents } = await loadExpectedSearch({ runner, owner: session } as TestOrganization);
const random = seededRandomFrom(seed);
const skus = documents.map(({ key }) => key);
const items = fc.sample(arbitraryProducts(structure), { numRuns: 200, seed });
let isDone = false;
process.once('disconnect', () => {
  isDone = true;
});

/** Writes something; what is refused is none of its business. */
async function write<Input>(operation: WriteOperation<never, Input, unknown>, input: Input): Promise<void> {
  try {
    await runner.write(session, operation as never, input);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

process.send?.('ready');
for (let step = 0; !isDone; step += 1) {
  const ref = random.pick(skus);
  const kind = random.integer(0, 9);
  if (kind < 6)
    await write(upsertProducts, {
      items: items[step % items.length] ?? [],
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
  else if (kind < 8) await write(deleteProduct, { ref });
  else if (kind < 9) await write(restoreProduct, { ref });
  else
    await write(upsertAttributeSets, {
      items: [
        {
          patch: {
            code: 'clothing',
            requiredAttributes: { web: step % 2 === 0 ? ['name', 'price'] : ['name'], app: ['text_lc'] },
          },
        },
      ],
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
  await sleep(random.integer(10, 60));
}
await database.close();
