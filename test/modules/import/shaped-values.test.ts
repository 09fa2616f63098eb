// Risk: a file of another shape clears values that it does not mention, or gives a product those of its neighbour.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { GROUP_MAPPING, previewOf, productCells, seedShapeAttributes } from '../../support/import-shapes.ts';
import {
  createImportHarnessWithCatalogue,
  type ImportMetadata,
  type ImportRequest,
} from '../../support/imports.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { textRow, workbookOf } from '../../support/workbooks.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedShapeAttributes(bench.catalogue);
});
afterAll(() => bench.close());

const brief = ({ errors }: Pick<ImportMetadata, 'errors'>) =>
  errors.map(({ row, column, code }) => `${row} ${column} ${code}`);
const cells = async (sku: string) => (await productCells(bench.catalogue, [sku])).get(sku);

const failedRowsOf = async (job: ImportMetadata) => (await bench.failedRows(job)).bytes.toString();

/** A profile of groups: the family is the model. */
const GROUPS = {
  options: { groupColumn: 'family', variantColumns: ['sku', 'color', 'price-EUR'] },
  mapping: GROUP_MAPPING,
} as const;

test('where empty cells clear, a row of one language keeps the texts of the others', async () => {
  await bench.run('sku;name-en_US;name-de_DE;brand\nC-1;Robin;Rotkehlchen;Lumen\n');
  const options = { localeColumn: 'lang', empty: 'clear' } as const;
  expect(brief(await bench.run('sku;lang;name\nC-1;de;Kehlchen\n', { options }))).toEqual([]);
  expect(await cells('C-1')).toMatchObject({
    'name-en_US': 'Robin',
    'name-de_DE': 'Kehlchen',
    brand: 'Lumen',
  });
  // An empty cell of the file clears.
  await bench.run('sku;lang;name;brand\nC-1;de;;\n', { options });
  const left = await cells('C-1');
  expect(left).toMatchObject({ 'name-en_US': 'Robin' });
  expect([left?.['name-de_DE'], left?.brand]).toEqual([undefined, undefined]);
});

test('where empty cells clear, conditions that are not met and groups clear nothing', async () => {
  await bench.run('sku;color;brand\nC-2;red;Lumen\n');
  const mapping = [
    { column: 'what', target: null },
    { column: 'text', target: 'color', when: [{ column: 'what', values: ['color'] }] },
    { column: 'text', target: 'brand', when: [{ column: 'what', values: ['brand'] }] },
  ];
  await bench.run('sku;what;text\nC-2;brand;Ignis\n', { mapping, options: { empty: 'clear' } });
  expect(await cells('C-2')).toMatchObject({ color: 'red', brand: 'Ignis' });
  const options = { ...GROUPS.options, empty: 'clear' } as const;
  const file = 'family;sku;brand;color;price-EUR\nC-3;C-3-R;Lumen;red;10\n;C-3-B;;blue;11\n';
  const first = await bench.run(file, { ...GROUPS, options });
  expect(brief(first)).toEqual([]);
  expect(await cells('C-3')).toMatchObject({ brand: 'Lumen' });
  expect(await cells('C-3-B')).toMatchObject({ color: 'blue', 'price-EUR': '11' });
  expect(await bench.run(file, { ...GROUPS, options })).toMatchObject({ unchanged: 3 });
});

test('failed rows that are sent again clear no more than they did at first', async () => {
  await bench.run('sku;name-en_US;stock\nC-4;Robin;1\n');
  const request = { options: { localeColumn: 'lang', empty: 'clear' } } as const;
  const failed = await bench.run('sku;lang;name;stock\nC-4;de;Rotkehlchen;many\n', request);
  const again = await failedRowsOf(failed);
  expect(again.split('\r\n')[0]).toContain('_absent');
  expect(brief(await bench.run(again.replace('many', '2'), request))).toEqual([]);
  expect(await cells('C-4')).toMatchObject({
    'name-en_US': 'Robin',
    'name-de_DE': 'Rotkehlchen',
    stock: '2',
  });
});

