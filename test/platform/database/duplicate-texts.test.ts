// Risk: what an earlier version stored with accents of their own is never found again, is merged unasked, or is not listed.
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportOf } from '../../../src/commands/check.ts';
import { findDuplicateTexts } from '../../../src/platform/database/duplicate-texts.store.ts';
import { applyMigrations } from '../../../src/platform/database/migrate.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { newId } from '../../../src/platform/new-id.ts';
import { createEmptyDatabase } from '../../support/postgres-server.ts';

const MIGRATION = '20261127064500';
const ORGANIZATION = newId();
const LATER = newId();

/** A text with an accent of its own, as macOS writes it. */
const apart = (text: string) => text.normalize('NFD');
const TIMES = { created_at: new Date(0), updated_at: new Date(0) };
const ACTOR = { created_by: {}, updated_by: {} };

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let pool: pg.Pool;

async function insert(table: string, ...rows: readonly object[]) {
  for (const row of rows) {
    const full = { organization_id: ORGANIZATION, id: newId(), ...TIMES, ...row };
    const columns = Object.keys(full).map((column) => `"${column}"`);
    await pool.query(
      `INSERT INTO public."${table}" (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::public."${table}", $1::jsonb)`,
      [JSON.stringify(full)],
    );
  }
}

/** A product as a version before the normal form could store it. */
async function product(
  sku: string,
  { refs = {}, ...more }: { refs?: Record<string, string>; [column: string]: unknown } = {},
) {
  const id = newId();
  const externalRefs = Object.entries(refs).map(([system, ref]) => ({ system, id: ref }));
  const named = { sku, sku_key: sku.toLowerCase(), type: 'simple', external_refs: externalRefs, ...more };
  const defaults = { level: 0, status: 'draft', categories: [], tags: [], values: {}, values_in_set: false };
  const derived = {
    completeness: [],
    completeness_revision: 0,
    version: 1,
    effective_updated_at: new Date(0),
  };
  await insert('product', { id, ...defaults, ...derived, ...ACTOR, ...named });
  for (const [system, ref] of Object.entries(refs))
    await pool.query('INSERT INTO public.product_external_ref VALUES ($1, $2, $3, $4)', [
      ...[ORGANIZATION, system, ref, id],
    ]);
}

const coded = (code: string, more: object = {}) => ({
  code,
  code_key: code,
  labels: {},
  version: 1,
  ...more,
});

beforeAll(async () => {
  database = await createEmptyDatabase();
  const { connectionString } = database;
  pool = new pg.Pool({ connectionString });
  const names = await readdir(new URL('../../../prisma/migrations/', import.meta.url));
  await applyMigrations({ connectionString, only: names.filter((name) => name < MIGRATION) });
  for (const id of [ORGANIZATION, LATER])
    await pool.query(`INSERT INTO public.organization (id, name) VALUES ($1, 'Test')`, [id]);

  await product('alone', { refs: { erp: apart('Grün') }, tags: [apart('Äpfel'), 'birne'] });
  await product('first', { refs: { erp: 'Blé' }, tags: [apart('é'), 'é'] });
  await product('second', { refs: { erp: apart('Blé') }, tags: ['b', apart('Äpfel')] });
  await product('Käse');
  await product(apart('Käse'));
  await insert('attribute', {
    ...coded('mark'),
    type: 'text',
    unique: true,
    sort_order: 0,
    localizable: false,
    scopable: false,
    read_only: false,
    filterable: false,
    searchable: false,
    validation: {},
    guidelines: {},
    api_name: 'mark',
  });
  await product('u1', { values: { mark: [{ value: 'Öl' }] } });
  await product('u2', { values: { mark: [{ value: apart('Öl') }] } });

  await insert('option_set', coded('colors', { sort: 'manual' }), coded('others', { sort: 'manual' }));
  const option = (option_set: string, code: string, text: string) => ({
    ...coded(code, { labels: { de_DE: text, fr_FR: apart('Été') } }),
    option_set,
    sort_order: 0,
    synonyms: [],
    active: true,
  });
  await insert(
    'option',
    option('colors', 'a', 'Grün'),
    option('colors', 'b', apart('Grün')),
    option('others', 'c', apart('Grün')),
  );
  await insert('media', {
    ...coded('picture', {
      alt: {},
      filename: 'ö.png',
      mime_type: 'image/png',
      size_bytes: 1,
      sha256: '\\x00',
    }),
    tags: [apart('ö'), 'a'],
    visibility: 'private',
  });
  await insert('media', {
    ...coded('other', { alt: {}, filename: apart('ö.png'), mime_type: 'image/png', size_bytes: 1 }),
    sha256: '\\x01',
    tags: [],
    visibility: 'private',
    labels: { de_DE: apart('Bär') },
  });
  await applyMigrations({ connectionString });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const rows = async (sql: string) => (await pool.query(sql)).rows;

test('ids in other systems, tags and labels are stored in normal form C unless another one has it', async () => {
  expect(
    await rows(`SELECT sku, tags, external_refs -> 0 ->> 'id' AS ref,
      (SELECT external_id FROM public.product_external_ref WHERE product_id = product.id) AS key
      FROM public.product WHERE sku IN ('alone', 'first', 'second') ORDER BY sku`),
  ).toEqual([
    { sku: 'alone', tags: ['birne', 'Äpfel'], ref: 'Grün', key: 'Grün' },
    { sku: 'first', tags: [apart('é'), 'é'], ref: 'Blé', key: 'Blé' },
    { sku: 'second', tags: ['b', 'Äpfel'], ref: apart('Blé'), key: apart('Blé') },
  ]);
  expect(await rows('SELECT code, labels FROM public.option ORDER BY code')).toEqual([
    { code: 'a', labels: { de_DE: 'Grün', fr_FR: 'Été' } },
    { code: 'b', labels: { de_DE: apart('Grün'), fr_FR: 'Été' } },
    { code: 'c', labels: { de_DE: 'Grün', fr_FR: 'Été' } },
  ]);
  expect(await rows('SELECT code, labels, tags FROM public.media ORDER BY code')).toEqual([
    { code: 'other', labels: { de_DE: 'Bär' }, tags: [] },
    { code: 'picture', labels: {}, tags: ['ö', 'a'] },
  ]);
});

test('search rows of organizations with other tags or ids are made anew, and of no others', async () => {
  expect(await rows('SELECT organization_id, type, subject FROM public.job')).toEqual([
    { organization_id: ORGANIZATION, type: 'recompute', subject: 'search rows' },
  ]);
});

test('what is stored in two forms is listed with what has it', async () => {
  const texts = await findDuplicateTexts(pgTransaction(pool));
  expect(texts.map(({ kind, owner, text, forms, objects }) => [kind, owner, text, forms, objects])).toEqual([
    ['SKU', '', 'käse', 2, ['Käse', apart('Käse')].toSorted()],
    ['external id', 'erp', 'Blé', 2, ['first', 'second']],
    ['file name', '', 'ö.png', 2, ['other', 'picture']],
    ['label of an option', 'colors', 'Grün', 2, ['a', 'b']],
    ['tag', '', 'é', 2, ['first']],
    ['unique value', 'mark', 'Öl', 2, ['u1', 'u2']],
  ]);
  expect(reportOf(texts.slice(1, 2))).toBe("Test\texternal id (erp)\t'Blé'\t2 forms\tfirst, second\n");
  expect(reportOf([])).toBe('No text is stored in more than one Unicode form.\n');
});
