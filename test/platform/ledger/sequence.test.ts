// Risk: a follower that remembers "seen up to N" loses an event whose transaction took a lower number but committed later.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { testStatement } from '../../support/statement.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization({ applicationPoolSize: 20 });
  // Holds each transaction between its last statement and its commit, and fails some of them just there.
  await catalogue.database.owner.query(`
    CREATE FUNCTION ledger.linger() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_sleep((NEW.data ->> 'pause_ms')::float / 1000);
      IF NEW.data ? 'lost' THEN RAISE EXCEPTION 'lost at commit'; END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON ledger.event
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.linger();`);
});
afterAll(() => catalogue.close());

interface Transaction {
  /** One event each, named by these texts. */
  readonly refs: readonly string[];
  readonly pauseBeforeMs: number;
  readonly pauseAfterMs: number;
  readonly fate: 'commits' | 'is refused by a rule' | 'is lost at its commit';
}

const writeSlowly = defineWrite({
  name: 'writeSlowly',
  scope: 'authenticated',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { refs, pauseBeforeMs, pauseAfterMs, fate }: Transaction) {
    for (const ref of refs) {
      const data = { pause_ms: pauseAfterMs, ...(fate === 'is lost at its commit' ? { lost: true } : {}) };
      context.emit({
        resource: 'locale',
        verb: 'updated',
        objectId: newId(),
        ref,
        version: 1,
        changes: [],
        data,
      });
    }
    await context.execute(testStatement('test.pause', 'SELECT pg_sleep($1::float / 1000)'), [pauseBeforeMs]);
    if (fate === 'is refused by a rule') throw new Error('refused');
    return {};
  },
});

/** Reads behind the last number it has seen, again and again, until it has seen `count` events. */
async function follow(session: Session, count: number, isOver: () => boolean) {
  const { pool } = catalogue.database.of(session.organizationId);
  const seen: { sequence: number; ref: string }[] = [];
  for (let last = false; !last; ) {
    // One more look after the last writer has finished, so that nothing committed can hide behind the end.
    last = isOver() || seen.length >= count;
    const { rows } = await pool.query<{ sequence: number; ref: string }>(
      `SELECT sequence::int, ref FROM ledger.event WHERE organization_id = $1 AND sequence > $2 ORDER BY sequence`,
      [session.organizationId, seen.at(-1)?.sequence ?? 0],
    );
    seen.push(...rows);
  }
  return seen;
}

test('a follower by sequence sees every event of 16 slow writers once, in order and without gaps', async () => {
  const random = seededRandom();
  const sessions = [catalogue.owner, await catalogue.addOrganization('Other')];
  const plans = sessions.map((session, organization) =>
    Array.from({ length: 8 }, (_, writer) =>
      Array.from({ length: 12 }, (_, turn): Transaction => {
        const events = random.integer(1, 3);
        return {
          refs: Array.from({ length: events }, (_, event) => `${organization}.${writer}.${turn}.${event}`),
          pauseBeforeMs: random.integer(0, 30),
          pauseAfterMs: random.integer(0, 4),
          fate: random.pick([
            'commits',
            'commits',
            'commits',
            'is refused by a rule',
            'is lost at its commit',
          ]),
        };
      }),
    ).map((turns) => ({ session, turns })),
  );
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let running = 16;
  const write = async ({ session, turns }: { session: Session; turns: readonly Transaction[] }) => {
    for (const turn of turns) {
      try {
        await catalogue.runner.write(session, writeSlowly, turn);
        acknowledged.push(...turn.refs);
      } catch (error) {
        if (turn.fate === 'commits') failures.push(String(error));
      }
    }
    running -= 1;
  };
  const followers = sessions.map((session) => follow(session, Number.POSITIVE_INFINITY, () => running === 0));
  await Promise.all(plans.flat().map(write));
  const histories = await Promise.all(followers);
  expect(failures).toEqual([]);
  for (const [index, seen] of histories.entries()) {
    const committed = (plans[index] ?? [])
      .flatMap(({ turns }) => turns)
      .filter(({ fate }) => fate === 'commits')
      .flatMap(({ refs }) => refs);
    expect(seen.map(({ sequence }) => sequence)).toEqual(committed.map((_, place) => place + 1));
    expect(seen.map(({ ref }) => ref).sort()).toEqual(committed.sort());
  }
  expect(
    histories
      .flat()
      .map(({ ref }) => ref)
      .sort(),
  ).toEqual(acknowledged.sort());
});

test('events of one transaction keep the order in which they were emitted', async () => {
  const session = await catalogue.addOrganization('Ordered');
  const refs = ['first', 'second', 'third'];
  await catalogue.runner.write(session, writeSlowly, {
    refs,
    pauseBeforeMs: 0,
    pauseAfterMs: 0,
    fate: 'commits',
  });
  expect(await follow(session, 3, () => false)).toEqual([
    { sequence: 1, ref: 'first' },
    { sequence: 2, ref: 'second' },
    { sequence: 3, ref: 'third' },
  ]);
});

test('an organization without a counter writes nothing at all', async () => {
  const session = await catalogue.addOrganization('Without counter');
  await catalogue.database.owner.query('DELETE FROM ledger.counter WHERE organization_id = $1', [
    session.organizationId,
  ]);
  const writing = catalogue.runner.write(session, writeSlowly, {
    refs: ['lost'],
    pauseBeforeMs: 0,
    pauseAfterMs: 0,
    fate: 'commits',
  });
  await expect(writing).rejects.toThrow('has no counter; nothing was written');
});
