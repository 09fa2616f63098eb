// Risk: a picture is lost, linked to the wrong product or stored twice, a cell reads a file from outside the folder, or
// an import that breaks off leaves a product that names a file which is not there.

import { rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../../../src/kernel/session.ts';
import type { ImportReport } from '../../../../src/modules/akeneo/index.ts';
import { type FolderStepInput, importFolderRows } from '../../../../src/modules/akeneo/run/import-folder.ts';
import { createMedia } from '../../../../src/modules/media/index.ts';
import { type FolderImport, importAkeneoFolder } from '../../../support/akeneo-folder.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { pngOf, sha256Of } from '../../../support/media.ts';
import { createTestStorage, type TestStorage } from '../../../support/storage.ts';
import { brief, makeFolder } from '../tables.ts';

const catalogue: TestOrganization = await createTestOrganization();
afterAll(() => catalogue.close());

let session: Session;
let stored: TestStorage;
beforeEach(async () => {
  session = await catalogue.addOrganization('Shop');
  stored = await createTestStorage();
});
afterEach(() => stored.remove());

const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  locales: ['code', 'en_US'],
  currencies: ['code;activated', 'EUR;1'],
  channels: ['code;locales;currencies;tree', 'web;en_US;EUR;master'],
  categories: ['code;parent', 'master;'],
  attribute_groups: ['code', 'general'],
  attributes: [
    'code;type;group;allowed_extensions;max_file_size;localizable',
    'sku;pim_catalog_identifier;general;;;0',
    'size;pim_catalog_simpleselect;general;;;0',
    'front;pim_catalog_image;general;png;;0',
    'detail;pim_catalog_image;general;;0.002;1',
    'manual;pim_catalog_file;general;pdf;;0',
  ],
  attribute_options: ['code;attribute', 's;size', 'm;size'],
  families: ['code;attributes;attribute_as_image', 'shoes;sku,size,front,detail,manual;front'],
  family_variants: ['code;family;variant-axes_1;variant-attributes_1', 'by_size;shoes;size;sku,size,manual'],
};

type Contents = Readonly<Record<string, readonly string[] | Buffer>>;

async function folderOf(contents: Contents, settings: Contents = SETTINGS): Promise<string> {
  const all = Object.entries({ ...settings, ...contents }).map(([name, content]) =>
    Buffer.isBuffer(content) ? [name, content] : [`${name}.csv`, `${content.join('\n')}\n`],
  );
  return (await makeFolder(Object.fromEntries(all))).folder;
}

function importFrom(folder: string, more: Partial<FolderImport> = {}): Promise<ImportReport> {
  const { runner } = catalogue;
  const place = { runner, session, storage: stored.storage, maximumBytes: 3_000 };
  return importAkeneoFolder({ ...place, folder, batchRows: 2, ...more });
}

/** The names of the stored files that media have. */
async function mediaFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of stored.storage.list('media')) names.push(key.split('/').at(-1) ?? '');
  return names;
}

const query = async (sql: string) =>
  (await catalogue.database.owner.query(sql, [session.organizationId])).rows;
/** Own values of every product that name files. */
const linked = async () =>
  Object.fromEntries(
    (
      await query(
        `SELECT sku, (SELECT jsonb_object_agg(key, value #>> '{0,value}') FROM jsonb_each("values"::jsonb)
                      WHERE key IN ('front', 'detail', 'manual')) AS files
         FROM public.product WHERE organization_id = $1 ORDER BY sku`,
      )
    ).map(({ sku, files }) => [sku, files]),
  );
const mediaRows = () =>
  query(
    `SELECT code, filename, encode(sha256, 'hex') AS sha256, version FROM public.media WHERE organization_id = $1 ORDER BY id`,
  );
const eventCount = async () =>
  (
    await query(
      `SELECT count(*)::int AS count FROM ledger.event WHERE organization_id = $1 AND resource <> 'import'`,
    )
  )[0].count;
const reported = ({ notes }: ImportReport) =>
  brief(notes.filter(({ file, code }) => file.startsWith('product') && code !== 'missing-file'));

const front = pngOf(10, 10, 'front');
const other = pngOf(10, 10, 'other');
const pdf = Buffer.from('%PDF-1.7\n1 0 obj');
const FAMILY: Contents = {
  product_models: ['code;family_variant;front', 'boot;by_size;files/boot/boot.png'],
  products: [
    'sku;family;parent;size;front;manual',
    'boot-s;shoes;boot;s;files/boot-s/boot.png;files/boot-s/m.pdf',
    'boot-m;shoes;boot;m;files/boot-m/boot.png;files/boot-s/m.pdf',
    'laces;shoes;;;files/laces/laces.png;',
  ],
};

