// Risk: an export that comes back makes an own value inherited or an inherited one own, or changes what nobody edited.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/kernel/json.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import type { FileType } from '../../../src/modules/file-formats/index.ts';
import { unpackEntry } from '../../../src/modules/file-formats/workbook/unpack-entry.ts';
import { readZipDirectory } from '../../../src/modules/file-formats/workbook/zip-directory.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import type { ProductItem } from '../../../src/modules/product/index.ts';
import type { CellWrite, Values } from '../../../src/modules/values/index.ts';
import { cellWrite, seedProducts } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';
import { type SeededRandom, seededRandomFrom } from '../../support/seeded-random-from.ts';
import { zipOf } from '../../support/workbooks.ts';

/** Random catalogues, each of its own organization. */
const CASES = Number(process.env.OWN_CASES ?? 1);
const SEED = Number(process.env.TEST_SEED ?? 1);
const FAMILIES = 3;

/** The texts that the edited value has in turn. */
const TEXTS = ['the first text', 'the second text'] as const;

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const amount = (value: string, currency: string) => ({ amount: value, currency });
/** Prices in none to three currencies; few amounts, so that variants often have the very price of their model. */
const prices = (random: SeededRandom): JsonValue =>
  ['EUR', 'USD', 'JPY']
    .filter(() => random.fraction() < 0.6)
    .map((currency) => amount(random.pick(['10', '12']), currency));
const someOf = (random: SeededRandom, codes: readonly string[]): string[] =>
  codes.filter(() => random.fraction() < 0.5);

interface Tried {
  readonly type: string;
  readonly value: (random: SeededRandom) => JsonValue;
  readonly settings?: object;
}

const TYPES: Readonly<Record<string, Tried>> = {
  text: { type: 'text', value: (random) => random.pick(['oak', '=1+1', 'a,b;c']) },
  number: { type: 'number', value: (random) => random.pick(['1', '2.50']) },
  price: { type: 'price', value: prices },
  yes_no: { type: 'boolean', value: (random) => random.pick([true, false]) },
  day: { type: 'date', value: (random) => random.pick(['2026-07-01', '2026-07-02']) },
  hues: {
    type: 'multi_select',
    settings: { optionSet: 'colors' },
    value: (random) => someOf(random, ['red', 'blue', 'green']),
  },
  mass: {
    type: 'measurement',
    settings: { measurementFamily: 'mass', defaultUnit: 'GRAM' },
    value: (random) => ({ amount: random.pick(['1', '2']), unit: random.pick(['GRAM', 'KILOGRAM']) }),
  },
};

const CHANNELS = ['web', 'print'];
const LOCALES = ['en_US', 'de_DE'];

/** Each type with one value, one per locale, one per channel, and one per both; each at one level of the families. */
const ATTRIBUTES = Object.entries(TYPES).flatMap(([name, { type, settings }], index) =>
  [0, 1, 2, 3].map((kind) => ({
    code: `${name}_${kind}`,
    name,
    level: kind === 0 ? 0 : (index + kind) % 3,
    document: {
      code: `${name}_${kind}`,
      type,
      ...settings,
      localizable: (kind & 1) !== 0 && !['date', 'boolean'].includes(type),
      scopable: (kind & 2) !== 0,
    },
  })),
);

/** Some own cells of each attribute that belongs to a level, or to one above. */
function cellsOf(random: SeededRandom, lowest: number): CellWrite[] {
  return ATTRIBUTES.filter(({ level }) => level <= lowest).flatMap(({ code, name, document }) => {
    const channels = document.scopable ? CHANNELS : [undefined];
    const locales = document.localizable ? LOCALES : [undefined];
    return channels.flatMap((channel) =>
      locales.flatMap((locale) => {
        if (random.fraction() < 0.6) return [];
        const value = TYPES[name]?.value(random) ?? null;
        if (Array.isArray(value) && value.length === 0) return [];
        const scope = { ...(channel && { channel }), ...(locale && { locale }) };
        return [{ ...cellWrite(code, value, scope), partial: false } as CellWrite];
      }),
    );
  });
}

