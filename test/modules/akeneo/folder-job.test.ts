// Risk: a folder whose worker dies is imported twice or not to its end, counters or progress go wrong, a worker that was
// given up writes on, or somebody else hears of it.

import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../../src/kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../src/kernel/operation.ts';
import type { Message } from '../../../src/kernel/problems/messages/message.ts';
import { renderedOr } from '../../../src/kernel/problems/messages/render-message.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { openFolderImport, readFolderReport, startFolderImport } from '../../../src/modules/akeneo/index.ts';
import { importFolderRows } from '../../../src/modules/akeneo/run/import-folder.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { openFailedRows, storeUpload, uploadIdOf } from '../../../src/modules/import/index.ts';
import {
  type ClaimedJob,
  cancelJob,
  claimJob,
  getJob,
  JobLeaseLost,
  listJobErrors,
  retryJob,
  returnLostJobs,
} from '../../../src/modules/job/index.ts';
import { seedMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { runFolderImport, startTestFolderImport } from '../../support/akeneo-folder.ts';
import { archiveOf } from '../../support/archive.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { pngOf } from '../../support/media.ts';
import { makeFolder } from './tables.ts';

const catalogue: TestOrganization = await createTestOrganization();
afterAll(() => catalogue.close());
const { runner, storage } = catalogue;

const seed = defineWrite({
  name: 'seed',
  scope: 'attributes:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, _input: null) {
    await seedMeasurementFamilies(context, context.session.organizationId, context.now);
    const items = [{ patch: { code: 'FITS', twoWay: true } }];
    await upsertAssociationTypes.handler(context, { items, mode: 'create', errorPolicy: 'reject_all' });
  },
});

let session: Session;
beforeEach(async () => {
  session = await shop('Shop');
});
async function shop(name: string): Promise<Session> {
  const newSession = await catalogue.addOrganization(name);
  await runner.write(newSession, seed, null);
  return newSession;
}

const picture = pngOf(10, 10, 'front');
const FILES: Readonly<Record<string, readonly string[] | Buffer>> = {
  locales: ['code', 'de_DE', 'en_US'],
  currencies: ['code;activated', 'EUR;1'],
  channels: ['code;locales;currencies;tree', 'web;de_DE,en_US;EUR;master'],
  categories: ['code;parent;color', 'boots;men;', 'men;master;red', 'master;;'],
  attribute_groups: ['code;sort_order', 'general;1'],
  attributes: [
    'code;type;group;localizable',
    'sku;pim_catalog_identifier;general;0',
    'name;pim_catalog_text;general;1',
    'size;pim_catalog_simpleselect;general;0',
    'front;pim_catalog_image;general;0',
  ],
  attribute_options: ['code;attribute;sort_order', 's;size;1', 'm;size;2', 'l;size;3'],
  families: [
    'code;attributes;attribute_as_label',
    'shoes;sku,name,size,front;name',
    'hats;sku,name,brim;name',
  ],
  family_variants: ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;size;sku,size'],
  product_models: [
    'code;family_variant;parent;name-en_US;front;FITS-products',
    'boot;by_size;;Boot;files/boot.png;wax',
    'clog;by_size;;Clog;files/clog.png;',
    'lost;gone;;Lost;;',
  ],
  products: [
    'sku;family;parent;name-en_US;size;front;FITS-products;FITS-product_models;mystery',
    'boot-s;shoes;boot;Boot;s;files/boot-s/boot.png;;;x',
    'boot-m;shoes;Boot;Other;m;;wax,nothing;;',
    'BOOT-S;shoes;boot;;l;;;;',
    'clog-s;shoes;clog;;s;files/clog-s/clog.png;;;y',
    'wax;hats;;Wax;;files/wax.png;boot-m;clog;',
    'ragged;shoes',
    'nowhere;shirts;;;;;wax;;',
    'laces;shoes;;Laces;xl;files/boot.png;wax;;',
  ],
  'files/boot.png': picture,
  'files/wax.png': pngOf(9, 9, 'wax'),
};

