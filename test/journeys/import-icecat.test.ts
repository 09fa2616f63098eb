// Risk: a real catalogue loses or changes values, pictures or links on their way in, or a second import of the same files
// writes anything.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportReport } from '../../src/modules/akeneo/index.ts';
import type { ColumnMapping } from '../../src/modules/file-formats/columns/map-columns.ts';
import { createImportHarness, type ImportMetadata } from '../support/imports.ts';
import {
  folder,
  type IcecatJourney,
  isThere,
  openIcecatJourney,
  type Product,
  readAll,
  readProducts,
  removeProducts,
  stateOf,
} from './icecat.ts';
import {
  type FileRow,
  levelsOf,
  list,
  pictureAttributes,
  pictureCells,
  readRows,
  textAt,
  valueColumns,
} from './icecat-files.ts';

if (!isThere) {
  process.stderr.write(
    `Skipping the icecat journey: no catalogue in ${folder}; set CATALOGRAPH_ICECAT_DIR.\n`,
  );
}

test.runIf(!isThere && process.env.CI === 'true')('finds the icecat catalogue', () => {
  expect.fail(`There is no catalogue in ${folder}. Set CATALOGRAPH_ICECAT_DIR to its folder.`);
});

describe.skipIf(!isThere)('importing the icecat catalogue', () => {
  let journey: IcecatJourney;
  let report: ImportReport;
  let products: ReadonlyMap<string, Product>;

  beforeAll(async () => {
    journey = await openIcecatJourney();
    report = await journey.importFolder();
    products = await readProducts(journey.catalogue);
  }, 180_000);
  afterAll(() => journey?.close());

  test('counts every row of every file once and refuses none', () => {
    expect(report.notes.filter(({ level }) => level === 'error')).toEqual([]);
    for (const [resource, counters] of Object.entries(report.counters)) {
      const { total, created, updated, unchanged, failed, skipped } = counters;
      expect([resource, created + updated + unchanged + failed + skipped]).toEqual([resource, total]);
      expect([resource, failed]).toEqual([resource, 0]);
    }
    const totals = Object.entries(report.counters).map(([resource, { total }]) => [resource, total]);
    expect(Object.fromEntries(totals)).toEqual({
      locales: 210,
      currencies: 294,
      categories: 168,
      groupTypes: 1,
      groups: 1,
      channels: 3,
      attributeGroups: 11,
      optionSets: 21,
      options: 121,
      attributes: 77,
      families: 17,
      familyVariants: 9,
      associationTypes: 4,
      productModels: 81,
      products: 1239,
    });
    expect(report.counters.attributes).toMatchObject({ created: 76, skipped: 1 });
    expect(report.counters.associationTypes).toMatchObject({ created: 4, skipped: 0 });
    expect(report.links).toEqual({ total: 0, set: 0, skipped: 0 });
    expect(report.counters.productModels.created).toBe(81);
    expect(report.counters.products.created).toBe(1239);
  });

  test('tells by row and column what it did otherwise than the files', () => {
    const counts = new Map<string, number>();
    for (const { level, code, file } of report.notes) {
      const key = `${level} ${code} ${file}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(Object.fromEntries([...counts].sort())).toEqual({
      'info grid-filter-ignored attributes.csv': 1,
      'info identifier-became-sku attributes.csv': 1,
      'info parent-resolved-by-case products.csv': 18,
      'info unclassified-draft products.csv': 1,
      'warning file-missing product_models.csv': 40,
      'warning file-missing products.csv': 197,
    });
    const sticker = report.notes.find(({ code }) => code === 'unclassified-draft');
    expect(sticker).toMatchObject({ file: 'products.csv', row: 912, column: 'family' });
  });

  test('answers every value of every product and model as the files have it', () => {
    const placeOf = valueColumns(folder);
    const differences: unknown[] = [];
    const compare = (file: string, key: string) => {
      let compared = 0;
      for (const row of readRows(folder, file)) {
        const product = products.get(row.get(key) ?? '');
        for (const [column, text] of row) {
          const place = placeOf(column);
          if (place === undefined || text === '') continue;
          compared += 1;
          const answered = textAt(product?.data, place);
          if (answered !== text) differences.push([row.get(key), column, text, answered]);
        }
      }
      return compared;
    };
    const compared = { products: compare('products', 'sku'), models: compare('product_models', 'code') };
    expect(differences).toEqual([]);
    expect(compared).toEqual({ products: 9033, models: 570 });
    expect(report.cells).toEqual({ total: 9603, written: 7686, inherited: 1917, skipped: 0 });
  });

  test('keeps type, set, layout, parent, state, categories and links of every product', () => {
    const models = readRows(folder, 'product_models');
    const modelOf = new Map(models.map((row) => [row.get('code')?.toLowerCase(), row]));
    const setOf = new Map(
      readRows(folder, 'family_variants').map((row) => [row.get('code'), row.get('family')]),
    );
    const rootOf = (row: FileRow): FileRow => {
      const parent = modelOf.get(row.get('parent')?.toLowerCase());
      return parent === undefined ? row : rootOf(parent);
    };
    const rows = [...models, ...readRows(folder, 'products')];
    const expected = rows.map((row) => {
      const isModel = row.has('family_variant');
      const parent = modelOf.get(row.get('parent')?.toLowerCase())?.get('code') ?? null;
      const layout = rootOf(row).get('family_variant');
      const set = isModel ? setOf.get(row.get('family_variant')) : row.get('family') || null;
      const linked = [...row].filter(
        ([column, cell]) => /-(products|product_models)$/.test(column) && cell !== '',
      );
      const details = {
        type: isModel ? 'MODEL' : parent === null ? 'SIMPLE' : 'VARIANT',
        status: set === null || row.get('enabled') === '0' ? 'DRAFT' : 'PUBLISHED',
        attributeSet: set === null ? null : { code: set },
        variantLayout: layout === undefined ? null : { code: layout },
        parent: parent === null ? null : { sku: parent },
        channels: null,
        categories: [...list(row.get('categories')), ...list(row.get('groups'))].sort(),
        associations: linked.map(([column]) => ({ type: { code: column.split('-')[0] } })),
      };
      return [row.get(isModel ? 'code' : 'sku'), details];
    });
    const answered = [...products].map(([sku, product]) => {
      const { type, status, attributeSet, variantLayout, parent, channels, categories, associations } =
        product;
      const codes = categories.map(({ code }) => code).sort();
      const details = { type, status, attributeSet, variantLayout, parent, channels, associations };
      return [sku, { ...details, categories: codes }];
    });
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
    expect(products.get('AKNSTK')).toMatchObject({ type: 'SIMPLE', status: 'DRAFT', attributeSet: null });
    expect(answered).toHaveLength(1320);
  });

  test('leaves what variants repeat from their models to the models', () => {
    const layouts = new Map(
      readRows(folder, 'family_variants').map((row) => [row.get('code'), levelsOf(row)]),
    );
    const below = [...products.values()].filter(({ parent }) => parent !== null);
    const depthOf = ({ parent }: Product): number => {
      const above = products.get(parent?.sku ?? '');
      return above === undefined ? 0 : depthOf(above) + 1;
    };
    const misplaced = below.flatMap((product) => {
      const levels = layouts.get(product.variantLayout?.code);
      const own = new Set(product.values.map(({ attribute }) => attribute.code));
      return [...own]
        .filter((code) => (levels?.get(code) ?? 0) !== depthOf(product))
        .map((code) => [product.sku, code]);
    });
    expect(misplaced).toEqual([]);
    expect(below.filter(({ ownCategories }) => ownCategories.length > 0)).toEqual([]);
    expect(below).toHaveLength(271);
  });

  describe('brings in the pictures', () => {
    const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    /** Hash of the file that a cell names; undefined when there is none. */
    const hashOf = (path: string) =>
      existsSync(join(folder, path)) ? sha256Of(readFileSync(join(folder, path))) : undefined;
    interface Media {
      readonly code: string;
      readonly filename: string;
      readonly mimeType: string;
      readonly sha256: string;
      readonly version: number;
    }
    let media: readonly Media[];
    beforeAll(async () => {
      media = await readAll(journey.catalogue, 'mediaFiles', 'code filename mimeType sha256 version');
    });

    test('that are there, and tells by row and column of those that are not', () => {
      const cells = pictureCells(folder);
      const missing = cells.filter(({ path }) => hashOf(path) === undefined);
      const reported = report.notes.filter(({ code }) => code === 'file-missing');
      expect(reported.map(({ file, row, column, value }) => [file, row, column, value]).sort()).toEqual(
        missing.map(({ file, row, column, path }) => [file, row, column, path]).sort(),
      );
      expect([cells.length, cells.length - missing.length, missing.length]).toEqual([270, 33, 237]);
      expect(report.files).toEqual({ total: 270, linked: 33, missing: 237, skipped: 0, inherited: 128 });
    });

    test('each content once, in the catalogue as in the storage', async () => {
      const contents = new Set(pictureCells(folder).flatMap(({ path }) => hashOf(path) ?? []));
      expect(media.map(({ sha256 }) => sha256).sort()).toEqual([...contents].sort());
      expect((await journey.mediaFiles()).sort()).toEqual([...contents].sort());
      expect(media).toHaveLength(10);
      expect(new Set(media.map(({ mimeType, version }) => `${mimeType} ${version}`))).toEqual(
        new Set(['image/jpeg 1']),
      );
      const names = new Set(pictureCells(folder).map(({ path }) => basename(path)));
      expect(media.filter(({ filename }) => !names.has(filename))).toEqual([]);
    });

    test('so that every product shows its own and those of its models', () => {
      const cells = pictureCells(folder);
      // Akeneo names the model's picture by another path on each variant; the file name stays. Where the model's own
      // file is missing, the first copy that is there counts.
      const shownBy = ({ owner, column }: (typeof cells)[number]) => {
        const original = cells.find((cell) => cell.sku === owner && cell.column === column);
        const copies = cells.filter(
          (cell) =>
            cell.owner === owner &&
            cell.column === column &&
            basename(cell.path) === basename(original?.path ?? ''),
        );
        const found = [...(original === undefined ? [] : [original]), ...copies].find(({ path }) =>
          hashOf(path),
        );
        return found === undefined ? undefined : hashOf(found.path);
      };
      const hashes = new Map(media.map(({ code, sha256 }) => [code, sha256]));
      const answered = cells.map(({ sku, column }) => {
        const code = products.get(sku)?.data[column]?.[0]?.value;
        return [sku, column, code === undefined ? undefined : hashes.get(String(code))];
      });
      expect(answered).toEqual(cells.map((cell) => [cell.sku, cell.column, shownBy(cell)]));
      // Each of the 33 shows its very bytes.
      const there = cells.filter(({ path }) => hashOf(path) !== undefined);
      expect(there.map(shownBy)).toEqual(there.map(({ path }) => hashOf(path)));
      const own = [...products.values()].flatMap(({ sku, values }) =>
        values
          .filter(({ attribute }) => cells.some(({ column }) => column === attribute.code))
          .map(({ attribute }) => `${sku} ${attribute.code}`),
      );
      const owners = cells.filter((cell) => shownBy(cell)).map(({ owner, column }) => `${owner} ${column}`);
      expect(own.sort()).toEqual([...new Set(owners)].sort());
      expect(own).toHaveLength(13);
      expect(products.get('1111111128')?.image?.code).toBe('apollon');
    });
  });

  test('writes nothing when the same folder is imported again', async () => {
    const { catalogue } = journey;
    const before = await stateOf(catalogue);
    const stored = (await journey.mediaFiles()).sort();
    const again = await journey.importFolder();
    for (const [resource, counters] of Object.entries(again.counters)) {
      const { total, unchanged, skipped } = counters;
      expect([resource, unchanged + skipped]).toEqual([resource, total]);
    }
    expect(again.counters.associationTypes).toMatchObject({ total: 4, unchanged: 4 });
    expect(again.cells).toEqual(report.cells);
    expect(again.files).toEqual(report.files);
    expect(again.notes).toEqual(report.notes);
    expect(await stateOf(catalogue)).toEqual(before);
    expect((await journey.mediaFiles()).sort()).toEqual(stored);
    expect(await readProducts(catalogue)).toEqual(products);
    expect(new Set([...products.values()].map(({ version }) => version))).toEqual(new Set([1]));
  }, 120_000);

  test('is the same catalogue when models and products come as ordinary files by a mapping', async () => {
    const imports = createImportHarness(journey.catalogue);
    const brief = ({ status, created, errors }: ImportMetadata) => ({
      status,
      created,
      errors: errors.slice(0, 5),
    });
    const before = await imports.productHash();
    await removeProducts(journey.catalogue);
    const pictures = new Map(
      pictureCells(folder).map(({ sku, column, path }) => [
        path,
        products.get(sku)?.data[column]?.[0]?.value,
      ]),
    );
    const codes = Object.fromEntries([...pictures].filter(([, code]) => code !== undefined)) as Record<
      string,
      string
    >;
    const layouts = new Map(
      readRows(folder, 'family_variants').map((row) => [row.get('code'), row.get('family')]),
    );
    const shown = [...pictureAttributes(folder)].map((column) => ({
      column,
      transform: [{ map: { values: codes, default: '' } }],
    }));
    const bring = (file: string, mapping: readonly ColumnMapping[]) =>
      imports.run(readFileSync(join(folder, `${file}.csv`)), { mapping: [...mapping, ...shown] });
    const models = await bring('product_models', [
      { column: 'type', transform: [{ default: 'model' }] },
      { column: 'status', transform: [{ default: 'published' }] },
      { column: 'family_variant' },
      {
        column: 'family_variant',
        target: 'attribute_set',
        transform: [{ map: { values: Object.fromEntries(layouts) as Record<string, string> } }],
      },
    ]);
    expect(brief(models)).toEqual({ status: 'completed', created: 81, errors: [] });
    const rest = await bring('products', [
      {
        column: 'categories',
        transform: [{ concat: { columns: ['categories', 'groups'], separator: ',' } }],
      },
      // There are no groups to be linked to.
      ...['groups', 'PACK-groups', 'SUBSTITUTION-groups', 'UPSELL-groups', 'X_SELL-groups'].map((column) => ({
        column,
        target: null,
      })),
      {
        // What has neither family nor model cannot be published.
        column: 'enabled',
        target: 'status',
        transform: [
          { concat: { columns: ['family', 'parent', 'enabled'], separator: '|' } },
          { map: { values: { '1': 'draft', '0': 'draft' } } },
          { replace: { pattern: String.raw`^.+\|1$`, with: 'published' } },
          { replace: { pattern: String.raw`^.+\|0$`, with: 'draft' } },
        ],
      },
    ]);
    expect(brief(rest)).toEqual({ status: 'completed', created: 1239, errors: [] });
    expect(await imports.productHash()).toBe(before);
  }, 120_000);
});
