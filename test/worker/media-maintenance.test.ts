// Risk: bytes that a file still needs are removed, deleted files and broken uploads fill the disk for ever, or a file
// that is uploaded at the same moment loses its bytes.

import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredChange } from '../../src/kernel/change.ts';
import { createCursors } from '../../src/kernel/page.ts';
import type { Session } from '../../src/kernel/session.ts';
import {
  CONTENT_KEYS,
  contentKey,
  createMedia,
  deleteMedia,
  deleteUnusedContent,
  receiveFile,
  storeReceivedFile,
} from '../../src/modules/media/index.ts';
import { MODULES } from '../../src/modules.ts';
import { createTransaction, pgTransaction } from '../../src/platform/database/transaction.ts';
import { createOperationRunner, type OperationRunner } from '../../src/platform/operation/run-operation.ts';
import { createMaintenanceRound } from '../../src/worker/maintenance.ts';
import {
  type MediaMaintenanceDependencies,
  purgeDeletedMedia,
  sweepStorage,
} from '../../src/worker/media-maintenance.ts';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';
import { filesBelow } from '../support/files-server.ts';
import { sha256Of } from '../support/media.ts';
import { silentLog } from '../support/silent-log.ts';
import { createTestStorage, type TestStorage } from '../support/storage.ts';

const DAY_MS = 86_400_000;
const START = new Date('2030-03-01T12:00:00Z');

let catalogue: TestOrganization;
let runner: OperationRunner;
let session: Session;
let stored: TestStorage;
let now = START;
const clock = { now: () => now };
beforeAll(async () => {
  catalogue = await createTestOrganization();
  runner = createOperationRunner({
    database: catalogue.database,
    clock,
    cursors: createCursors('test'),
    modules: MODULES,
  });
});
afterAll(() => catalogue.close());
beforeEach(async () => {
  now = START;
  session = await catalogue.addOrganization('Shop');
  stored = await createTestStorage();
});
afterEach(() => stored.remove());

const upkeep = (more: Partial<MediaMaintenanceDependencies> = {}): MediaMaintenanceDependencies => ({
  owner: pgTransaction(catalogue.database.owner),
  runner,
  storage: stored.storage,
  ...more,
});
const later = (days: number, minutes = 0) => {
  now = new Date(START.getTime() + days * DAY_MS + minutes * 60_000);
};
async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** Uploads a text as a file; a second one of the same content is a file of its own. */
async function upload(text: string, as: Session = session): Promise<string> {
  const { storage } = stored;
  const received = await receiveFile(bytesOf(text), 'x.txt', { storage, maximumBytes: 1_000 });
  const { id } = await storeReceivedFile(received, { duplicate: true }, storage, {
    create: async (input) => (await runner.write(as, createMedia, input)).output,
    drop: (input) => runner.write(as, deleteUnusedContent, input),
  });
  await received.staged.discard();
  return id;
}
const remove = (id: string, as: Session = session) => runner.write(as, deleteMedia, { ref: id });
const rowCount = async (as: Session = session) => {
  const { rows } = await catalogue.database.owner.query(
    'SELECT count(*)::int AS count FROM public.media WHERE organization_id = $1',
    [as.organizationId],
  );
  return rows[0].count;
};
const contents = async () => (await filesBelow(stored.folder)).sort();
const hashes = (...texts: readonly string[]) => texts.map(sha256Of).sort();
const keyOf = (text: string, as: Session = session) => contentKey(as.organizationId, sha256Of(text));

const giveRendition = async (text: string) => {
  const sha256 = sha256Of(text);
  const key = `renditions/${session.organizationId}/${sha256.slice(0, 2)}/${sha256}/${text}-64x32`;
  await stored.storage.put(key, bytesOf('smaller'));
  return join(stored.folder, 'objects', key);
};

test('sizes that were made when their picture had gone are swept a day later', async () => {
  await upload('living');
  const old = [await giveRendition('living'), await giveRendition('gone')];
  await giveRendition('young');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const path of old) await utimes(path, yesterday, yesterday);
  expect(await sweepStorage(upkeep(), new Date())).toBe(1);
  expect(await contents()).toEqual([...hashes('living'), 'living-64x32', 'young-64x32'].sort());
});