/** The files by their paths, below some folder. */
const inFolder = (root: string): Readonly<Record<string, string | Buffer>> =>
  Object.fromEntries(
    Object.entries(FILES).map(([name, content]) =>
      Buffer.isBuffer(content)
        ? [`${root}${name}`, content]
        : [`${root}${name}.csv`, `${content.join('\n')}\n`],
    ),
  );

const folderOf = async () => (await makeFolder(inFolder(''))).folder;

const start = async (owner = session, batchRows = 2) =>
  startTestFolderImport({ runner, storage, session: owner, folder: await folderOf(), batchRows });
const context = (id: string, owner = session) => runFolderImport({ runner, storage, session: owner }, id);

/** The row of a job, by its public id. */
async function jobOf(id: string, owner = session) {
  const job = await runner.read(owner, getJob, { id, query: {} });
  if (job === null) throw new Error('There is no such job.');
  return job;
}

async function reportOf(id: string, owner = session) {
  return runner.read(owner, readFolderReport, { id });
}

/** Everything that an organization has, as far as two of the same content agree on it. */
async function everything({ organizationId }: Session): Promise<unknown> {
  const ask = async (sql: string) => (await catalogue.database.owner.query(sql, [organizationId])).rows;
  return {
    products: await ask(
      `SELECT product.sku, product.type, product.attribute_set, product.variant_layout, parent.sku AS parent,
         product.status, product.categories, product."values", product.version
       FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
       WHERE product.organization_id = $1 ORDER BY 1`,
    ),
    links: await ask(
      `SELECT source.sku, link.type, target.sku AS target, link.sort_order
       FROM public.product_association AS link JOIN public.product AS source ON source.id = link.source_id
       JOIN public.product AS target ON target.id = link.target_id WHERE link.organization_id = $1 ORDER BY 1, 2, 4`,
    ),
    media: await ask('SELECT code, sha256, version FROM public.media WHERE organization_id = $1 ORDER BY 1'),
    categories: await ask(
      'SELECT code, sort_order, version FROM public.category WHERE organization_id = $1 ORDER BY 1',
    ),
    sets: await ask('SELECT code, version FROM public.attribute_set WHERE organization_id = $1 ORDER BY 1'),
    events: await ask(
      'SELECT resource, verb, count(*)::int FROM ledger.event WHERE organization_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
    ),
    left: await ask(
      `SELECT (SELECT count(*)::int FROM public.job_row WHERE organization_id = $1) AS rows,
              (SELECT count(*)::int FROM public.job_mark WHERE organization_id = $1) AS marks`,
    ),
  };
}

const COUNTERS = ['processed', 'created', 'updated', 'unchanged', 'skipped', 'failed'] as const;

/** A runner under which the process dies at the end of a step, right before its commit, when told to. */
function mortal(dies: () => boolean): typeof runner {
  return {
    ...runner,
    write: (caller, operation, input, options) => {
      if (operation !== (importFolderRows as object) || !dies())
        return runner.write(caller, operation, input, options);
      const deadly = {
        ...operation,
        async handler(...given: Parameters<typeof operation.handler>) {
          await operation.handler(...given);
          throw new Error('Killed.');
        },
      };
      return runner.write(caller, deadly, input, options);
    },
  };
}

/** The steps of the next attempt, as the worker has them that takes the job. */
async function attempt(id: string, withRunner = runner) {
  const { output: job } = await runner.write(session, claimJob, { jobId: decodeIdOf('Job', id) ?? '' });
  if (job === null) throw new Error('The job was not there to be taken.');
  return openFolderImport({ runner: withRunner, storage }, session, job as ClaimedJob);
}

/** What happens once a worker has been silent for a minute. */
async function giveUp(): Promise<void> {
  const { owner } = catalogue.database;
  await owner.query('UPDATE public.job SET lease_until = started_at WHERE lease_until IS NOT NULL');
  await returnLostJobs(owner, new Date());
}