test('links products to the files of their cells, each content once, and writes nothing the second time', async () => {
  const folder = await folderOf({
    ...FAMILY,
    'files/boot/boot.png': front,
    'files/boot-s/boot.png': front,
    'files/boot-m/boot.png': front,
    'files/boot-s/m.pdf': pdf,
    'files/laces/laces.png': front,
  });
  const report = await importFrom(folder);
  expect(reported(report)).toEqual([]);
  expect(report.files).toEqual({ total: 6, linked: 6, missing: 0, skipped: 0, inherited: 2 });
  expect(await linked()).toEqual({
    boot: { front: 'boot' },
    'boot-m': { manual: 'm' },
    'boot-s': { manual: 'm' },
    laces: { front: 'boot' },
  });
  expect(await mediaRows()).toEqual([
    { code: 'boot', filename: 'boot.png', sha256: sha256Of(front), version: 1 },
    { code: 'm', filename: 'm.pdf', sha256: sha256Of(pdf), version: 1 },
  ]);
  expect((await mediaFiles()).sort()).toEqual([sha256Of(front), sha256Of(pdf)].sort());
  const events = await eventCount();
  const again = await importFrom(folder);
  expect([again.files, again.counters.products]).toEqual([
    report.files,
    { total: 3, created: 0, updated: 0, unchanged: 3, failed: 0, skipped: 0 },
  ]);
  expect([await eventCount(), (await mediaRows()).length]).toEqual([events, 2]);
});

test('tells of files that are not there and links them once they are', async () => {
  const folder = await folderOf({ ...FAMILY, 'files/boot-s/m.pdf': pdf });
  const report = await importFrom(folder);
  expect(reported(report)).toEqual([
    'warning file-missing 2 front',
    'warning file-missing 2 front',
    'warning file-missing 3 front',
    'warning file-missing 4 front',
  ]);
  expect(report.notes.find(({ code }) => code === 'file-missing')).toMatchObject({
    file: 'product_models.csv',
    message: "There is no file 'files/boot/boot.png' in the folder. The cell is skipped.",
    value: 'files/boot/boot.png',
  });
  expect(report.files).toEqual({ total: 6, linked: 2, missing: 4, skipped: 0, inherited: 2 });
  expect(await linked()).toEqual({
    boot: null,
    'boot-m': { manual: 'm' },
    'boot-s': { manual: 'm' },
    laces: null,
  });
  const later = await folderOf({ ...FAMILY, 'files/boot/boot.png': front, 'files/laces/laces.png': other });
  const second = await importFrom(later);
  expect(second.files).toEqual({ total: 6, linked: 2, missing: 4, skipped: 0, inherited: 2 });
  expect(second.counters.products).toMatchObject({ updated: 1, unchanged: 2 });
  expect(await linked()).toEqual({
    boot: { front: 'boot' },
    'boot-m': { manual: 'm' },
    'boot-s': { manual: 'm' },
    laces: { front: 'laces' },
  });
});

test('takes the copy of a variant for the file of its model that is not there, until it is', async () => {
  const copies = {
    'files/boot-m/boot.png': other,
    'files/boot-s/m.pdf': pdf,
    'files/laces/laces.png': front,
  };
  const report = await importFrom(await folderOf({ ...FAMILY, ...copies }));
  expect(reported(report)).toEqual(['warning file-missing 2 front', 'warning file-missing 2 front']);
  expect(report.notes.find(({ file }) => file === 'product_models.csv')?.message).toBe(
    "There is no file 'files/boot/boot.png' in the folder; 'files/boot-m/boot.png', a copy by its name, is used.",
  );
  expect(report.files).toEqual({ total: 6, linked: 4, missing: 2, skipped: 0, inherited: 2 });
  const own = { 'boot-m': { manual: 'm' }, 'boot-s': { manual: 'm' }, laces: { front: 'laces' } };
  expect(await linked()).toEqual({ boot: { front: 'boot' }, ...own });
  const [copy] = await mediaRows();
  expect([copy.code, copy.sha256]).toEqual(['boot', sha256Of(other)]);
  const complete = await importFrom(
    await folderOf({ ...FAMILY, ...copies, 'files/boot/boot.png': pngOf(20, 20, 'the model') }),
  );
  expect(complete.files).toEqual({ total: 6, linked: 5, missing: 1, skipped: 0, inherited: 2 });
  expect((await linked()).boot).toEqual({
    front: `boot-${sha256Of(pngOf(20, 20, 'the model')).slice(0, 8)}`,
  });
});