test('failed rows of a workbook have its long lists of absent columns, cut ones clear nothing', async () => {
  const long = Array.from({ length: 14 }, (_, at) => `${'n'.repeat(5_000)} ${at}`);
  const header = ['family', 'sku', 'brand', 'color', ...long];
  const file = workbookOf({
    rows: textRow(1, header) + textRow(2, ['X-1', 'X-1-R', 'Lumen', 'violet', 'a']),
  });
  const requestWith = (...variantColumns: string[]): ImportRequest => ({
    format: 'xlsx',
    options: { ...GROUPS.options, variantColumns: ['sku', 'color', ...variantColumns], empty: 'clear' },
    mapping: [...GROUPS.mapping, ...long.map((column) => ({ column, target: null }))],
  });
  for (const [request, columns] of [
    [requestWith(), ['color']],
    // Half of the names are as long as the other half.
    [requestWith(...long.slice(7)), ['_absent']],
  ] as const) {
    const failed = await bench.run(file, request);
    expect(failed.errors.map(({ column }) => column)).toContain('color');
    const { bytes } = await bench.failedRows(failed);
    const again = await bench.run(bytes, request);
    expect([...new Set(again.errors.map(({ column }) => column))]).toEqual(columns);
  }
});

test('a column that a step joins counts by its name without regard to blanks and letter case', async () => {
  const file = Buffer.from('sku;T;Size\nK-1;Robin;?\n');
  file[file.indexOf('?')] = 0xff;
  const mapping = [
    { column: 'T', target: 'name-en_US', transform: [{ concat: { columns: ['T', ' size '] } }] },
    { column: 'Size', target: null },
  ];
  expect(brief(await bench.run(file, { mapping }))).toEqual(['2 Size invalid-format']);
});

test('failed rows that are sent again take over no text from each other, and have the order of the file', async () => {
  const request = { options: { fillDown: ['brand', 'color'] } };
  const file = 'brand;color;sku;stock\nLumen;red;D-1;x\nIgnis;;D-2;2\nLumen;;D-3;x\n';
  const failed = await bench.run(file, request);
  expect(brief(failed)).toEqual(['2 stock wrong-type', '4 stock wrong-type']);
  expect(brief(await bench.run((await failedRowsOf(failed)).replaceAll(';x;', ';5;'), request))).toEqual([]);
  expect(await cells('D-1')).toMatchObject({ brand: 'Lumen', color: 'red', stock: '5' });
  expect(await cells('D-3')).toMatchObject({ brand: 'Lumen', stock: '5' });
  expect((await cells('D-3'))?.color).toBeUndefined();
  const models = 'family;sku;brand;color;stock\nG-1;G-1-R;;red;x\nG-2;G-2-R;;red;x\nG-3;G-3-R;;red;x\n';
  const lines = (await failedRowsOf(await bench.run(models, GROUPS))).trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(';').slice(0, 2).join())).toEqual([
    'G-1,',
    'G-1,G-1-R',
    'G-2,',
    'G-2,G-2-R',
    'G-3,',
    'G-3,G-3-R',
  ]);
});

test('models that wait for other rows are written in the order of the file', async () => {
  await seedConfiguration(bench.catalogue, upsertAssociationTypes, [{ code: 'UPSELL' }]);
  const mapping = [...GROUPS.mapping, { column: 'see', target: 'UPSELL-products' }];
  const lines = [
    'W-1;W-1-R;red;first;W-9-R',
    'W-0;W-0-R;red;x;',
    'W-1;W-1-B;blue;second;W-9-R',
    'W-9;W-9-R;red;x;',
  ];
  const file = ['family;sku;color;brand;see', ...lines, ''].join('\n');
  expect(brief(await bench.run(file, { ...GROUPS, mapping }))).toEqual([]);
  expect(await cells('W-1')).toMatchObject({ brand: 'second' });
});