/** The properties of a product besides its values. */
function partsOf(random: SeededRandom, skus: readonly string[], own: string): Partial<ProductItem> {
  const links = someOf(random, skus)
    .filter((sku) => sku !== own)
    .slice(0, 2);
  return {
    categories: { set: someOf(random, ['shop', 'clothes', 'sale']) },
    tags: { set: someOf(random, ['new', 'old, but good']) },
    ...(random.fraction() < 0.5 && { channels: { set: someOf(random, CHANNELS) } }),
    ...(random.fraction() < 0.5 && { externalRefs: [{ system: 'erp', id: `id ${own}` }] }),
    ...(links.length > 0 && {
      associations: [
        { type: 'UPSELL', products: { set: links.map((ref) => ({ ref })) } },
        { type: 'PACK', products: { set: links.map((ref, index) => ({ ref, quantity: index + 2 })) } },
      ],
    }),
  };
}

/** Families of two levels, and products that stand alone; models before what is below them. */
function itemsOf(random: SeededRandom): ProductItem[] {
  const placed: (ProductItem & { readonly level: number })[] = [];
  for (let number = 0; number < FAMILIES; number += 1) {
    const root = `M${number}`;
    placed.push({ sku: root, type: 'model', attributeSet: 'everything', variantLayout: 'two', level: 0 });
    for (const color of ['red', 'blue']) {
      const middle = `${root}-${color}`;
      placed.push({
        sku: middle,
        type: 'model',
        parent: root,
        values: [cellWrite('color', color)],
        level: 1,
      });
      for (const size of ['s', 'm'])
        placed.push({
          sku: `${middle}-${size}`,
          parent: middle,
          values: [cellWrite('size', size)],
          level: 2,
        });
    }
    placed.push({ sku: `S${number}`, attributeSet: 'everything', level: 2 });
  }
  const skus = placed.map(({ sku }) => sku);
  const editedSku = random.pick(skus);
  return placed.map(({ level, ...item }) => ({
    ...item,
    ...partsOf(random, skus, item.sku),
    values: [
      ...(item.values ?? []),
      ...cellsOf(random, level),
      ...(item.sku === editedSku ? [cellWrite('note', TEXTS[0])] : []),
    ],
  }));
}

async function givenOrganization(name: string) {
  const owner = await catalogue.addOrganization(name);
  await seedClothingCatalogue(catalogue, owner);
  const write = (
    ...[upsert, patches]: [Parameters<typeof seedConfiguration>[1], Parameters<typeof seedConfiguration>[2]]
  ) => seedConfiguration(catalogue, upsert, patches, owner);
  const unit = (code: string, factor: string) => ({ code, symbol: code, labels: {}, factor, offset: '0' });
  await write(upsertCategories, [{ code: 'sale', parent: 'clothes' }]);
  await write(upsertMeasurementFamilies, [
    { code: 'mass', standardUnit: 'GRAM', units: [unit('GRAM', '1'), unit('KILOGRAM', '1000')] },
  ]);
  await write(upsertCurrencies, [{ code: 'JPY', enabled: true }]);
  await write(
    upsertChannels,
    CHANNELS.map((code) => ({ code, locales: LOCALES, currencies: ['EUR', 'USD', 'JPY'] })),
  );
  await write(upsertAssociationTypes, [{ code: 'UPSELL' }, { code: 'PACK', quantified: true }]);
  await write(upsertAttributes, [
    ...ATTRIBUTES.map(({ document }) => document),
    { code: 'note', type: 'text' },
  ]);
  const placedAt = (lowest: number) =>
    ATTRIBUTES.filter(({ level }) => level === lowest).map(({ code }) => code);
  await write(upsertAttributeSets, [
    {
      code: 'everything',
      attributes: [...ATTRIBUTES.map(({ code }) => code), 'color', 'size', 'note'].map((code) => ({ code })),
      variantLayouts: [
        {
          code: 'two',
          labels: {},
          levels: [
            { axes: ['color'], attributes: placedAt(1) },
            { axes: ['size'], attributes: placedAt(2) },
          ],
        },
      ],
    },
  ]);
  const within = { ...catalogue, owner };
  return { owner, within, imports: createImportHarness(within), exports: createExportHarness(within) };
}

