// Risk: a profile that cannot work is kept, or somebody keeps one that does what they may not do themselves.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedProfiles } from '../../../src/modules/profile/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  await seedProfiles(transaction, organizationId, new Date());
});
afterAll(() => catalogue.close());

const CREATE = `mutation ($input: CreateImportExportProfileInput!) { createImportExportProfile(input: $input) {
  __typename
  ... on ImportExportProfilePayload { importExportProfile { code mode options { delimiter decimalSeparator dateFormat } mapping { column target transform } } }
  ... on ValidationFailed { errors { code path suggestions } } } }`;

const SUPPLIER = { code: 'supplier', direction: 'IMPORT', resource: 'PRODUCTS', format: 'CSV' };

const LABELS = [
  ['products_csv', 'Products as CSV', 'Produkte als CSV', 'Produits en CSV'],
  ['products_jsonl', 'Products as lines of JSON', 'Produkte als JSON-Zeilen', 'Produits en lignes JSON'],
  [
    'products_xlsx',
    'Products as Excel workbook',
    'Produkte als Excel-Arbeitsmappe',
    'Produits en classeur Excel',
  ],
] as const;

const readLabels = async () => {
  const { data } = await catalogue.execute(
    '{ importExportProfiles { nodes { code labels { locale text } } } }',
  );
  return (data as { importExportProfiles: { nodes: unknown[] } }).importExportProfiles.nodes;
};

test('an organization begins with three profiles that work both ways, with labels in three languages', async () => {
  const { data } = await catalogue.execute(
    '{ importExportProfiles { nodes { code direction resource format mode errorPolicy } } }',
  );
  const both = { direction: 'BOTH', resource: 'PRODUCTS', mode: 'UPSERT', errorPolicy: 'SKIP_ROWS' };
  expect(data?.importExportProfiles).toEqual({
    nodes: [
      { code: 'products_csv', ...both, format: 'CSV' },
      { code: 'products_jsonl', ...both, format: 'JSONL' },
      { code: 'products_xlsx', ...both, format: 'XLSX' },
    ],
  });
  expect(await readLabels()).toEqual(
    LABELS.map(([code, en, de, fr]) => ({
      code,
      labels: [
        { locale: 'de_DE', text: de },
        { locale: 'en_US', text: en },
        { locale: 'fr_FR', text: fr },
      ],
    })),
  );
});

test('an organization of before gets these labels, unless it has labelled a profile itself', async () => {
  const { pool } = catalogue.database.of(catalogue.owner.organizationId);
  const seeded = await readLabels();
  await pool.query(`UPDATE public.import_export_profile SET labels = labels - 'de_DE' - 'fr_FR'`);
  await pool.query(
    `UPDATE public.import_export_profile SET labels = '{"en_US": "Price list"}' WHERE code = 'products_xlsx'`,
  );
  const script = await readFile(
    new URL('../../../prisma/migrations/20261128164800_profile_labels/migration.sql', import.meta.url),
    'utf8',
  );
  await pool.query(script);
  expect(await readLabels()).toEqual([
    ...seeded.slice(0, 2),
    { code: 'products_xlsx', labels: [{ locale: 'en_US', text: 'Price list' }] },
  ]);
});

test('keeps mapping and options as they were sent', async () => {
  const mapping = [
    { column: 'Artikel', target: 'sku', transform: ['trim', { replace: { pattern: '\\s+', with: '-' } }] },
    { column: 'Notiz', target: null },
    { column: 'status', transform: [{ default: 'draft' }] },
  ];
  const input = {
    ...SUPPLIER,
    mapping,
    options: { delimiter: ';', decimalSeparator: ',', listSeparator: '|', dateFormat: 'DD.MM.YYYY' },
  };
  expect((await catalogue.execute(CREATE, { input })).data?.createImportExportProfile).toEqual({
    __typename: 'ImportExportProfilePayload',
    importExportProfile: {
      code: 'supplier',
      mode: 'UPSERT',
      options: { delimiter: ';', decimalSeparator: ',', dateFormat: 'DD.MM.YYYY' },
      mapping: [mapping[0], { ...mapping[1], transform: [] }, { ...mapping[2], target: 'status' }],
    },
  });
  const update = `mutation { updateImportExportProfile(code: "SUPPLIER", input: { options: { delimiter: null } }) {
    ... on ImportExportProfilePayload { outcome importExportProfile { options { delimiter decimalSeparator } } } } }`;
  expect((await catalogue.execute(update)).data?.updateImportExportProfile).toEqual({
    outcome: 'UPDATED',
    importExportProfile: { options: { delimiter: null, decimalSeparator: ',' } },
  });
});

