// Risk: a request that nobody thought of breaks the server, holds it, fills its memory, or is answered with something
// that no schema describes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonitoredProcess, PROCESS_LIMITS, startMonitoredApi } from '../support/monitored-process.ts';
import { assertMatchesOpenApi } from '../support/openapi-conformance.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { type FuzzedDoor, type FuzzTarget, fuzz } from './fuzz/fuzz.ts';
import { graphqlDoor } from './fuzz/graphql-door.ts';
import { mcpDoor } from './fuzz/mcp-door.ts';
import { restDoor } from './fuzz/rest-door.ts';
import { catalogueWords } from './fuzz/words.ts';

/** How many requests all doors get together; `FUZZ_REQUESTS=100000` for a long run, `TEST_SEED` for other ones. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 250);

const doors: readonly FuzzedDoor[] = [
  restDoor(catalogueWords),
  graphqlDoor(catalogueWords),
  mcpDoor(catalogueWords),
];

let served: ServedProgram;
let watched: MonitoredProcess;
let target: FuzzTarget;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  watched = await startMonitoredApi(served, { LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '1000000' });
  target = {
    async ask(path, init) {
      const response = await fetch(`${watched.url}${path}`, init);
      if (response.status !== 431) await assertMatchesOpenApi(init.method ?? 'GET', path, response);
      return response;
    },
    mint: () => served.mint(),
    async look() {
      const { longestTurnMs, peakMb } = await watched.measure();
      return [
        ...(longestTurnMs > PROCESS_LIMITS.loopMilliseconds
          ? [`the loop was held for ${longestTurnMs} ms`]
          : []),
        ...(peakMb > PROCESS_LIMITS.residentMegabytes ? [`it took ${peakMb} MB`] : []),
      ];
    },
  };
}, 60_000);
afterAll(async () => {
  await watched[Symbol.asyncDispose]();
  await served.close();
});

test.each(doors)(
  'whatever the $name door is sent, it answers by its schema, and goes on answering others',
  async (door) => {
    const { faults, statuses } = await fuzz(target, door, seededRandom(), REQUESTS / doors.length);
    expect(faults.join('\n')).toBe('');
    // A fuzzer that is only ever refused tests nothing but refusals.
    expect(statuses[200]).toBeGreaterThan(REQUESTS / doors.length / 10);
    expect(watched.output().stderr).toBe('');
  },
  60_000 + REQUESTS * 30,
);
