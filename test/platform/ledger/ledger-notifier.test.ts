// Risk: followers in other processes are not woken, or telling them makes writers slow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedgerNotifier } from '../../../src/platform/ledger/ledger-notifier.ts';
import { openNotificationListener } from '../../../src/platform/notification/notification-listener.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { silentLog } from '../../support/silent-log.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const newSignal = () => createLedgerNotifier({ owner: catalogue.database.owner, log: silentLog });

/** A signal that hears other processes. */
async function listeningSignal() {
  const listener = await openNotificationListener({
    connectionString: catalogue.connectionString,
    log: silentLog,
  });
  const signal = newSignal();
  await signal.connect(listener);
  return { signal, listener };
}

/** Resolves with what was heard once the sequence was. */
function heardOf(
  signal: ReturnType<typeof newSignal>,
  sequence: number,
): Promise<(readonly [string, number])[]> {
  const heard: (readonly [string, number])[] = [];
  return new Promise((resolve) => {
    signal.listen(
      (organizationId, last) => {
        heard.push([organizationId, last]);
        if (last === sequence) resolve(heard);
      },
      () => undefined,
    );
  });
}

test('tells its own process at once and another one soon', async () => {
  const other = await listeningSignal();
  const own = newSignal();
  const here: number[] = [];
  own.listen(
    (_organization, last) => here.push(last),
    () => undefined,
  );
  const there = heardOf(other.signal, 7);
  own.announce('org-1', 7);
  expect(here).toEqual([7]);
  expect(await there).toEqual([['org-1', 7]]);
  await other.listener.close();
});

test('what comes close together goes out together, each organization with its last number', async () => {
  const other = await listeningSignal();
  const own = newSignal();
  const there = heardOf(other.signal, 999);
  for (let sequence = 1; sequence <= 1_000; sequence += 1) {
    own.announce(sequence % 2 === 0 ? 'even' : 'odd', sequence);
  }
  expect(await there).toEqual([
    ['odd', 1],
    ['even', 1_000],
    ['odd', 999],
  ]);
  await other.listener.close();
});

test('sends the last announcements of a process that ends', async () => {
  const other = await listeningSignal();
  const own = newSignal();
  const there = heardOf(other.signal, 3);
  own.announce('org', 1);
  own.announce('org', 2);
  own.announce('org', 3);
  await own.close();
  expect(await there).toEqual([
    ['org', 1],
    ['org', 3],
  ]);
  await other.listener.close();
});

test('a database that is away costs the writer nothing', async () => {
  const broken = createLedgerNotifier({
    owner: { query: () => Promise.reject(new Error('away')) } as never,
    log: silentLog,
  });
  broken.announce('org', 1);
  await broken.close();
});

test('who has ended listening hears nothing more', () => {
  const own = newSignal();
  const heard: number[] = [];
  const end = own.listen(
    (_organization, last) => heard.push(last),
    () => undefined,
  );
  own.announce('org', 1);
  end();
  own.announce('org', 2);
  expect(heard).toEqual([1]);
});
