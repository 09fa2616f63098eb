// Risk: a copy of the catalogue kept by events is wrong, because one was missed or came twice while servers and clients came and went.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '../../src/modules/product/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { type RunningProgram, runProgram } from '../main/program.ts';
import { type EventStream, openStream } from '../support/event-stream.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

/** Events in all; more on demand. */
const TOTAL = Number(process.env.FOLLOWED_EVENTS ?? 200);
const WRITERS = 16;

let served: ServedProgram;
const programs: RunningProgram[] = [];
beforeAll(async () => {
  served = await serveProgram({ RATE_LIMIT_PER_MINUTE: '1000000' });
});
afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill('SIGKILL');
    await ended;
  }
  await served.close();
});

interface Server {
  readonly url: string;
  readonly program: RunningProgram;
}

async function startServer(): Promise<Server> {
  const program = runProgram(['api'], {
    DATABASE_URL: served.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    // All the writers share one token.
    RATE_LIMIT_PER_MINUTE: '1000000',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SHUTDOWN_TIMEOUT_MS: '60000',
  });
  programs.push(program);
  await program.printed('Catalograph answers at ');
  return { program, url: /http:\/\/\S+(?=\/graphql)/.exec(program.output().stdout)?.[0] ?? '' };
}

const follow = ({ url }: Server, after: number): Promise<EventStream> =>
  openStream(url, 'subscription ($after: BigInt) { events(afterSequence: $after) { sequence } }', {
    token: served.token,
    variables: { after: String(after) },
  });

/** Writes a product, here or by a server; answers once it is acknowledged. */
async function write(sku: string, server: Server | null): Promise<void> {
  if (server === null) {
    const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
    await served.catalogue.runner.write(session, createProduct, { sku });
    return;
  }
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.token}` },
    body: JSON.stringify({
      query: 'mutation ($sku: String!) { createProduct(input: { sku: $sku }) { __typename } }',
      variables: { sku },
    }),
  });
  expect(await response.json()).toMatchObject({
    data: { createProduct: { __typename: 'ProductPayload' } },
  });
}

test(`${TOTAL} events of ${WRITERS} writers reach every client once and in order, whoever comes and goes`, async () => {
  const random = seededRandom();
  const [leaving, staying] = [await startServer(), await startServer()];
  const hasLeft = Promise.withResolvers<void>();
  let isLeaving = false;
  let written = 0;

  const writer = async (index: number) => {
    for (let turn = 0; turn < Math.floor((TOTAL + index) / WRITERS); turn += 1) {
      await write(`w${index}_${turn}`, index % 2 === 0 ? null : staying);
      written += 1;
    }
  };
  /** Follows to the end, leaving after some messages and coming back to either server where it was. */
  const client = async () => {
    const seen: number[] = [];
    for (let turn = 0; seen.length < TOTAL; turn += 1) {
      const server = turn % 2 === 0 && !isLeaving ? leaving : staying;
      const stream = await follow(server, seen.at(-1) ?? 0).catch(() => null);
      const most = random.integer(1, 60);
      for (let taken = 0; taken < most && seen.length < TOTAL; taken += 1) {
        const message = (await stream?.next()) ?? null;
        if (message?.id === null || message === null) break;
        seen.push(Number(message.id));
      }
      stream?.close();
    }
    return seen;
  };
  /** Stays with the server that is stopped, until that lets it go. It follows before anything is written. */
  const loyalStream = await follow(leaving, 0);
  const loyalClient = async () => {
    const messages = await loyalStream.rest();
    return messages.map(({ id, event, data }) => id ?? data?.errors?.[0]?.extensions.code ?? event);
  };
  /** Cuts the connections on which servers hear of each other, and stops one server half way. */
  const trouble = async () => {
    for (let cut = 1; cut <= 8; cut += 1) {
      await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan((TOTAL / 9) * cut);
      await served.catalogue.database.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'catalograph-listen' AND datname = current_database()`,
      );
      if (cut !== 4) continue;
      isLeaving = true;
      leaving.program.child.kill('SIGTERM');
      expect(await leaving.program.ended).toBe(0);
      hasLeft.resolve();
    }
  };

  const clients = Promise.all([client(), client(), client(), client()]);
  const loyal = loyalClient();
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, index) => writer(index)),
    trouble(),
    hasLeft.promise,
  ]);
  const expected = Array.from({ length: TOTAL }, (_, n) => n + 1);
  expect(written).toBe(TOTAL);
  expect(await clients).toEqual([expected, expected, expected, expected]);
  const seenUntilEnd = await loyal;
  expect(seenUntilEnd.slice(-2)).toEqual(['service-unavailable', 'complete']);
  const events = seenUntilEnd.slice(0, -2).map(Number);
  expect(events).toEqual(expected.slice(0, events.length));
  expect(events.length).toBeGreaterThan(0);
}, 180_000);