test('knows what a variant repeats by name or content, and keeps the picture of the model above', async () => {
  const report = await importFrom(
    await folderOf({
      product_models: ['code;family_variant;front', 'boot;by_size;files/boot.png'],
      products: [
        'sku;family;parent;size;front',
        'by-content;shoes;boot;s;files/renamed.png',
        'by-nothing;shoes;boot;m;files/different.png',
      ],
      'files/boot.png': front,
      'files/renamed.png': front,
      'files/different.png': other,
    }),
  );
  expect(reported(report)).toEqual(['warning value-belongs-to-parent 3 front']);
  expect(report.files).toEqual({ total: 3, linked: 2, missing: 0, skipped: 1, inherited: 1 });
  expect(await linked()).toEqual({ boot: { front: 'boot' }, 'by-content': null, 'by-nothing': null });
});

test('compares with models of the catalogue by content when the files have none', async () => {
  await importFrom(await folderOf({ ...FAMILY, 'files/boot/boot.png': front }));
  const report = await importFrom(
    await folderOf({
      products: ['sku;family;parent;size;front', 'boot-s;shoes;boot;s;files/any.png'],
      'files/any.png': front,
    }),
  );
  expect(reported(report)).toEqual([]);
  expect(report.files).toEqual({ total: 1, linked: 1, missing: 0, skipped: 0, inherited: 1 });
  expect((await linked())['boot-s']).toBeNull();
});

test('reads no file outside of the folder, whichever way a cell points there', async () => {
  const secret = join(tmpdir(), `catalograph-secret-${session.organizationId}.png`);
  await writeFile(secret, front);
  const cells = [`../${secret.split('/').at(-1)}`, 'files/../../../etc/passwd', 'link.png', 'linked/x.png'];
  const folder = await folderOf({
    products: [
      'sku;family;front',
      ...cells.map((cell, index) => `s${index};shoes;${cell}`),
      // From the folder on, as all paths.
      `absolute;shoes;${secret}`,
      'directory;shoes;files',
    ],
    'files/x.png': other,
  });
  await symlink(secret, join(folder, 'link.png'));
  await symlink(tmpdir(), join(folder, 'linked'));
  const report = await importFrom(folder);
  await rm(secret);
  expect(reported(report)).toEqual([
    'error file-outside-folder 2 front',
    'error file-outside-folder 3 front',
    'error file-outside-folder 4 front',
    'warning file-missing 5 front',
    'warning file-missing 6 front',
    'warning file-missing 7 front',
  ]);
  expect(report.files).toEqual({ total: 6, linked: 0, missing: 3, skipped: 3, inherited: 0 });
  expect(report.counters.products.created).toBe(6);
  expect(await mediaRows()).toEqual([]);
});

test('stores no file that its attribute does not take, and imports the rest of the row', async () => {
  const folder = await folderOf({
    products: [
      'sku;family;size;front;detail-en_US;manual',
      'a;shoes;s;files/page.png;files/big.png;files/empty.pdf',
      'b;shoes;m;files/front.gif;files/huge.png;files/front.png',
    ],
    'files/page.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'files/big.png': Buffer.concat([pngOf(5, 5), Buffer.alloc(2_200)]),
    'files/empty.pdf': Buffer.alloc(0),
    'files/front.gif': Buffer.from('GIF89a\x01\x00\x01\x00'),
    'files/huge.png': Buffer.concat([pngOf(5, 5), Buffer.alloc(3_000)]),
    'files/front.png': front,
  });
  const report = await importFrom(folder);
  const messages = report.notes
    .filter(({ file, code }) => file === 'products.csv' && code !== 'missing-file')
    .map(({ level, code, row, column, message }) => [level, code, row, column, message]);
  expect(messages).toEqual([
    [
      ...['error', 'file-too-large', 2, 'detail-en_US'],
      "The file 'big.png' has 2245 bytes; at most 2097 are allowed.",
    ],
    ['error', 'file-empty', 2, 'manual', "The file 'files/empty.pdf' is empty. The cell is skipped."],
    [
      ...['error', 'mime-not-allowed', 3, 'front'],
      "The file 'front.gif' is named 'front.gif'; allowed endings: png.",
    ],
    [
      ...['error', 'file-too-large', 3, 'detail-en_US'],
      "The file 'files/huge.png' is too large: A file has up to 3000 bytes.",
    ],
    [
      ...['error', 'mime-not-allowed', 3, 'manual'],
      "The file 'front.png' is named 'front.png'; allowed endings: pdf.",
    ],
  ]);
  expect(report.files).toEqual({ total: 6, linked: 1, missing: 0, skipped: 5, inherited: 0 });
  expect((await mediaRows()).map(({ filename }) => filename)).toEqual(['page.png']);
  expect(await linked()).toEqual({ a: { front: 'page' }, b: null });
});

