// Risk: a request that nobody thought of breaks the server, or is answered with something that no schema describes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServedCatalogue, serveCatalogue } from '../support/served-catalogue.ts';
import { type FuzzedDoor, fuzz } from './fuzz/fuzz.ts';
import { graphqlDoor } from './fuzz/graphql-door.ts';
import { restDoor } from './fuzz/rest-door.ts';
import { catalogueWords } from './fuzz/words.ts';

/** How many requests all doors get together; `FUZZ_REQUESTS=100000` for a long run, `TEST_SEED` for other ones. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3_000);

const doors: readonly FuzzedDoor[] = [restDoor(catalogueWords), graphqlDoor(catalogueWords)];

let served: ServedCatalogue;
beforeAll(async () => {
  served = await serveCatalogue();
  await served.seedDemo();
}, 60_000);
afterAll(() => served.close());

test.each(doors)(
  'whatever the $name door is sent, it answers by its schema and never fails',
  async (door) => {
    const { faults, statuses } = await fuzz(served, door, seededRandom(), REQUESTS / doors.length);
    expect(faults.join('\n')).toBe('');
    // A fuzzer that is only ever refused tests nothing but refusals.
    expect(statuses[200]).toBeGreaterThan(REQUESTS / doors.length / 10);
    const failures = served.logged.filter(({ level }) => level === 'error');
    expect(
      failures.map(({ message, facts }) => `${message} ${String((facts as { err?: unknown }).err)}`),
    ).toEqual([]);
  },
  60_000 + REQUESTS * 30,
);
