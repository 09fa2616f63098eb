// Risk: what history says of an object differs from what it was.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../../src/kernel/ids.ts';
import { entityStatesAt } from '../../../../src/modules/entity/index.ts';
import { productStatesAt } from '../../../../src/modules/product/index.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { purgeDeleted } from '../../../../src/worker/purge.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import {
  digestOfEntity,
  digestOfProduct,
  type HistoryContext,
  RandomHistory,
  type StepSnapshot,
  seedHistoryContext,
} from '../../../support/random-histories.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { silentLog } from '../../../support/silent-log.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 6);
const STEPS = Number(process.env.HISTORY_STEPS ?? 15);

const ANSWER = `query ($ref: ID!, $asOf: Moment) {
  product(ref: $ref, asOf: $asOf) {
    version sku type status parent { sku } attributeSet { code } variantLayout { code } channels { code }
    categories { code } tags externalRefs { system externalId } label data(form: CELLS) own: data(form: OWN)
    associations {
      type { code }
      products { product { sku version } quantity source }
      entities { ref entity { version labels { locale text } } source }
    }
  }
}`;

let catalogue: TestOrganization;
let scene: HistoryContext;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { runner, owner: session, database } = catalogue;
  const clock = { now: () => new Date() };
  scene = {
    runner,
    session,
    owner: database.owner,
    purge: () => purgeDeleted({ owner: pgTransaction(database.owner), runner, clock, log: silentLog }),
    answer,
  };
  await seedHistoryContext(scene);
}, 60_000);
afterAll(() => catalogue.close());

/** What the API answers of a product, now or as of a sequence. */
async function answer(id: string, asOf?: number): Promise<unknown> {
  const { data, errors } = await catalogue.execute(ANSWER, { ref: encodeId('Product', id), asOf });
  expect(errors).toBeUndefined();
  return data?.product;
}

const statesOf = { products: productStatesAt, entities: entityStatesAt } as const;
const digestsOf = { products: digestOfProduct, entities: digestOfEntity } as const;

/** What is rebuilt otherwise than it was copied, at the sequences of the copies and at those in between. */
async function differences(snapshots: readonly StepSnapshot[]): Promise<string[]> {
  const found: string[] = [];
  for (const kind of ['products', 'entities'] as const) {
    const ids = [...new Set(snapshots.flatMap((snapshot) => [...snapshot[kind].keys()]))];
    for (const [index, snapshot] of snapshots.entries()) {
      const before = snapshots[index - 1] ?? snapshot;
      const events = await eventsBetween(before.sequence, snapshot.sequence);
      const middle = Math.floor((before.sequence + snapshot.sequence) / 2);
      for (const sequence of new Set([snapshot.sequence, middle])) {
        const expected = new Map(
          ids.flatMap((id) => {
            const own = events.filter(({ objectId }) => objectId === id);
            // Between two events of one object nothing was copied.
            if (sequence < snapshot.sequence && own.length > 1) return [];
            const isBefore = own.some((event) => event.sequence > sequence);
            return [[id, (isBefore ? before : snapshot)[kind].get(id)] as const];
          }),
        );
        found.push(...(await rebuiltOtherwise(kind, sequence, expected)));
      }
    }
  }
  return found;
}

async function rebuiltOtherwise(
  kind: 'products' | 'entities',
  sequence: number,
  expected: ReadonlyMap<string, string | undefined>,
): Promise<string[]> {
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const states = await statesOf[kind](transaction, organizationId, [...expected.keys()], sequence);
  return [...expected].flatMap(([id, digest]) => {
    const state = states.get(id);
    const rebuilt = state === undefined ? undefined : digestsOf[kind](state as never);
    return rebuilt === digest
      ? []
      : [`${kind} ${id} at ${sequence}: ${JSON.stringify(state)?.slice(0, 500)}`];
  });
}

async function eventsBetween(after: number, upTo: number) {
  const { rows } = await catalogue.database.owner.query<{ objectId: string; sequence: number }>(
    `SELECT object_id AS "objectId", sequence::int AS sequence FROM ledger.event
     WHERE organization_id = $1 AND sequence > $2 AND sequence <= $3`,
    [catalogue.owner.organizationId, after, upTo],
  );
  return rows;
}

test(`${HISTORIES} random histories are rebuilt as they were`, { timeout: HISTORIES * 20_000 }, async () => {
  const random = seededRandom();
  let steps = 0;
  for (let index = 0; index < HISTORIES; index += 1) {
    const history = new RandomHistory(scene, random, `H${index}`);
    steps += await history.live(STEPS);
    expect(await differences(history.snapshots)).toEqual([]);
    for (const { sequence, answered } of history.snapshots)
      if (answered !== null) expect(await answer(answered.id, sequence)).toEqual(answered.answer);
  }
  // Most steps are taken, not refused.
  expect(steps).toBeGreaterThan((HISTORIES * STEPS) / 3);
  process.stdout.write(`${HISTORIES} histories, ${steps} steps\n`);
});

test('a change that the ledger does not tell is noticed', async () => {
  const history = new RandomHistory(scene, seededRandom(), 'SILENT');
  await history.live(STEPS);
  const first = history.snapshots[0]?.sequence ?? 0;
  const { rowCount } = await catalogue.database.owner.query(
    `UPDATE ledger.event SET changes = '[]' WHERE (organization_id, sequence) = (
       SELECT organization_id, sequence FROM ledger.event
       WHERE organization_id = $1 AND sequence > $2 AND resource = 'product' AND verb = 'updated'
       ORDER BY sequence LIMIT 1)`,
    [catalogue.owner.organizationId, first],
  );
  expect(rowCount).toBe(1);
  expect(await differences(history.snapshots)).not.toEqual([]);
});
