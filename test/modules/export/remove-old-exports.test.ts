// Risk: exported files fill the disk for ever, or go while a link still opens them.

import { expect, test } from 'vitest';
import { removeOldExports } from '../../../src/modules/export/index.ts';
import { createTestStorage } from '../../support/storage.ts';

const DAY_MS = 24 * 3_600_000;

test('files of exports go two weeks and a day after they were written', async () => {
  const { storage, remove } = await createTestStorage();
  const text = async function* () {
    yield Buffer.from('x');
  };
  for (const key of ['exports/org/job/result-0-1', 'imports/org/file']) await storage.put(key, text());
  const written = Date.now();
  expect(await removeOldExports(storage, new Date(written + 14 * DAY_MS))).toBe(0);
  expect(await removeOldExports(storage, new Date(written + 15 * DAY_MS + 60_000))).toBe(1);
  expect(await storage.exists('exports/org/job/result-0-1')).toBe(false);
  expect(await storage.exists('imports/org/file')).toBe(true);
  await remove();
});