interface OwnState {
  readonly sku: string;
  readonly version: number;
  readonly values: Values;
}

/** All that products say themselves, by SKU, with their versions. */
async function ownStates(organizationId: string): Promise<Record<string, OwnState>> {
  const { rows } = await catalogue.database.owner.query<OwnState>(
    `SELECT sku, version, type, attribute_set, variant_layout, parent_id, status, channels, categories, tags, "values", external_refs,
       ARRAY(SELECT link.type || ' ' || link.target_id || ' ' || coalesce(link.quantity, 0) || ' ' || link.sort_order
             FROM public.product_association AS link WHERE link.source_id = product.id ORDER BY 1) AS links
     FROM public.product WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY sku`,
    [organizationId],
  );
  return Object.fromEntries(rows.map((row) => [row.sku, row]));
}

/** A file with one text in place of another. */
async function edited(
  file: Buffer,
  format: FileType,
  [from, to]: readonly [string, string],
): Promise<Buffer> {
  if (format !== 'xlsx') return Buffer.from(file.toString('utf8').replaceAll(from, to));
  const source = {
    sizeBytes: file.length,
    async *read(start: number, end: number) {
      yield file.subarray(start, end);
    },
  };
  const parts: Record<string, string> = {};
  for (const entry of await readZipDirectory(source)) {
    const pieces: Buffer[] = [];
    for await (const piece of unpackEntry(source, entry, 10_000_000)) pieces.push(piece);
    parts[entry.name] = Buffer.concat(pieces).toString('utf8').replaceAll(from, to);
  }
  return zipOf(parts);
}

const FORMATS = ['csv', 'xlsx', 'jsonl'] as const;
const KINDS = FORMATS.flatMap((format) =>
  [false, true].map((includeInherited) => ({ format, includeInherited })),
);
const cases = Array.from({ length: CASES }, (_, number) => number);

test.each(cases)(
  'catalogue %i: files that come back change what was edited, and nothing else',
  async (number) => {
    const random = seededRandomFrom(SEED + number);
    const items = itemsOf(random);
    const { owner, within, imports, exports } = await givenOrganization(`Catalogue ${number}`);
    // Links after all that they name.
    for (const write of [items.map(({ associations: _, ...item }) => item), items])
      await seedProducts(within, write);
    for (const [step, { format, includeInherited }] of KINDS.entries()) {
      const before = await ownStates(owner.organizationId);
      const file = await exports.file('products', { format, includeInherited });
      const again = await imports.run(file, { format });
      const where = { format, includeInherited };
      expect({ ...where, ...again }).toMatchObject({
        ...where,
        unchanged: items.length,
        updated: 0,
        errors: [],
      });
      expect(await ownStates(owner.organizationId), JSON.stringify(where)).toEqual(before);
      const [from, to] = step % 2 === 0 ? TEXTS : [TEXTS[1], TEXTS[0]];
      const after = await imports.run(await edited(file, format, [from, to]), { format });
      expect({ ...where, ...after }).toMatchObject({
        ...where,
        unchanged: items.length - 1,
        updated: 1,
        errors: [],
      });
      const expected = Object.entries(before).map(([sku, state]) => {
        const { values, version } = state;
        const isEdited = values.note !== undefined;
        const next = isEdited ? { version: version + 1, values: { ...values, note: [{ value: to }] } } : {};
        return [sku, { ...state, ...next }];
      });
      expect(await ownStates(owner.organizationId), JSON.stringify(where)).toEqual(
        Object.fromEntries(expected),
      );
    }
  },
);