test('lists the profiles with a schedule, or those without one', async () => {
  const schedule = {
    cron: '0 3 * * *',
    timezone: 'Europe/Berlin',
    source: { url: 'https://s.example/a.csv' },
  };
  const set = (input: object) =>
    catalogue.execute(
      `mutation ($input: UpdateImportExportProfileInput!) {
        updateImportExportProfile(code: "products_xlsx", input: $input) { __typename } }`,
      { input },
    );
  const list = async (scheduled: boolean) => {
    const { data } = await catalogue.execute(
      `{ importExportProfiles(scheduled: ${scheduled}) { nodes { code } totalCount } }`,
    );
    const { nodes, totalCount } = (
      data as { importExportProfiles: { nodes: { code: string }[]; totalCount: number } }
    ).importExportProfiles;
    expect(totalCount).toBe(nodes.length);
    return nodes.map(({ code }) => code);
  };
  const all = (await list(false)).length;
  expect(await list(true)).toEqual([]);
  await set({ schedule });
  expect(await list(true)).toEqual(['products_xlsx']);
  // A schedule that is paused is one.
  await set({ schedule: { ...schedule, active: false } });
  expect(await list(true)).toEqual(['products_xlsx']);
  expect(await list(false)).toHaveLength(all - 1);
  await set({ schedule: null });
  expect(await list(true)).toEqual([]);
  expect(await list(false)).toHaveLength(all);
});

test('refuses steps, options and patterns that cannot work, each by its place', async () => {
  const input = {
    ...SUPPLIER,
    code: 'broken',
    mapping: [
      {
        column: 'a',
        transform: ['trm', { replace: { pattern: '(?=a)', with: '' } }, { split: {} }, { trim: {} }],
      },
    ],
    options: { delimiter: ';;', dateFormat: 'YY' },
  };
  expect((await catalogue.execute(CREATE, { input })).data?.createImportExportProfile).toEqual({
    __typename: 'ValidationFailed',
    errors: [
      { code: 'value-not-allowed', path: ['options', 'dateFormat'], suggestions: [] },
      { code: 'value-not-allowed', path: ['options', 'delimiter'], suggestions: [] },
      { code: 'value-not-allowed', path: ['mapping', '0', 'transform', '0'], suggestions: ['trim'] },
      {
        code: 'value-not-allowed',
        path: ['mapping', '0', 'transform', '1', 'replace', 'pattern'],
        suggestions: [],
      },
      { code: 'value-not-allowed', path: ['mapping', '0', 'transform', '2', 'split'], suggestions: [] },
      { code: 'value-not-allowed', path: ['mapping', '0', 'transform', '3'], suggestions: [] },
    ],
  });
});

test('refuses a filter of exports that is none, by its place', async () => {
  const input = { ...SUPPLIER, code: 'feed', direction: 'EXPORT', filter: { or: [{ statsu: 'draft' }] } };
  const { data } = await catalogue.execute(CREATE, { input });
  expect(data?.createImportExportProfile).toEqual({
    __typename: 'ValidationFailed',
    errors: [{ code: 'unknown-property', path: ['filter', 'or', '0', 'statsu'], suggestions: ['status'] }],
  });
});

test('is refused to who may not write what it imports', async () => {
  const { organizationId } = catalogue.owner;
  const importer = sessionOf(organizationId, 'owner', [
    'import-export:read',
    'import-export:write',
    'products:read',
  ]);
  const { errors } = await catalogue.execute(CREATE, { input: { ...SUPPLIER, code: 'mine' } }, importer);
  expect(errors?.[0]?.message).toContain('products:write');
  const exporter = { ...SUPPLIER, code: 'mine', direction: 'EXPORT' };
  const { data } = await catalogue.execute(CREATE, { input: exporter }, importer);
  expect(data?.createImportExportProfile).toMatchObject({ __typename: 'ImportExportProfilePayload' });
});
