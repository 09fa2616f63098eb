// Risk: a real catalogue loses or changes values on its way in, or a second import of the same files writes anything.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineWrite, type WriteWork } from '../../src/kernel/operation.ts';
import { seedCurrencies } from '../../src/modules/currency/index.ts';
import { type ImportReport, importAkeneoFolder } from '../../src/modules/import-export/index.ts';
import { seedLocales } from '../../src/modules/locale/index.ts';
import { seedMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { createTestCatalogue, type TestCatalogue } from '../support/catalogue.ts';
import { type AnsweredCell, levelsOf, list, readRows, textAt, valueColumns } from './icecat-files.ts';

const folder =
  process.env.CATALOGRAPH_ICECAT_DIR ?? resolve(import.meta.dirname, '../../../shared/data/icecat');
const isThere = existsSync(join(folder, 'products.csv'));
if (!isThere) {
  process.stderr.write(
    `Skipping the icecat journey: no catalogue in ${folder}; set CATALOGRAPH_ICECAT_DIR.\n`,
  );
}

test.runIf(!isThere && process.env.CI === 'true')('finds the icecat catalogue', () => {
  expect.fail(`There is no catalogue in ${folder}. Set CATALOGRAPH_ICECAT_DIR to its folder.`);
});

describe.skipIf(!isThere)('importing the icecat catalogue', () => {
  let catalogue: TestCatalogue;
  let report: ImportReport;
  let products: ReadonlyMap<string, Product>;

  beforeAll(async () => {
    catalogue = await createTestCatalogue();
    await catalogue.runner.write(catalogue.owner, seed, null);
    report = await importFolder(catalogue);
    products = await readProducts(catalogue);
  }, 180_000);
  afterAll(() => catalogue?.close());

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
      'warning media-not-imported product_models.csv': 40,
      'warning media-not-imported products.csv': 230,
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

  test('keeps type, set, parent, state and categories of every product', () => {
    const models = readRows(folder, 'product_models');
    const codeOf = new Map(models.map((row) => [row.get('code')?.toLowerCase(), row.get('code')]));
    const setOf = new Map(
      readRows(folder, 'family_variants').map((row) => [row.get('code'), row.get('family')]),
    );
    const rows = [...models, ...readRows(folder, 'products')];
    const expected = rows.map((row) => {
      const isModel = row.has('family_variant');
      const parent = codeOf.get(row.get('parent')?.toLowerCase()) ?? null;
      const set = isModel ? setOf.get(row.get('family_variant')) : row.get('family') || null;
      const facts = {
        type: isModel ? 'MODEL' : parent === null ? 'SIMPLE' : 'VARIANT',
        status: set === null ? 'DRAFT' : 'PUBLISHED',
        attributeSet: set === null ? null : { code: set },
        parent: parent === null ? null : { sku: parent },
        categories: list(row.get('categories')).sort(),
      };
      return [row.get(isModel ? 'code' : 'sku'), facts];
    });
    const answered = [...products].map(([sku, { type, status, attributeSet, parent, categories }]) => [
      sku,
      { type, status, attributeSet, parent, categories: categories.map(({ code }) => code).sort() },
    ]);
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

  test('carries the configuration over', async () => {
    const { data } = await catalogue.execute(`{
      locales(enabled: true) { nodes { code } }
      currencies(enabled: true) { nodes { code } }
      channels { nodes { code locales { code } currencies { code } categoryRoot { code } publishGuard } }
      attributeGroups { totalCount }
      attributes { totalCount }
      optionSets { totalCount }
      attributeSets { totalCount }
      categories { totalCount }
      associationTypes { nodes { code twoWay quantified labels { locale text } } }
      roots: categories(roots: true) { nodes { code } }
      promotion: category(code: "promotion") { path { code } }
      description: attribute(code: "description") { type localizable scopable group { code } sortOrder }
      weight: attribute(code: "weight") {
        type measurementFamily { code } defaultUnit filterable validation { negativeAllowed decimalPlaces }
      }
      picture: attribute(code: "picture") { type validation { mimeTypes extensions } }
      color: attribute(code: "color") { optionSet { code sort optionsCount } }
      mainColor: attribute(code: "main_color") { optionSet { code } }
      clothing: attributeSet(code: "clothing") {
        labels { locale text } attributeAsLabel { code } attributeAsImage { code }
        requiredAttributes { channel attributes }
        variantLayouts { code levels { axes attributes } }
      }
    }`);
    const channel = {
      locales: [{ code: 'fr_FR' }, { code: 'de_DE' }, { code: 'en_US' }],
      currencies: [{ code: 'USD' }, { code: 'EUR' }],
      categoryRoot: { code: 'master' },
      publishGuard: 'NONE',
    };
    const oneWay = { twoWay: false, quantified: false };
    const labels = (german: string | null, english: string, french: string) => [
      ...(german === null ? [] : [{ locale: 'de_DE', text: german }]),
      { locale: 'en_US', text: english },
      { locale: 'fr_FR', text: french },
    ];
    const colorSize = ['color', 'ean', 'size', 'variation_image', 'variation_name'];
    expect(data).toEqual({
      locales: { nodes: [{ code: 'de_DE' }, { code: 'en_US' }, { code: 'fr_FR' }] },
      currencies: { nodes: [{ code: 'EUR' }, { code: 'USD' }] },
      channels: { nodes: ['ecommerce', 'mobile', 'print'].map((code) => ({ code, ...channel })) },
      attributeGroups: { totalCount: 11 },
      attributes: { totalCount: 76 },
      optionSets: { totalCount: 21 },
      attributeSets: { totalCount: 17 },
      categories: { totalCount: 171 },
      associationTypes: {
        nodes: [
          { code: 'PACK', ...oneWay, labels: labels('Pack', 'Pack', 'Pack') },
          { code: 'SUBSTITUTION', ...oneWay, labels: labels('Ersatz', 'Substitution', 'Remplacement') },
          { code: 'UPSELL', ...oneWay, labels: labels(null, 'Upsell', 'Vente incitative') },
          { code: 'X_SELL', ...oneWay, labels: labels(null, 'Cross sell', 'Vente croisée') },
        ],
      },
      roots: { nodes: ['master', 'sales', 'print', 'suppliers', 'groups'].map((code) => ({ code })) },
      promotion: { path: [{ code: 'groups' }, { code: 'RELATED' }, { code: 'promotion' }] },
      description: {
        type: 'RICH_TEXT',
        localizable: true,
        scopable: true,
        group: { code: 'marketing' },
        sortOrder: 3,
      },
      weight: {
        type: 'MEASUREMENT',
        measurementFamily: { code: 'weight' },
        defaultUnit: 'KILOGRAM',
        filterable: true,
        validation: { negativeAllowed: false, decimalPlaces: null },
      },
      picture: {
        type: 'MEDIA',
        validation: { mimeTypes: ['image/*'], extensions: ['jpg', 'jpeg', 'gif', 'png'] },
      },
      color: { optionSet: { code: 'color', sort: 'MANUAL', optionsCount: 10 } },
      mainColor: { optionSet: { code: 'main_color' } },
      clothing: {
        labels: ['de_DE', 'en_US', 'fr_FR'].map((locale) => ({ locale, text: 'Clothing' })),
        attributeAsLabel: { code: 'variation_name' },
        attributeAsImage: { code: 'variation_image' },
        requiredAttributes: [
          { channel: 'ecommerce', attributes: ['collection', 'description', ...colorSize].sort() },
          { channel: 'mobile', attributes: ['collection', ...colorSize].sort() },
          { channel: 'print', attributes: ['collection', ...colorSize].sort() },
        ],
        // As in the file, without the SKU; an axis is not listed again among the attributes of its level.
        variantLayouts: [
          {
            code: 'clothing_color_size',
            levels: [
              {
                axes: ['color'],
                attributes: ['variation_name', 'variation_image', 'composition', 'material'],
              },
              { axes: ['size'], attributes: ['weight', 'ean'] },
            ],
          },
          {
            code: 'clothing_colorsize',
            levels: [
              {
                axes: ['color', 'size'],
                attributes: ['variation_name', 'variation_image', 'composition', 'ean'],
              },
            ],
          },
          { code: 'clothing_size', levels: [{ axes: ['size'], attributes: ['weight', 'ean'] }] },
          {
            code: 'clothing_color',
            levels: [
              { axes: ['color'], attributes: ['variation_name', 'variation_image', 'composition', 'ean'] },
            ],
          },
          {
            code: 'clothing_material_size',
            levels: [
              {
                axes: ['material'],
                attributes: ['variation_name', 'variation_image', 'composition', 'color'],
              },
              { axes: ['size'], attributes: ['weight', 'ean'] },
            ],
          },
        ],
      },
    });
  });

  test('makes every family a set of its attributes without the SKU', async () => {
    const { data } = await catalogue.execute(`{
      attributeSets(first: 100) { nodes {
        code attributes { attribute { code } sortOrder } requiredAttributes { channel attributes } variantLayouts { code }
      } }
    }`);
    const withoutSku = (cell: string | undefined) => list(cell).filter((code) => code !== 'sku');
    const variants = readRows(folder, 'family_variants');
    const expected = readRows(folder, 'families').map((row) => ({
      code: row.get('code'),
      attributes: withoutSku(row.get('attributes')).map((code, sortOrder) => ({
        attribute: { code },
        sortOrder,
      })),
      requiredAttributes: ['ecommerce', 'mobile', 'print'].map((channel) => ({
        channel,
        attributes: withoutSku(row.get(`requirements-${channel}`)).sort(),
      })),
      variantLayouts: variants
        .filter((variant) => variant.get('family') === row.get('code'))
        .map((variant) => ({ code: variant.get('code') })),
    }));
    const byCode = (a: { code?: string | undefined }, b: { code?: string | undefined }) =>
      String(a.code) < String(b.code) ? -1 : 1;
    expect(data).toEqual({ attributeSets: { nodes: expected.sort(byCode) } });
  });

  test('writes nothing when the same folder is imported again', async () => {
    const before = await stateOf(catalogue);
    const again = await importFolder(catalogue);
    for (const [resource, counters] of Object.entries(again.counters)) {
      const { total, unchanged, skipped } = counters;
      expect([resource, unchanged + skipped]).toEqual([resource, total]);
    }
    expect(again.counters.associationTypes).toMatchObject({ total: 4, unchanged: 4 });
    expect(again.cells).toEqual(report.cells);
    expect(again.notes).toEqual(report.notes);
    expect(await stateOf(catalogue)).toEqual(before);
    expect(await readProducts(catalogue)).toEqual(products);
    expect(new Set([...products.values()].map(({ version }) => version))).toEqual(new Set([1]));
  }, 120_000);
});

/** What a new organization has before anything is imported. */
const seed = defineWrite({
  name: 'seed',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  transaction: 'sql',
  async work(work: WriteWork, _input: null) {
    const { organizationId } = work.session;
    await seedLocales(work, organizationId, work.now);
    await seedCurrencies(work, organizationId, work.now);
    await seedMeasurementFamilies(work, organizationId, work.now);
  },
});

function importFolder({ runner, owner }: TestCatalogue): Promise<ImportReport> {
  const session = systemSession(owner.organizationId, { door: 'import', requestId: 'import' });
  return importAkeneoFolder({
    folder,
    write: async (operation, input) => (await runner.write(session, operation, input)).output,
    read: (operation, input) => runner.read(session, operation, input),
  });
}

/** Number of ledger rows and sum of all versions: any write changes one of them. */
async function stateOf({ database, owner }: TestCatalogue): Promise<unknown> {
  const tables = ['locale', 'currency', 'channel', 'attribute_group', 'attribute', 'option_set', 'option'];
  tables.push('attribute_set', 'category', 'association_type', 'product', 'product_unique_value');
  const counts = tables.map((table) => {
    const versions = table === 'product_unique_value' ? 'count(*)' : 'sum(version)';
    return `(SELECT jsonb_build_array(count(*), ${versions}) FROM public."${table}" WHERE organization_id = $1) AS "${table}"`;
  });
  const { rows } = await database.owner.query(
    `SELECT (SELECT count(*) FROM ledger.event WHERE organization_id = $1) AS events,
       (SELECT structure_revision FROM public.organization WHERE id = $1) AS revision, ${counts.join(', ')}`,
    [owner.organizationId],
  );
  return rows[0];
}

interface Product {
  readonly sku: string;
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly attributeSet: { readonly code: string } | null;
  readonly variantLayout: { readonly code: string } | null;
  readonly parent: { readonly sku: string } | null;
  readonly categories: readonly { readonly code: string }[];
  readonly ownCategories: readonly unknown[];
  /** Own values. */
  readonly values: readonly { readonly attribute: { readonly code: string } }[];
  /** Effective values. */
  readonly data: Readonly<Record<string, readonly AnsweredCell[]>>;
}

interface ProductPage {
  readonly nodes: readonly Product[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** All products of the catalogue by SKU, page after page. */
async function readProducts(catalogue: TestCatalogue): Promise<ReadonlyMap<string, Product>> {
  const products = new Map<string, Product>();
  for (let after: string | null = null; ; ) {
    const { data, errors } = await catalogue.execute(
      `query ($after: String) { products(first: 100, after: $after) {
        nodes {
          sku type status version attributeSet { code } variantLayout { code } parent { sku }
          categories { code } ownCategories: categories(own: true) { code }
          values(own: true) { attribute { code } }
          data(form: CELLS)
        }
        pageInfo { hasNextPage endCursor }
      } }`,
      { after },
    );
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = (data as { products: ProductPage }).products;
    for (const node of nodes) products.set(node.sku, node);
    if (!pageInfo.hasNextPage) return products;
    after = pageInfo.endCursor;
  }
}