test('goes on behind each step after which its worker dies, to the same catalogue and the same report', async () => {
  const unbroken = await shop('Unbroken');
  const other = await start(unbroken);
  await context(other, unbroken);

  const id = await start();
  let before = await jobOf(id);
  let attempts = 0;
  for (let isDone = false; !isDone; attempts += 1) {
    let steps = 0;
    const { next, close } = await attempt(
      id,
      mortal(() => steps > 0),
    );
    ({ isDone } = await next());
    steps += 1;
    // The next step is done to its last statement, and nothing of it is there afterwards.
    if (!isDone) await expect(next()).rejects.toThrow('Killed.');
    await close();
    const after = await jobOf(id);
    for (const counter of COUNTERS) expect(after[counter]).toBeGreaterThanOrEqual(before[counter]);
    before = after;
    await giveUp();
  }
  expect(attempts).toBeGreaterThan(20);
  const [broken, whole] = [await jobOf(id), await jobOf(other, unbroken)];
  const details = ({ status, total, errorSummary, ...job }: typeof broken) => ({
    status,
    total,
    errorSummary,
    counters: COUNTERS.map((counter) => job[counter]),
  });
  expect(details(broken)).toEqual(details(whole));
  expect(broken).toMatchObject({ status: 'completed_with_errors', processed: broken.total, attempts });
  expect(await reportOf(id)).toEqual(await reportOf(other, unbroken));
  expect(await everything(session)).toEqual(await everything(unbroken));
}, 60_000);

test('tells at every door what became of each file, by row, column, level and hint', async () => {
  const id = await start();
  await context(id);
  const { data, errors } = await catalogue.execute(
    `query ($id: ID!) { job(id: $id) {
      type subject status errorFile progress { total processed created failed skipped percent }
      errorSummary { code count exampleRow }
      folderReport { kinds { kind total created failed skipped } values { total written inherited skipped }
        files { total linked missing skipped inherited } links { total set skipped } }
      errors(first: 50) { nodes { file level row column code value hint } } } }`,
    { id },
    session,
  );
  expect(errors).toBeUndefined();
  interface Reported {
    readonly errors: {
      readonly nodes: readonly { file: string; level: string; row: number; column: string; code: string }[];
    };
    readonly folderReport: { readonly kinds: readonly { readonly kind: string; readonly total: number }[] };
  }
  const { errors: reported, folderReport, ...job } = (data as { readonly job: Reported }).job;
  expect(job).toMatchObject({ type: 'IMPORT', subject: 'akeneo folder', status: 'COMPLETED_WITH_ERRORS' });
  expect(job).toMatchObject({ errorFile: null, progress: { percent: 100, failed: 4, skipped: 1 } });
  const sums = folderReport.kinds.reduce((sum, { total }) => sum + total, 0);
  expect(job).toMatchObject({ progress: { total: sums, processed: sums } });
  expect(folderReport.kinds.find(({ kind }) => kind === 'products')).toMatchObject({
    total: 8,
    created: 5,
    failed: 3,
  });
  expect(
    reported.nodes
      .filter(({ code }) => code !== 'missing-file')
      .map(({ level, file, row, column, code }) => `${level} ${file} ${row} ${column ?? '-'} ${code}`),
  ).toEqual([
    'WARNING categories.csv 1 color unknown-column',
    'INFO attributes.csv 2 type identifier-became-sku',
    'WARNING families.csv 3 attributes attribute-not-found',
    'WARNING product_models.csv 3 front file-missing',
    'ERROR product_models.csv 4 family_variant reference-not-found',
    'WARNING products.csv 1 mystery unknown-column',
    'WARNING products.csv 2 front file-missing',
    'INFO products.csv 3 parent parent-resolved-by-case',
    'WARNING products.csv 3 name-en_US value-belongs-to-parent',
    'WARNING products.csv 3 FITS-products product-not-found',
    'ERROR products.csv 4 sku duplicate-row',
    'WARNING products.csv 5 front file-missing',
    'WARNING products.csv 6 front attribute-not-in-set',
    'ERROR products.csv 7 - ragged-row',
    'ERROR products.csv 8 family reference-not-found',
    'ERROR products.csv 9 size option-not-found',
  ]);
  expect(reported.nodes.find(({ code }) => code === 'ragged-row')).toMatchObject({
    hint: 'Put cells that contain ; or line breaks in quotes.',
  });
  const { rows: ends } = await catalogue.database.owner.query(
    `SELECT verb, data -> 'status' AS status FROM ledger.event WHERE organization_id = $1 AND resource = 'import'`,
    [session.organizationId],
  );
  expect(ends).toEqual([{ verb: 'completed', status: 'completed_with_errors' }]);
  await expect(openFailedRows({ runner, storage }, session, id)).rejects.toMatchObject({ code: 'not-found' });
});