describe('a file that was deleted', () => {
  test('goes with its bytes once it can no longer be restored, and not a minute earlier', async () => {
    const id = await upload('gone');
    await upload('living');
    await remove(id);
    later(30);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(0);
    expect([await rowCount(), await contents()]).toEqual([2, hashes('gone', 'living')]);
    later(30, 1);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect([await rowCount(), await contents()]).toEqual([1, hashes('living')]);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(0);
    const { rows } = await catalogue.database.owner.query(
      `SELECT version, changes FROM ledger.event WHERE organization_id = $1 AND verb = 'purged'`,
      [session.organizationId],
    );
    expect(rows).toMatchObject([{ version: 3 }]);
    const last = rows[0].changes.map(({ path, old }: StoredChange) => [path, old]);
    expect(last).toEqual(
      expect.arrayContaining([
        ['code', 'x'],
        ['filename', 'x.txt'],
        ['visibility', 'private'],
        ['sha256', sha256Of('gone')],
        ['size_bytes', 4],
      ]),
    );
  });

  test('takes with it the other sizes that were made of it', async () => {
    const id = await upload('gone');
    await upload('living');
    for (const text of ['gone', 'living']) await giveRendition(text);
    await remove(id);
    later(30, 1);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect(await contents()).toEqual([...hashes('living'), 'living-64x32'].sort());
  });

  test('leaves the bytes to the files of the same content, until the last of them goes', async () => {
    const [first, second, third] = [await upload('same'), await upload('same'), await upload('same')];
    await remove(first);
    later(10);
    await remove(second);
    later(31);
    await remove(third);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect([await rowCount(), await contents()]).toEqual([2, hashes('same')]);
    later(41);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect([await rowCount(), await contents()]).toEqual([1, hashes('same')]);
    later(62);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect([await rowCount(), await contents()]).toEqual([0, []]);
  });

  test('takes nothing from another organization with the same content', async () => {
    const neighbour = await catalogue.addOrganization('Neighbour');
    await upload('same', neighbour);
    await remove(await upload('same'));
    later(31);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
    expect([await rowCount(), await rowCount(neighbour)]).toEqual([0, 1]);
    expect([
      await stored.storage.exists(keyOf('same')),
      await stored.storage.exists(keyOf('same', neighbour)),
    ]).toEqual([false, true]);
  });

  test('goes in every organization, however many there are of them', async () => {
    const neighbour = await catalogue.addOrganization('Neighbour');
    for (let index = 0; index < 105; index += 1) await remove(await upload(`file ${index}`));
    await remove(await upload('file', neighbour), neighbour);
    later(31);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(106);
    expect([await rowCount(), await rowCount(neighbour), await contents()]).toEqual([0, 0, []]);
  });

  test('stays as a whole when its bytes cannot be removed, for the next time', async () => {
    await remove(await upload('stuck'));
    later(31);
    const storage = { ...stored.storage, delete: () => Promise.reject(new Error('The disk is read-only.')) };
    await expect(purgeDeletedMedia(upkeep({ storage }), now)).rejects.toThrow('The disk is read-only.');
    expect([await rowCount(), await contents()]).toEqual([1, hashes('stuck')]);
    expect(await purgeDeletedMedia(upkeep(), now)).toBe(1);
  });

  test('and is uploaded again at the moment of its end has its bytes afterwards', async () => {
    for (let round = 0; round < 10; round += 1) {
      now = START;
      const text = `raced ${round}`;
      await remove(await upload(text));
      later(31);
      await Promise.all([purgeDeletedMedia(upkeep(), now), upload(text), sweepStorage(upkeep(), new Date())]);
      expect([round, await stored.storage.exists(keyOf(text))]).toEqual([round, true]);
    }
    expect(await rowCount()).toBe(10);
  });

  test('is removed once by two workers at the same time', async () => {
    for (let index = 0; index < 20; index += 1) await remove(await upload(`pair ${index % 10}`));
    later(31);
    const [first, second] = await Promise.all([
      purgeDeletedMedia(upkeep(), now),
      purgeDeletedMedia(upkeep(), now),
    ]);
    expect([first + second, await rowCount(), await contents()]).toEqual([20, 0, []]);
  });
});

describe('what a process left that died', () => {
  const age = (path: string, hours: number) => {
    const then = new Date(Date.now() - hours * 3_600_000);
    return utimes(join(stored.folder, path), then, then);
  };

  test('is swept a day later: uploads that never ended and bytes without a file', async () => {
    const { storage } = stored;
    const id = await upload('needed');
    await upload('deleted').then((other) => remove(other));
    for (const text of ['old orphan', 'young orphan']) await storage.put(keyOf(text), bytesOf(text));
    await storage.put('exports/report', bytesOf('no media'));
    await storage.put('media/elsewhere', bytesOf('no content'));
    for (const text of ['needed', 'deleted', 'old orphan']) await age(`objects/${keyOf(text)}`, 25);
    await age(`objects/${keyOf('young orphan')}`, 23);
    for (const key of ['exports/report', 'media/elsewhere']) await age(`objects/${key}`, 1_000);
    await storage.stage(bytesOf('half'));
    const [staged] = (await filesBelow(join(stored.folder, 'staging'))) as [string];
    await storage.stage(bytesOf('under way'));
    await age(`staging/${staged}`, 25);

    expect(await sweepStorage(upkeep(), new Date())).toBe(2);
    expect(await contents()).toEqual(
      [
        ...hashes('needed', 'deleted', 'young orphan'),
        ...['report', 'elsewhere'],
        ...(await filesBelow(join(stored.folder, 'staging'))),
      ].sort(),
    );
    expect(await filesBelow(join(stored.folder, 'staging'))).toHaveLength(1);
    expect(await stored.storage.exists(keyOf('old orphan'))).toBe(false);
    expect(await sweepStorage(upkeep(), new Date())).toBe(0);
    expect(id).toMatch(/^med_/);
  });

  test('is not removed when it is uploaded before it is its turn', async () => {
    await stored.storage.put(keyOf('late'), bytesOf('late'));
    await age(`objects/${keyOf('late')}`, 25);
    const { owner } = upkeep();
    // The upload comes between the look at the catalogue and the removal.
    const watched = createTransaction(async (statement, parameters) => {
      const rows = await owner.execute(statement, parameters);
      if (statement.name === 'media.unneeded_contents') await upload('late');
      return rows;
    });
    await sweepStorage(upkeep({ owner: watched }), new Date());
    expect([await stored.storage.exists(keyOf('late')), await rowCount()]).toEqual([true, 1]);
  });
});

test('the worker purges each hour and walks through the storage once a day', async () => {
  const walks: Date[] = [];
  const { storage } = stored;
  const round = createMaintenanceRound({
    ...upkeep({
      storage: {
        ...storage,
        list(below) {
          if (below === CONTENT_KEYS) walks.push(now);
          return storage.list(below);
        },
      },
    }),
    clock,
    log: silentLog,
  });
  await remove(await upload('gone'));
  await round();
  later(0, 60);
  await round();
  expect([walks.length, await rowCount()]).toEqual([1, 1]);
  later(1);
  await round();
  expect(walks).toEqual([START, now]);
  later(31);
  await round();
  expect(await rowCount()).toBe(0);
});
