// Risk: a run takes settings that the file does not have, and nobody notices until the file is read.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DEFAULT_FILE_OPTIONS,
  type FileOptions,
} from '../../../src/modules/file-formats/columns/file-options.ts';
import { FILE_TYPES, isDocumentType } from '../../../src/modules/file-formats/file-type.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedDemo } from '../../support/demo.ts';
import { createExportHarness } from '../../support/exports.ts';

let catalogue: TestOrganization;
let exports: ReturnType<typeof createExportHarness>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  exports = createExportHarness(catalogue);
});
afterAll(() => catalogue?.close());

const filter = { sku: { in: ['LO-HERON-OAK-7-S'] } };
const columns = ['sku', 'list_price-EUR', 'net_weight'];

/** Another value of each option than its default. */
const OTHERS: Omit<FileOptions, 'isTyped'> = {
  delimiter: '|',
  enclosure: "'",
  encoding: 'windows-1252',
  sheet: 'Lamps',
  headerRow: 2,
  headerContains: ['sku'],
  rowPath: 'data',
  fillDown: ['brand'],
  localeColumn: 'language',
  channelColumn: 'channel',
  groupColumn: 'family',
  variantColumns: ['sku'],
  singleWhen: { column: 'color', values: ['-'] },
  decimalSeparator: ',',
  dateFormat: 'DD.MM.YYYY',
  listSeparator: '/',
  withBom: true,
  empty: 'clear',
  clearMarker: '-',
  inherited: 'override',
};
const OPTIONS = Object.keys(DEFAULT_FILE_OPTIONS).filter((name) => name !== 'isTyped');

/** Options for the shape of imported files. */
const SHAPE = OPTIONS.slice(OPTIONS.indexOf('headerContains'), OPTIONS.indexOf('singleWhen') + 1);

test('each option is used by a format, or the run with it is refused', async () => {
  const refused: Record<string, string[]> = {};
  for (const format of FILE_TYPES.filter((one) => !isDocumentType(one)))
    for (const name of OPTIONS) {
      const options = { [name]: OTHERS[name as keyof typeof OTHERS] };
      const paths = await exports
        .start('products', { filter, columns, format, options })
        .then(() => [])
        .catch((error) => error.errors.map(({ path }: { path: string[] }) => path.join('.')));
      if (paths.length === 0) continue;
      expect(paths).toEqual([`options.${name}`]);
      refused[format] = [...(refused[format] ?? []), name];
    }
  expect(refused).toEqual({
    csv: ['encoding', 'sheet', ...SHAPE, 'empty', 'inherited'],
    xlsx: [
      ...['delimiter', 'enclosure', 'encoding', ...SHAPE, 'decimalSeparator', 'dateFormat', 'withBom'],
      ...['empty', 'inherited'],
    ],
    jsonl: OPTIONS,
  });
});

test.each(['json', 'xml'] as const)('the format %s is only imported', async (format) => {
  const refused = await exports.start('products', { filter, columns, format }).catch((error) => error);
  expect(refused).toMatchObject({ errors: [{ path: ['format'] }] });
});

test('a mapping names columns that were chosen, beside options', async () => {
  const mapping = [{ column: 'Preis', target: 'LIST_PRICE-eur' }];
  const options = { withBom: true, decimalSeparator: ',' } as const;
  expect(await exports.run('products', { filter, columns, mapping, options })).toBe(
    '\ufeffsku;Preis;net_weight\r\nLO-HERON-OAK-7-S;239,00;4,6\r\n',
  );
});

test.each([
  [{ mapping: [{ column: 'Preis', target: 'sku', transform: ['trim'] }] }, 'mapping.0.transform'],
  [
    { mapping: [{ column: 'Preis', target: 'sku', when: [{ column: 'a', values: ['b'] }] }] },
    'mapping.0.when',
  ],
  [{ mapping: [{ column: 'Preis (*)', target: 'list_price' }] }, 'mapping.0.column'],
  [{ mapping: [{ column: 'Preis', target: null }] }, 'mapping.0.target'],
  [{ mapping: [{ column: 'Preis', target: 'list_prise-EUR' }] }, 'mapping.0.target'],
  [{ mapping: [{ column: 'Nr', target: 'sku' }], format: 'jsonl' }, 'mapping'],
  [{ mapping: [{ column: 'Nr', target: 'sku' }], labelLocale: 'de_DE' }, 'mapping'],
] as const)('what a mapping has for imports alone is refused: %j', async (overrides, path) => {
  const refused = exports.start('products', { filter, columns, ...overrides } as never);
  const paths = await refused.catch((error) =>
    error.errors.map((problem: { path: string[] }) => problem.path.join('.')),
  );
  expect(paths).toEqual([path]);
});

test('a profile of exports alone has no setting that no export uses', async () => {
  const save = async (code: string, direction: string) => {
    const { data } = await catalogue.execute(
      `mutation ($input: CreateImportExportProfileInput!) { createImportExportProfile(input: $input) {
        __typename ... on ValidationFailed { errors { path } } } }`,
      {
        input: {
          code,
          direction,
          resource: 'PRODUCTS',
          format: 'JSONL',
          options: { delimiter: '|', withBom: true },
          mapping: [{ column: 'Nr', target: 'sku', transform: ['trim'] }],
        },
      },
    );
    const { __typename, errors = [] } = (
      data as {
        createImportExportProfile: { __typename: string; errors?: readonly { path: readonly string[] }[] };
      }
    ).createImportExportProfile;
    return [__typename, ...errors.map(({ path }) => path.join('.'))];
  };
  expect(await save('nightly', 'EXPORT')).toEqual([
    'ValidationFailed',
    'options.delimiter',
    'options.withBom',
    'mapping.0.transform',
  ]);
  expect(await save('both_ways', 'BOTH')).toHaveLength(1);
});