test('has notes that each reader gets in their language', async () => {
  const id = await start();
  await context(id);
  const { items } = await runner.read(session, listJobErrors, {
    jobId: decodeIdOf('Job', id) ?? '',
    first: 100,
  });
  const inGerman = items.map(({ code, message, text, hint, hintText }) => ({
    code,
    message: renderedOr(message, text as Message | null, 'de'),
    hint: hint === null ? null : renderedOr(hint, hintText as Message | null, 'de'),
  }));
  expect(items.filter(({ text }) => text === null)).toEqual([]);
  expect(items.filter(({ hint, hintText }) => hint !== null && hintText === null)).toEqual([]);
  expect(inGerman).toContainEqual({
    code: 'ragged-row',
    message: 'Die Zeile hat 2 Zellen, die Kopfzeile 9.',
    hint: 'Setzen Sie Zellen mit ; oder Zeilenumbrüchen in Anführungszeichen.',
  });
  expect(inGerman).toContainEqual({
    code: 'product-not-found',
    message: 'Produkt „nothing“ gibt es nicht. Die Verknüpfung wird ausgelassen.',
    hint: null,
  });
});

test('keeps a worker that was given up from writing anything more', async () => {
  const id = await start();
  const late = await attempt(id);
  for (let step = 0; step < 5; step += 1) await late.next();
  await giveUp();
  const next = await attempt(id);
  await next.next();
  const before = await everything(session);
  await expect(late.next()).rejects.toThrow(JobLeaseLost);
  expect(await everything(session)).toEqual(before);
  await Promise.all([late.close(), next.close()]);
});

test('is stopped by whoever cancels it, and goes on from there when it is tried again', async () => {
  const id = await start();
  const { next, close } = await attempt(id);
  for (let step = 0; step < 8; step += 1) await next();
  await runner.write(session, cancelJob, { id });
  await expect(next()).rejects.toThrow(JobLeaseLost);
  await close();
  const stopped = await jobOf(id);
  expect(stopped.status).toBe('cancelled');
  expect(stopped.processed).toBeGreaterThan(0);
  await runner.write(session, retryJob, { id });
  await context(id);
  const job = await jobOf(id);
  expect(job).toMatchObject({ status: 'completed_with_errors', attempts: 2 });
  expect(job.processed).toBe(job.total);
  expect((await reportOf(id)).counters.locales).toMatchObject({ total: 2 });
});

test('is one job while it is open, however often it is asked for, and nobody else sees it', async () => {
  const id = await start();
  expect(await start()).toBe(id);
  const stranger = await shop('Stranger');
  expect(await runner.read(stranger, getJob, { id, query: {} })).toBeNull();
  await expect(reportOf(id, stranger)).rejects.toMatchObject({ code: 'not-found' });
  await expect(runner.write(stranger, cancelJob, { id })).rejects.toMatchObject({ code: 'not-found' });
  await context(id);
  const jobId = decodeIdOf('Job', id) ?? '';
  expect((await runner.read(stranger, listJobErrors, { jobId, first: 20 })).items).toEqual([]);
  expect(await everything(stranger)).toMatchObject({ products: [], media: [], categories: [] });
  // Over, it may be imported again.
  expect(await start()).not.toBe(id);
});

/** Sends an archive as the door takes it, and imports it. */
async function importArchive(files: Readonly<Record<string, string | Buffer>> | Buffer, owner = session) {
  const bytes = Buffer.isBuffer(files) ? files : await archiveOf(files);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }
  const { organizationId } = owner;
  const upload = await storeUpload(storage, chunks(), { organizationId, name: 'folder.tar' });
  const { data, errors } = await catalogue.execute(
    `mutation ($uploadId: String!) { importAkeneoFolder(input: { uploadId: $uploadId }) {
      __typename ... on JobPayload { job { id } } } }`,
    { uploadId: uploadIdOf(upload) },
    owner,
  );
  expect(errors).toBeUndefined();
  const { id } = (data as { importAkeneoFolder: { job: { id: string } } }).importAkeneoFolder.job;
  await context(id, owner);
  return jobOf(id, owner);
}

