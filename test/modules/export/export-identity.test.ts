// Risk: what goes out and comes in again is something else: a formula, a line end, an emoji, a value of some type.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/kernel/json.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeType,
  upsertAttributes,
} from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { FILE_FORMATS } from '../../../src/modules/file-formats/columns/file-format.ts';
import type { FileItem } from '../../../src/modules/file-formats/columns/file-item.ts';
import { writeLine } from '../../../src/modules/file-formats/jsonl/json-line.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import type { CellWrite } from '../../../src/modules/values/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createExportHarness } from '../../support/exports.ts';
import { createImportHarness } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';

/** Catalogues that are tried; each has some products with values of all types. */
const CASES = Number(process.env.EXPORT_CASES ?? 1);
const PRODUCTS = 6;

const nasty = fc.oneof(
  fc.constantFrom('=1+1', '+49', '-5', '@x', '\tx', '\rx', "'=x", "''", "'", '__CLEAR__', "'__CLEAR__"),
  fc.constantFrom(
    'a,b',
    '"q"',
    'a;b',
    'مرحبا',
    '👩‍👩‍👧 👟',
    'a\r\nb',
    'a\nb',
    'a\rb',
    ' x ',
    '\\n',
    '\ufeffx',
  ),
  fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .filter((text) => text.trim() !== '' && !text.includes('\u0000')),
);

/** Values of each type, in the form that is stored. */
const TYPES: Readonly<Record<AttributeType, (salt: number) => fc.Arbitrary<JsonValue>>> = {
  identifier: (salt) => fc.constantFrom(`=A-${salt}`, `-${salt}`, `A,${salt}"`),
  text: () => nasty.filter((text) => !/[\r\n]/.test(text)),
  textarea: () => nasty,
  rich_text: () => fc.constantFrom('<p>=1+1</p>', '<p>a</p>\r\n<p>"b"; 👟</p>', 'مرحبا'),
  number: () => fc.constantFrom('-5', '19.9', '0', '12345678901234567890.5'),
  boolean: () => fc.boolean(),
  date: () => fc.constantFrom('2026-07-01', '1999-12-31'),
  datetime: () => fc.constantFrom('2026-07-01T10:00:00.000Z', '2026-07-01T10:00:00Z'),
  select: () => fc.constantFrom('red', 'blue'),
  multi_select: () => fc.subarray(['red', 'blue', 'green'], { minLength: 1 }),
  price: () =>
    fc
      .subarray(['EUR', 'USD'], { minLength: 1 })
      .map((currencies) => currencies.map((currency) => ({ amount: '1.50', currency }))),
  measurement: () => fc.constantFrom({ amount: '-0.5', unit: 'KILOGRAM' }, { amount: '2', unit: 'GRAM' }),
  media: () => fc.constantFrom('front', 'Back-Side'),
  media_list: () => fc.subarray(['front', 'Back-Side'], { minLength: 1 }),
  entity: () => fc.constantFrom('acme', '-globex'),
  entity_list: () => fc.subarray(['acme', '-globex'], { minLength: 1 }),
};

interface TypedAttribute {
  readonly code: string;
  readonly type: AttributeType;
  readonly localizable: boolean;
  readonly scopable: boolean;
}

/** Each type with one value, with one per locale, per channel, and per both. */
const attributes: readonly TypedAttribute[] = (Object.keys(TYPES) as AttributeType[]).flatMap((type) =>
  [0, 1, 2, 3]
    .map((kind) => ({
      code: `${type}_${kind}`,
      type,
      localizable: (kind & 1) !== 0,
      scopable: (kind & 2) !== 0,
    }))
    .filter(({ localizable }) => !localizable || ATTRIBUTE_TYPES[type].canBeLocalizable)
    .filter(({ scopable }) => !scopable || type !== 'identifier'),
);

const settingsOf = ({ code, type, localizable, scopable }: TypedAttribute) => ({
  code,
  type,
  localizable,
  scopable,
  ...(/select/.test(type) ? { optionSet: 'colors' } : {}),
  ...(type === 'measurement' ? { measurementFamily: 'mass', defaultUnit: 'GRAM' } : {}),
  ...(/^entity/.test(type) ? { entityType: 'maker' } : {}),
});

const cellsOf = (salt: number): fc.Arbitrary<CellWrite[]> =>
  fc
    .tuple(
      ...attributes.map(({ code, type, localizable, scopable }) =>
        fc.option(
          fc.record({
            attribute: fc.constant(code),
            channel: scopable ? fc.constantFrom('web', 'print') : fc.constant(null),
            locale: localizable ? fc.constantFrom('en_US', 'de_DE') : fc.constant(null),
            value: TYPES[type](salt),
            path: fc.constant<string[]>([]),
          }),
        ),
      ),
    )
    .map((cells) => cells.filter((cell) => cell !== null));

