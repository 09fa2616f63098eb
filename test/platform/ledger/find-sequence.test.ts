// Risk: a time is taken for a sequence at which something had happened that happened later.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { findSequenceAtTime } from '../../../src/platform/ledger/find-sequence.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, minute * 60));

test('everything up to the sequence of a time had happened by then, and the next event had not', async () => {
  const { organizationId } = await catalogue.addOrganization('Times');
  const { owner } = catalogue.database;
  const find = (minute: number) => findSequenceAtTime(pgTransaction(owner), organizationId, at(minute));
  expect(await find(1)).toBe(0);
  expect(await findSequenceAtTime(pgTransaction(owner), organizationId, new Date('0000-01-01'))).toBe(0);
  // Transactions that overlapped: the fourth event was committed before the fifth, and began later.
  const minutes = [1, 2, 3, 6, 4, 5, 7, 7];
  for (const [index, minute] of minutes.entries())
    await owner.query(
      `INSERT INTO ledger.event (organization_id, sequence, id, at, resource, verb, object_id, ref, version, actor, door,
                                 request_id, data, changes, changes_truncated)
       VALUES ($1, $2, gen_random_uuid(), $3, 'locale', 'updated', gen_random_uuid(), 'x', 1, '{}', 'graphql', 'test',
               '{}', '[]', false)`,
      [organizationId, index + 1, at(minute)],
    );
  await owner.query('UPDATE ledger.counter SET last_sequence = $2 WHERE organization_id = $1', [
    organizationId,
    minutes.length,
  ]);
  const asked = [0, 1, 2.5, 3, 4, 5, 6, 6.5, 7, 99];
  expect(await Promise.all(asked.map(find))).toEqual([0, 1, 2, 3, 3, 3, 6, 6, 8, 8]);
});
