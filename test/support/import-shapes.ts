import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { previewImport } from '../../src/modules/import/preview/preview-import.ts';
import { upsertMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import type { TestOrganization } from './catalogue.ts';
import { seedConfiguration } from './clothing-catalogue.ts';
import type { createImportHarnessWithCatalogue, ImportRequest } from './imports.ts';

/** Adds to the clothing shop what the guide to shapes of files uses besides: weights, materials and pictures. */
export async function seedShapeAttributes(catalogue: TestOrganization): Promise<void> {
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'materials' }]);
  await seedConfiguration(
    catalogue,
    upsertOptions,
    ['wood', 'steel'].map((code) => ({ code, optionSet: 'materials' })),
  );
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    {
      code: 'WEIGHT',
      standardUnit: 'KILOGRAM',
      units: [
        { code: 'KILOGRAM', symbol: 'kg', factor: '1', offset: '0', labels: { de_DE: 'Kilogramm' } },
        { code: 'GRAM', symbol: 'g', factor: '0.001', offset: '0', labels: { de_DE: 'Gramm' } },
      ],
    },
  ]);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'weight', type: 'measurement', measurementFamily: 'WEIGHT' },
    { code: 'materials', type: 'multi_select', optionSet: 'materials' },
    { code: 'images', type: 'media_list' },
    { code: 'shop_text', type: 'rich_text', localizable: true },
  ]);
  const members = ['name', 'brand', 'color', 'size', 'price', 'weight', 'materials', 'ean', 'stock'];
  const bySeveral = [{ axes: ['color', 'size'], attributes: ['ean', 'price', 'weight'] }];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'shop_products',
      attributes: [...members, 'shop_text', 'images'].map((code) => ({ code })),
      attributeAsLabel: 'name',
      variantLayouts: [{ code: 'by_color_size', labels: {}, levels: bySeveral }],
    },
    {
      code: 'lamps',
      attributes: members.map((code) => ({ code })),
      attributeAsLabel: 'name',
      variantLayouts: [
        {
          code: 'by_color',
          labels: {},
          levels: [{ axes: ['color'], attributes: ['ean', 'price', 'weight'] }],
        },
      ],
    },
  ]);
}

const record = (...values: string[]) => [{ column: '_record', values }];
/** A mapping for groups of lamps: the column `family` has the model, `sku` the variant. */
export const GROUP_MAPPING = [
  { column: 'family', target: 'sku', when: record('model') },
  { column: 'sku', target: 'sku', when: record('variant') },
  { column: 'family', target: 'parent', when: record('variant') },
  { column: '_type', target: 'type', when: record('model'), transform: [{ default: 'model' }] },
  { column: '_set', target: 'attribute_set', when: record('model'), transform: [{ default: 'lamps' }] },
  {
    column: '_layout',
    target: 'variant_layout',
    when: record('model'),
    transform: [{ default: 'by_color' }],
  },
];

/** Returns the settings of a profile, as REST has them, as operations take them. */
export function readProfileSettings({ options = {}, ...settings }: JsonObject): ImportRequest {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const renamed = (object: JsonObject) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [camel(name), value]));
  const { mapping = [], format = 'csv' } = settings;
  return { mapping, format, options: renamed(options as JsonObject) } as unknown as ImportRequest;
}

/** Previews a file with the settings of an import. */
export async function previewOf({ runner, owner }: TestOrganization, text: string, overrides: object) {
  const input = {
    profile: null,
    overrides: { resource: 'products', ...overrides } as never,
    source: { text },
    scope: { channel: null, locale: null },
  };
  const { output, end } = await runner.dryRun(owner, previewImport, input);
  await end();
  return output;
}

interface StoredProduct {
  readonly sku: string;
  readonly parent: string | null;
  readonly type: string;
  readonly attribute_set: string | null;
  readonly status: string;
  readonly categories: readonly string[] | null;
  readonly values: Readonly<Record<string, readonly { channel?: string; locale?: string; value: unknown }[]>>;
}

/** Returns the properties and values of products by the names of their columns: `name-en_US`, `price-EUR`. */
export async function productCells(
  { database }: TestOrganization,
  skus: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { rows } = await database.owner.query<StoredProduct>(
    `SELECT product.sku, parent.sku AS parent, product.type, product.attribute_set, product.status,
            product.categories, product."values"::json AS values
     FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
     WHERE product.sku = ANY($1) AND product.deleted_at IS NULL`,
    [skus],
  );
  return new Map(rows.map((row) => [row.sku, cellsOf(row)]));
}

function cellsOf({ values, categories, ...properties }: StoredProduct): Record<string, string> {
  const cells: Record<string, string> = { categories: (categories ?? []).join() };
  for (const [name, text] of Object.entries(properties)) cells[name] = text ?? '';
  for (const [code, entries] of Object.entries(values))
    for (const { locale, channel, value } of entries) {
      const name = [code, locale, channel].filter((part) => part !== undefined).join('-');
      for (const [part, text] of partsOf(value)) cells[part === '' ? name : `${name}-${part}`] = text;
    }
  return cells;
}

function partsOf(value: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) {
    const entries = value as readonly (string | { amount: string; currency: string })[];
    const prices = entries.flatMap((entry) =>
      typeof entry === 'string' ? [] : [[entry.currency, entry.amount] as const],
    );
    return prices.length > 0 ? prices : [['', entries.join()]];
  }
  if (typeof value !== 'object' || value === null) return [['', String(value)]];
  const { amount, unit } = value as { amount: string; unit: string };
  return [['', `${amount} ${unit}`]];
}

/** Imports a file by a profile of the examples twice; returns cells of products. */
export async function importTwice(
  { catalogue, run }: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>,
  profile: string,
  file: string,
  skus: readonly string[],
) {
  const path = new URL(`../../examples/import-profiles/${profile}.json`, import.meta.url);
  // The catalogue of the tests has another attribute for descriptions.
  const text = (await readFile(path, 'utf8')).replaceAll(/"target": "description\b/g, '"target": "shop_text');
  const request = readProfileSettings(JSON.parse(text));
  const preview = await previewOf(catalogue, file, request);
  const dry = await run(file, { ...request, dryRun: true });
  const job = await run(file, request);
  expect(job.errors).toEqual([]);
  expect({ ...dry, id: '' }).toEqual({ ...job, id: '' });
  expect(preview.columns.filter(({ reason }) => reason !== null)).toEqual([]);
  const again = await run(file, request);
  expect(again).toMatchObject({ unchanged: job.processed, processed: job.processed, errors: [] });
  return { job, cells: await productCells(catalogue, skus) };
}