test('comes as an archive too, wherever the files lie in it, with its pictures', async () => {
  const local = await shop('Local');
  const localId = await start(local, 500);
  await context(localId, local);
  for (const [place, root] of ['', './', 'export/catalogue/'].entries()) {
    const owner = await shop(`Archive ${place}`);
    const more = {
      'products.txt': 'sku',
      'a/deeper/one/of/many/products.csv': 'sku\nnobody\n',
      [`${root}._products.csv`]: 'rubbish',
      [`${root}files/unwanted.png`]: pngOf(8, 8, 'unwanted'),
    };
    const job = await importArchive({ ...more, ...inFolder(root) }, owner);
    expect(job).toMatchObject({ status: 'completed_with_errors', failed: 4 });
    expect(await reportOf(encodeId('Job', job.id), owner)).toEqual(await reportOf(localId, local));
    expect(await everything(owner)).toEqual(await everything(local));
  }
});

test('goes on with an archive whose worker died while it was unpacked', async () => {
  const bytes = await archiveOf(inFolder(''));
  let readings = 0;
  const get: typeof storage.get = (key, range) => {
    readings += key.endsWith('-products.csv') ? 1 : 0;
    return readings === 1 ? Promise.reject(new Error('Killed.')) : storage.get(key, range);
  };
  const upload = await storeUpload(storage, Readable.from([bytes]), {
    organizationId: session.organizationId,
    name: 'folder.tar',
  });
  const input = { file: upload, isArchive: true, webhooks: 'each' } as const;
  const { id } = (await runner.write(session, startFolderImport, input)).output;
  const dying = runFolderImport({ runner, storage: { ...storage, get }, session }, id);
  await expect(dying).rejects.toThrow('Killed.');
  await catalogue.database.owner.query('UPDATE public.job SET due_at = queued_at WHERE finished_at IS NULL');
  await context(id);
  expect(await jobOf(id)).toMatchObject({ status: 'completed_with_errors', attempts: 2, failed: 4 });
});

test('refuses what is no whole archive of a folder, once and for all', async () => {
  const others = Array.from({ length: 1_000 }, (_, number) => [`other-${number}.csv`, 'code\n'] as const);
  const manyTables = { ...inFolder(''), ...Object.fromEntries(others) };
  const whole = await archiveOf(inFolder(''));
  const broken: readonly (readonly [Buffer, string])[] = [
    [Buffer.from('PK\u0003\u0004 a zip, rather'), 'The file is not a complete tar archive.'],
    [Buffer.alloc(2_000, 'x'), 'The file is not a complete tar archive.'],
    [whole.subarray(0, 700), 'The file is not a complete tar archive.'],
    [await archiveOf({ 'families.csv': 'code\n' }), 'The archive has no products.csv.'],
    [await archiveOf(manyTables), 'The archive has more than 1000 CSV files.'],
  ];
  for (const [bytes, detail] of broken) {
    const job = await importArchive(bytes);
    expect(job).toMatchObject({ status: 'failed', attempts: 1, processed: 0 });
    const { failure } = job as unknown as { readonly failure: { code: string; detail: string } };
    expect([failure.code, failure.detail.slice(0, detail.length)]).toEqual(['import-file-invalid', detail]);
  }
});

test('takes no archive of somebody else', async () => {
  const { organizationId } = session;
  const upload = await storeUpload(storage, Readable.from([await archiveOf(inFolder(''))]), {
    organizationId,
    name: 'folder.tar',
  });
  const { data } = await catalogue.execute(
    `mutation ($uploadId: String!) { importAkeneoFolder(input: { uploadId: $uploadId }) { __typename } }`,
    { uploadId: uploadIdOf(upload) },
    await shop('Stranger'),
  );
  expect(data).toEqual({ importAkeneoFolder: { __typename: 'NotFound' } });
});