test('rows after an unreadable one get neither its text nor that of the row before it', async () => {
  const request = { options: { fillDown: ['brand'] } };
  const filled = await bench.run('brand;sku\nLumen;U-1\nIgnis;U-2;x;y\n;U-3\nNova;U-4\n;U-5\n', request);
  expect(brief(filled)).toEqual(['3 sku invalid-format', '4 brand required']);
  expect(await cells('U-3')).toBeUndefined();
  expect(await cells('U-5')).toMatchObject({ brand: 'Nova' });
  const lines = ['family;sku;color', 'V-1;V-1-R;red', 'V-2;V-2-R;red;?', ';V-2-B;blue', 'V-3;V-3-R;red', ''];
  expect(brief(await bench.run(lines.join('\n'), GROUPS))).toEqual([
    '3 color invalid-format',
    '4 family required',
  ]);
  expect(await cells('V-2-B')).toBeUndefined();
  expect(await cells('V-3-R')).toMatchObject({ parent: 'V-3' });
  const broken = Buffer.from('family;sku;color\nV-4;V-4-R;red\nV-5?;V-5-R;red\n;V-5-B;blue\n');
  broken[broken.indexOf('?')] = 0xff;
  expect(brief(await bench.run(broken, GROUPS))).toEqual(['3 family invalid-format', '4 family required']);
});

test('with columns of locales and of channels, each value is written with what it has', async () => {
  const options = { localeColumn: 'lang', channelColumn: 'channel' };
  const mapping = [
    { column: 'title', target: 'name', transform: [{ concat: { columns: ['Title', 'size note'] } }] },
    { column: 'size note', target: null },
    { column: 'text', target: 'description' },
    { column: 'make', target: 'brand', when: [{ column: 'title', values: ['Robin', 'Kehlchen'] }] },
  ];
  const header = 'sku;lang;channel;title;size note;text;make';
  const lines = [
    'L-1;de;web;Rotkehlchen;groß;Lampe;',
    'L-1;en_US;print;Robin;large;Lamp;Lumen',
    'L-1;en_US;web;Robin;large;Light;',
  ];
  const file = [header, ...lines, ''].join('\n');
  const dry = await bench.run(file, { options, mapping, dryRun: true });
  const real = await bench.run(file, { options, mapping });
  expect(brief(real)).toEqual([]);
  expect({ ...dry, id: '' }).toEqual({ ...real, id: '' });
  expect(await cells('L-1')).toMatchObject({
    'name-de_DE': 'Rotkehlchen groß',
    'name-en_US': 'Robin large',
    'description-de_DE-web': 'Lampe',
    'description-en_US-print': 'Lamp',
    'description-en_US-web': 'Light',
    brand: 'Lumen',
  });
  // A message names the row and column of the cell.
  const broken = Buffer.from(`${header}\nL-2;de;web;A;;;\nL-2;en_US;web;?;;;\nL-2;en_US;print;;;;\n`);
  broken[broken.indexOf('?')] = 0xff;
  const { errors } = await bench.run(broken, { options, mapping });
  expect(errors.map(({ row, column }) => [row, column])).toEqual([[2, 'title (en_US)']]);
  expect(errors[0]?.message).toContain('row 3, column title');
});

test('where empty cells clear, a field that a record of a document lacks keeps its value, and null clears it', async () => {
  await bench.run('sku;brand;stock;color\nJ-1;Lumen;1;red\n');
  const document = [
    { sku: 'J-1', stock: 2, color: null },
    { sku: 'J-2', brand: 'Ignis' },
  ];
  const options = { empty: 'clear' } as const;
  expect(brief(await bench.run(JSON.stringify(document), { format: 'json', options }))).toEqual([]);
  expect(await cells('J-1')).toMatchObject({ brand: 'Lumen', stock: '2' });
  expect((await cells('J-1'))?.color).toBeUndefined();
});

test('names in settings that the file lacks are warnings of the import and of its preview', async () => {
  const options = { ...GROUPS.options, variantColumns: ['sku', 'Colour'] };
  const mapping = [
    ...GROUPS.mapping,
    { column: 'brand', target: 'brand', when: [{ column: 'kind', values: ['x'] }] },
  ];
  const file = 'family;sku;color;brand\nN-1;N-1-R;red;\n';
  const { errors } = await bench.run(file, { options, mapping, dryRun: true });
  const warnings = errors.filter(({ code }) => code === 'unknown-column');
  expect(warnings.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
    expect.stringMatching(/^1 Colour .*`variant_columns`/),
    expect.stringMatching(/^1 kind .*`mapping`/),
  ]);
  const preview = await previewOf(bench.catalogue, file, { options, mapping });
  expect(
    preview.columns
      .filter(({ isInFile, reason }) => !isInFile && reason !== null)
      .map(({ column }) => column),
  ).toEqual(['Colour', 'kind']);
});

