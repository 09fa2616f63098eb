// Risk: files that were imported fill the disk for ever, or go while a job needs them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFailedRows, removeOldImports, storeUpload } from '../../../../src/modules/import/index.ts';
import { pgTransaction } from '../../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../../support/clothing-catalogue.ts';
import { createImportHarness } from '../../../support/imports.ts';
import { createTestStorage, type TestStorage } from '../../../support/storage.ts';

const DAY_MS = 24 * 3_600_000;

let catalogue: TestOrganization;
let files: TestStorage;
let imports: ReturnType<typeof createImportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  files = await createTestStorage();
  imports = createImportHarness({ ...catalogue, storage: files.storage as never });
  await seedClothingCatalogue(catalogue);
});
afterAll(async () => {
  await catalogue.close();
  await files.remove();
});

const fileOf = (sku: string) => `sku;attribute_set;stock\n${sku};accessories;many\n`;
const removedIn = (days: number) => {
  const owner = pgTransaction(catalogue.database.owner);
  return removeOldImports({ owner, storage: files.storage }, new Date(Date.now() + days * DAY_MS));
};
const setJob = (id: string, set: string) =>
  catalogue.database.owner.query(`UPDATE public.job SET ${set} WHERE id = $1`, [id]);

test('a file goes 30 days after it was sent, but never one that a job needs or may need again', async () => {
  const { organizationId } = catalogue.owner;
  const bytes = async function* () {
    yield Buffer.from(fileOf('UNUSED'));
  };
  // Two objects each: the file, and what is known of it.
  await storeUpload(files.storage, bytes(), { organizationId, name: 'unused.csv' });
  const done = await imports.run(fileOf('DONE'));
  expect(done.status).toBe('completed_with_errors');
  const stopped = await imports.run(fileOf('STOPPED'), { errorPolicy: 'stop' });
  expect(stopped.status).toBe('failed');
  const queued = await imports.start(fileOf('QUEUED'), {});
  expect(await removedIn(29.9)).toBe(0);
  // The file that no job has taken, and the one whose job was over that long ago.
  expect(await removedIn(30.1)).toBe(4);
  expect(await removedIn(400)).toBe(0);
  await setJob(stopped.id, `superseded_by = '${queued}'`);
  await setJob(queued, `status = 'completed', finished_at = now() + interval '20 days'`);
  expect(await removedIn(31)).toBe(2);
  expect(await removedIn(49.9)).toBe(0);
  expect(await removedIn(50.1)).toBe(2);
});

test('the failed rows of an import whose file is gone are not found', async () => {
  const { id } = await imports.run(fileOf('LATE'));
  const public_ = `job_${id.replaceAll('-', '')}`;
  const open = () =>
    openFailedRows({ runner: catalogue.runner, storage: files.storage }, catalogue.owner, public_);
  await open();
  await removedIn(31);
  await expect(open()).rejects.toMatchObject({
    kind: 'not-found',
  });
});