test('counts the files of a row that is refused as left out', async () => {
  const report = await importFrom(
    await folderOf({
      product_models: ['code;family_variant;front', 'boot;nowhere;files/boot.png'],
      products: ['sku;family;parent;size;front', 'boot-s;shoes;boot;s;files/boot.png'],
      'files/boot.png': front,
    }),
  );
  expect(report.counters.products.failed).toBe(1);
  expect(report.files).toEqual({ total: 1, linked: 0, missing: 0, skipped: 1, inherited: 0 });
});

/** A runner that fails in place of some operation, or right behind it. */
function failing(at: (operation: object, input: unknown) => boolean, fail: () => Promise<never>) {
  const { runner } = catalogue;
  const write: typeof runner.write = async (caller, operation, input, options) => {
    const isHit = at(operation, input);
    if (isHit && operation === (importFolderRows as object)) return fail();
    const outcome = await runner.write(caller, operation, input, options);
    return isHit ? fail() : outcome;
  };
  return { ...runner, write };
}

test('that breaks off before its products has linked nothing, and goes on where it was', async () => {
  const folder = await folderOf({ ...FAMILY, 'files/boot/boot.png': front, 'files/laces/laces.png': other });
  const runner = failing(
    (operation, input) =>
      operation === importFolderRows && (input as FolderStepInput).next?.phase === 'productModels',
    () => Promise.reject(new Error('The power is gone.')),
  );
  await expect(importFrom(folder, { runner })).rejects.toThrow('The power is gone.');
  expect([await linked(), (await mediaRows()).map(({ code }) => code)]).toEqual([{}, ['boot']]);
  // As if the time until the next attempt had passed.
  await query('UPDATE public.job SET due_at = queued_at WHERE organization_id = $1');
  const report = await importFrom(folder);
  expect(report.files).toMatchObject({ linked: 2, missing: 4 });
  expect((await mediaRows()).map(({ code }) => code)).toEqual(['boot', 'laces']);
});

test('leaves neither row nor bytes of a file that cannot be recorded', async () => {
  const folder = await folderOf({ ...FAMILY, 'files/boot/boot.png': front });
  const runner = failing(
    (operation) => operation === createMedia,
    // As if the connection broke right before the commit was confirmed and the row is not there.
    async () => {
      await query('DELETE FROM public.media WHERE organization_id = $1');
      throw new Error('The connection is gone.');
    },
  );
  await expect(importFrom(folder, { runner })).rejects.toThrow('The connection is gone.');
  expect([await mediaRows(), await mediaFiles()]).toEqual([[], []]);
});

test('brings lost bytes of a known file back', async () => {
  const folder = await folderOf({ ...FAMILY, 'files/boot/boot.png': front });
  await importFrom(folder);
  const [name] = await mediaFiles();
  const key = `media/${session.organizationId}/${name?.slice(0, 2)}/${name?.slice(2, 4)}/${name}`;
  await stored.storage.delete(key);
  await importFrom(folder);
  expect(await mediaFiles()).toEqual([sha256Of(front)]);
  expect(await mediaRows()).toHaveLength(1);
});

test('looks the files of a chunk up in one statement', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `p${index};shoes;files/${index}.png`);
  const files = Object.fromEntries(
    rows.map((_, index) => [`files/${index}.png`, pngOf(9, 9, String(index))]),
  );
  const folder = await folderOf({ products: ['sku;family;front', ...rows], ...files });
  await importFrom(folder, { batchRows: 20 });
  catalogue.takeStatements();
  await importFrom(folder, { batchRows: 20 });
  const statements = catalogue.takeStatements();
  // Once for the folder as a whole, when it is brought into the storage, and once for each chunk.
  expect(statements.filter((name) => name === 'SELECT media')).toHaveLength(3);
  expect(statements.filter((name) => name.startsWith('media.'))).toEqual(['media.facts', 'media.facts']);
});