test('conditions, joined columns and parents choose among the entries of lists in documents', async () => {
  const document = {
    range: [
      {
        make: [
          { in: 'de', name: 'Leuchte' },
          { in: 'en', name: 'Lumen' },
        ],
        items: [
          {
            sku: 'P-1',
            attrs: [
              { name: 'color', value: 'red' },
              { name: 'w/m', value: '7' },
            ],
          },
        ],
      },
    ],
  };
  const mapping = [
    {
      column: 'parent/make[in=en]/name',
      target: 'brand',
      when: [{ column: 'attrs[name=color]/value', values: ['red'] }],
    },
    { column: 'attrs[name=w/m]/value', target: 'stock' },
    {
      column: '_name',
      target: 'name-en_US',
      transform: [{ concat: { columns: ['sku', 'attrs[name=color]/value'] } }],
    },
    ...['attrs/name', 'attrs/value', 'parent/make/in', 'parent/make/name', 'attrs[name=color]/value'].map(
      (column) => ({
        column,
        target: null,
      }),
    ),
  ];
  const options = { rowPath: 'range/items' };
  expect(brief(await bench.run(JSON.stringify(document), { format: 'json', options, mapping }))).toEqual([]);
  expect(await cells('P-1')).toMatchObject({ brand: 'Lumen', stock: '7', 'name-en_US': 'P-1 red' });
});

test('lists of a group are joined by what parts their cells', async () => {
  const mapping = [
    ...GROUPS.mapping,
    { column: 'material', target: 'materials', transform: [{ split: { separator: ' / ' } }] },
  ];
  const file = 'family;sku;color;material\nM-1;M-1-R;red;wood\n;M-1-B;blue;steel\n';
  expect(brief(await bench.run(file, { ...GROUPS, mapping }))).toEqual([]);
  expect(await cells('M-1')).toMatchObject({ materials: 'wood,steel' });
});

const RANDOM_REQUESTS: readonly ImportRequest[] = [
  { options: { fillDown: ['brand'], localeColumn: 'lang' }, mapping: [{ column: 'family', target: null }] },
  { options: { localeColumn: 'lang', empty: 'clear' }, mapping: [{ column: 'family', target: null }] },
  {
    ...GROUPS,
    mapping: [...GROUPS.mapping, { column: 'lang', target: null }, { column: 'name', target: 'name-en_US' }],
  },
  { ...GROUPS, options: { ...GROUPS.options, localeColumn: 'lang', fillDown: ['brand'], empty: 'clear' } },
];

test('preview, dry run and import of random files have the same results', async () => {
  const random = seededRandom();
  for (const [round, request] of [...RANDOM_REQUESTS, ...RANDOM_REQUESTS].entries()) {
    const lines = Array.from({ length: 12 }, () =>
      [
        random.pick(['', '', `R-${round}-1`, `R-${round}-2`]),
        random.pick([`R-${round}-A`, `R-${round}-B`, `R-${round}-C`]),
        ...[random.pick(['de', 'en_US', 'xx']), random.pick(['', 'n1', 'n2']), random.pick(['', 'b1', 'b2'])],
        random.pick(['red', 'blue', '', 'none']),
        ...(random.integer(0, 9) === 0 ? ['surplus'] : []),
      ].join(';'),
    );
    const file = ['family;sku;lang;name;brand;color', ...lines, ''].join('\n');
    const preview = await previewOf(bench.catalogue, file, request);
    const dry = await bench.run(file, { ...request, dryRun: true });
    const real = await bench.run(file, request);
    expect({ ...dry, id: '' }).toEqual({ ...real, id: '' });
    const previewed = preview.rows.flatMap(({ errors }) =>
      errors.map(({ row, column, code }) => `${row} ${column} ${code}`),
    );
    expect(previewed.sort()).toEqual(brief(real).sort());
  }
});