const SKUS = ['=1+1', '-5', '@home', "'quoted'", 'a,b;c', '"q"', 'مرحبا', '👟', '+49', "'=x"];

const catalogueOf: fc.Arbitrary<FileItem[]> = fc
  .shuffledSubarray(SKUS, { minLength: PRODUCTS, maxLength: PRODUCTS })
  .chain((skus) =>
    fc.tuple(
      ...skus.map((sku, index) =>
        fc.record({
          fields: fc.record({
            sku: fc.constant(sku),
            attribute_set: fc.constant('everything'),
            status: fc.constantFrom('draft', 'archived'),
            channels: fc.constantFrom<JsonValue>([], ['web'], ['print', 'web'], null),
            categories: fc.subarray(['clothes', 'sale']),
            external_refs: fc.constantFrom<JsonValue>({ erp: `=${index}` }, { 'shop-2': `a ${index}` }, null),
          }),
          cells: cellsOf(index),
          links: fc.constantFrom<FileItem['links']>(
            [],
            [{ type: 'UPSELL', to: 'products', set: [{ ref: skus[0] ?? '' }, { ref: skus[1] ?? '' }] }],
            [{ type: 'UPSELL', to: 'entities', set: [{ ref: 'maker/-globex' }, { ref: 'maker/acme' }] }],
            [{ type: 'PACK', to: 'products', set: [{ ref: skus[2] ?? '', quantity: 30 }] }],
          ),
        }),
      ),
    ),
  )
  .map((items) =>
    items.map((item) => ({
      ...item,
      // Nothing is linked to itself.
      links: item.links.flatMap((side) => {
        const set = (side.set ?? []).filter(({ ref }) => ref !== item.fields.sku);
        return set.length === 0 ? [] : [{ ...side, set }];
      }),
    })),
  );

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

/** An organization without products, and ways in and out. */
async function givenOrganization(name: string) {
  const owner: Session = await catalogue.addOrganization(name);
  await seedClothingCatalogue(catalogue, owner);
  const write = (
    ...[upsert, patches]: [Parameters<typeof seedConfiguration>[1], Parameters<typeof seedConfiguration>[2]]
  ) => seedConfiguration(catalogue, upsert, patches, owner);
  const unit = (code: string, factor: string) => ({ code, symbol: code, labels: {}, factor, offset: '0' });
  const everywhere = { locales: ['en_US', 'de_DE'], currencies: ['EUR', 'USD'] };
  await write(upsertChannels, [
    { code: 'web', ...everywhere },
    { code: 'print', ...everywhere },
  ]);
  await write(upsertMeasurementFamilies, [
    { code: 'mass', standardUnit: 'GRAM', units: [unit('GRAM', '1'), unit('KILOGRAM', '1000')] },
  ]);
  await write(upsertAssociationTypes, [{ code: 'UPSELL' }, { code: 'PACK', quantified: true }]);
  await write(upsertEntityTypes, [{ code: 'maker' }]);
  await write(upsertAttributes, attributes.map(settingsOf));
  const members = attributes.map(({ code }) => ({ code }));
  await write(upsertAttributeSets, [{ code: 'everything', attributes: members }]);
  for (const code of ['front', 'Back-Side']) await seedMedia(catalogue, { code }, owner);
  const within = { ...catalogue, owner };
  const imports = createImportHarness(within);
  const makers = 'entity_type;code\nmaker;acme\nmaker;"\'-globex"\n';
  expect(await imports.run(makers, { resource: 'entities' })).toMatchObject({ created: 2, failed: 0 });
  return { imports, exports: createExportHarness(within) };
}

test('what is exported can be imported, changes nothing where it came from, and comes out again byte for byte', async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(catalogueOf, async (items) => {
      number += 1;
      const first = await givenOrganization(`First ${number}`);
      const lines = items.map((item) => writeLine(item, FILE_FORMATS.products)).join('\n');
      const { created, errors: reported } = await first.imports.run(lines, { format: 'jsonl' });
      const errors = reported.map(({ ref, column, message }) => [ref, column, message]);
      expect({ created, errors }).toEqual({ created: items.length, errors: [] });
      const catalogueHash = await first.imports.productHash();
      for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
        const file = await first.exports.file('products', { format });
        const again = await first.imports.run(file, { format });
        expect(again).toMatchObject({ unchanged: items.length, errors: [] });
        const other = await givenOrganization(`Other ${number} ${format}`);
        const restored = await other.imports.run(file, { format });
        expect(restored).toMatchObject({ created: items.length, errors: [] });
        expect(await other.imports.productHash()).toBe(catalogueHash);
        expect(await other.exports.file('products', { format })).toEqual(file);
      }
    }),
    {
      numRuns: CASES,
      endOnFailure: true,
      ...(process.env.TEST_SEED ? { seed: Number(process.env.TEST_SEED) } : {}),
    },
  );
}, 600_000);
