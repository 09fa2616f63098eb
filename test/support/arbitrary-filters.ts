import fc from 'fast-check';
import type { JsonValue } from '../../src/kernel/json.ts';
import { upsertAssociationTypes } from '../../src/modules/association-type/index.ts';
import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  type AttributeType,
  upsertAttributes,
} from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../src/modules/category/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { upsertEntities } from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { upsertMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import type { ProductItem } from '../../src/modules/product/index.ts';
import type { AttributeCondition, ProductFilter } from '../../src/modules/search/filter/filter.ts';
import type { CatalogueStructure } from '../../src/modules/structure/index.ts';
import { cellWrite } from './builders.ts';
import type { TestOrganization } from './catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from './clothing-catalogue.ts';
import { seedMedia } from './media.ts';

const TYPES = Object.keys(ATTRIBUTE_TYPES) as AttributeType[];
const REFERENCES: Readonly<Partial<Record<AttributeType, object>>> = {
  select: { optionSet: 'colors' },
  multi_select: { optionSet: 'colors' },
  measurement: { measurementFamily: 'weight' },
  entity: { entityType: 'maker' },
  entity_list: { entityType: 'maker' },
};

/**
 * The shop, and in its set `clothing` an attribute of each type that is the same everywhere, and, where there are
 * such, one per locale, one per channel, and one per both: `text`, `text_l`, `text_c`, `text_lc`. Two further channels:
 * `app` without guard and the inactive `old`; an entity type, three files, and two association types.
 */
export async function seedEveryType(catalogue: TestOrganization): Promise<void> {
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'coats', parent: 'clothes' },
    { code: 'other', labels: {} },
    // Conditions on trees of more than 8 and of more than 64 categories are compiled in other ways.
    ...Array.from({ length: 70 }, (_, index) => ({ code: `coat_${index}`, parent: 'coats' })),
    ...Array.from({ length: 10 }, (_, index) => ({ code: `sale_${index}`, parent: 'sale' })),
  ]);
  await seedConfiguration(catalogue, upsertChannels, [
    { code: 'web', currencies: ['EUR', 'USD'] },
    { code: 'app', locales: ['de_DE', 'fr_FR'], currencies: ['EUR', 'USD'] },
    { code: 'old', locales: ['en_US'], currencies: ['EUR'], active: false },
  ]);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'upsell' },
    { code: 'pack', twoWay: true },
  ]);
  const unit = (code: string, factor: string) => ({ code, labels: {}, symbol: code, factor, offset: '0' });
  await seedConfiguration(catalogue, upsertMeasurementFamilies, [
    { code: 'weight', standardUnit: 'KILOGRAM', units: [unit('KILOGRAM', '1'), unit('GRAM', '0.001')] },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'maker', labels: {} }]);
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    items: MAKERS.map((code) => ({ code, entityType: 'maker' })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  for (const code of FILES) await seedMedia(catalogue, { code });
  const attributes = TYPES.flatMap((type) => {
    const { canBeLocalizable, canBeScopable, canBeSearchable } = ATTRIBUTE_TYPES[type];
    const attribute = (suffix: string, more: object) => ({
      code: `${type}${suffix}`,
      type,
      ...REFERENCES[type],
      ...more,
      ...(canBeSearchable && suffix !== '_c' ? { searchable: suffix !== '_l' || type === 'text' } : {}),
    });
    return [
      attribute('', {}),
      ...(canBeLocalizable ? [attribute('_l', { localizable: true })] : []),
      ...(canBeScopable && type !== 'identifier' ? [attribute('_c', { scopable: true })] : []),
      ...(canBeLocalizable && canBeScopable ? [attribute('_lc', { localizable: true, scopable: true })] : []),
    ];
  });
  await seedConfiguration(catalogue, upsertAttributes, attributes);
  const shop = ['name', 'description', 'brand', 'color', 'size', 'ean', 'washable'];
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'clothing',
      attributes: [...shop, ...attributes.map(({ code }) => code)].map((code) => ({ code })),
      requiredAttributes: { web: ['name', 'price', 'text_l'], '*': ['boolean'], app: ['text_lc'] },
    },
  ]);
}

const MAKERS = ['Acme', 'Globex', 'tiny-one'];
const FILES = ['Front', 'Back', 'Sole'];
const COLORS = ['red', 'blue', 'green'];
const WORDS = [
  'Trail',
  'Große Hüte',
  'ÉTÉ',
  'жёлтый шар',
  '東京 shoe',
  '50% off_now',
  'a\\b',
  'x',
  'Trail shoe',
];
const PARTS = [
  'trail',
  'gro',
  'hute',
  'été',
  'ж',
  'желтый',
  '京',
  '%',
  '_',
  '\\',
  'x',
  'shoe',
  'sh',
  'il sh',
  '.*',
  '',
];
const NUMBERS = ['0', '1', '2.50', '-3', '1000'];
const DATES = ['2026-07-01', '2026-07-02', '2020-02-29'];
const TIMES = ['2026-07-01T10:00:00.000Z', '2026-07-01T12:00:00.000+02:00', '2020-01-01T00:00:00.000Z'];
const LOCALES = ['en_US', 'de_DE', 'fr_FR'];
const CHANNELS = ['web', 'print', 'app', 'old'];
const CATEGORIES = ['shop', 'clothes', 'coats', 'coat_69', 'sale', 'sale_9', 'other'];
const STATUSES = ['draft', 'in_review', 'archived'] as const;
const SKUS = ['COAT', 'COAT-red', 'COAT-red-s', 'P-1', 'p-2', 'Käse-3', 'P-4'];

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const several = <Item>(items: readonly Item[]) => fc.subarray([...items]);

/** A value, or one item of it, as writers and filters name it; the codes of identifiers differ by product. */
function operandOf(type: AttributeType): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'number':
      return some(NUMBERS);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return some(DATES);
    case 'datetime':
      return some(TIMES);
    case 'price':
      return fc.record({ amount: some(NUMBERS), currency: some(['EUR', 'USD']) });
    case 'measurement':
      return fc.record({ amount: some(NUMBERS), unit: some(['GRAM', 'KILOGRAM']) });
    case 'select':
    case 'multi_select':
      return some(COLORS);
    case 'entity':
    case 'entity_list':
      return some(MAKERS);
    case 'media':
    case 'media_list':
      return some(FILES);
    default:
      return some(WORDS);
  }
}

const LISTS: readonly AttributeType[] = ['multi_select', 'entity_list', 'media_list'];

function anyValue(type: AttributeType): fc.Arbitrary<JsonValue> {
  const operand = operandOf(type);
  if (LISTS.includes(type))
    return fc.uniqueArray(operand, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<JsonValue>;
  if (type === 'price')
    return fc.uniqueArray(operand, {
      minLength: 1,
      maxLength: 2,
      selector: (price) => (price as { currency: string }).currency,
    }) as fc.Arbitrary<JsonValue>;
  if (type === 'rich_text') return operand.map((text) => `<p>${text}</p>`);
  return operand;
}

function cellsOf(attribute: AttributeDefinition) {
  const { code, type, localizable, scopable } = attribute;
  const one: fc.Arbitrary<{ value: JsonValue; channel?: string; locale?: string }> = fc
    .record({
      value: anyValue(type),
      ...(localizable && { locale: some(LOCALES) }),
      ...(scopable && { channel: some(['web', 'app']) }),
    })
    .filter(({ channel, locale }) => channel !== 'web' || locale !== 'fr_FR')
    .filter(({ channel, locale }) => channel !== 'app' || locale !== 'en_US');
  return fc
    .uniqueArray(one, {
      maxLength: localizable || scopable ? 3 : 1,
      minLength: 1,
      selector: ({ channel = '', locale = '' }) => `${channel}/${locale}`,
    })
    .map((cells) => cells.map(({ value, ...cellScope }) => cellWrite(code, value, cellScope)));
}

/** A product by itself, or a family of a model and variants below it, with any values. */
export function arbitraryProducts(structure: CatalogueStructure): fc.Arbitrary<readonly ProductItem[]> {
  const attributes = [...structure.attributes.values()].filter(
    ({ code, type }) => !['ean', 'color', 'size', 'stock'].includes(code) && type !== 'identifier',
  );
  const values = fc
    .subarray(attributes, { minLength: 12, maxLength: 40 })
    .chain((chosen) => fc.tuple(...chosen.map(cellsOf)))
    .map((cells) => cells.flat());
  const details = fc.record(
    {
      values,
      categories: several(CATEGORIES).map((set) => ({ set })),
      channels: fc.option(fc.subarray(CHANNELS, { minLength: 1 })).map((set) => set && { set }),
      status: some(STATUSES),
    },
    { requiredKeys: ['values'] },
  );
  const refs = fc.option(some(['e-1', 'e-2', 'e-3']));
  const index = fc.nat({ max: 1_000_000 });
  const alone = fc
    .record({ details, index, erp: refs, sku: some(['P', 'Käse', 'TRAIL']), classified: fc.boolean() })
    .map(({ details: known, index: at, erp, sku, classified }): ProductItem[] => [
      {
        ...known,
        sku: `${sku}-${at}`,
        attributeSet: classified ? 'clothing' : null,
        ...(erp === null ? {} : { externalRefs: [{ system: 'ERP', id: `${erp}-${at % 3}` }] }),
      },
    ]);
  const family = fc
    .record({ index, model: details, red: details, small: details, large: details })
    .map(({ index: at, model, red, small, large }): ProductItem[] => {
      const sku = `COAT-${at}`;
      const below = (parent: string, own: string, more: Partial<ProductItem>) => {
        const axis = parent === sku ? cellWrite('color', own) : cellWrite('size', own);
        return { ...more, sku: `${parent}-${own}`, parent, values: [...(more.values ?? []), axis] };
      };
      return [
        { ...model, sku, type: 'model', attributeSet: 'clothing', variantLayout: 'by_color_and_size' },
        below(sku, 'red', red),
        below(`${sku}-red`, 's', small),
        below(`${sku}-red`, 'm', large),
      ];
    });
  return fc.oneof({ weight: 3, arbitrary: alone }, { weight: 1, arbitrary: family });
}

const PLACE = {
  channel: fc.option(some(CHANNELS), { freq: 3 }),
  locale: fc.option(some(LOCALES), { freq: 3 }),
  scope: fc.option(some(['any', 'all'] as const), { freq: 3 }),
};

/** Leaves out what is null. */
const present = <Of extends object>(record: Of): Of =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as Of;

function operatorOf(attribute: AttributeDefinition): fc.Arbitrary<object> {
  const operand = operandOf(attribute.type);
  const operands = fc.array(operand, { minLength: 1, maxLength: 3 });
  const words: Readonly<Record<string, fc.Arbitrary<object>>> = {
    eq: LISTS.includes(attribute.type)
      ? fc.uniqueArray(operand, { minLength: 1, maxLength: 2 }).map((eq) => ({ eq }))
      : operand.map((eq) => ({ eq })),
    ne: operand.map((ne) => ({ ne })),
    in: operands.map((within) => ({ in: within })),
    nin: operands.map((nin) => ({ nin })),
    lt: operand.map((lt) => ({ lt })),
    lte: operand.map((lte) => ({ lte })),
    gt: operand.map((gt) => ({ gt })),
    gte: operand.map((gte) => ({ gte })),
    between: fc
      .tuple(operand, operand)
      .filter(
        ([from, to]) =>
          attribute.type !== 'price' ||
          (from as { currency: string }).currency === (to as { currency: string }).currency,
      )
      .map((between) => ({ between })),
    any: operands.map((any) => ({ any })),
    all: operands.map((all) => ({ all })),
    none: operands.map((none) => ({ none })),
    count: fc.nat({ max: 3 }).map((count) => ({ count })),
    contains: some(PARTS).map((contains) => ({ contains })),
    not_contains: some(PARTS).map((notContains) => ({ notContains })),
    starts_with: some([...PARTS, ...WORDS]).map((startsWith) => ({ startsWith })),
    ends_with: some([...PARTS, ...WORDS]).map((endsWith) => ({ endsWith })),
    match: some(['trail shoe', 'гро ш', 'hute große', 'shoe 東京', 'off_now']).map((match) => ({ match })),
    last_days: fc.integer({ min: 0, max: 4_000 }).map((lastDays) => ({ lastDays })),
    next_days: fc.integer({ min: 0, max: 400 }).map((nextDays) => ({ nextDays })),
    empty: fc.boolean().map((empty) => ({ empty })),
  };
  const allowed = ATTRIBUTE_TYPES[attribute.type].operators.map((word) => words[word] ?? fc.constant({}));
  return fc.oneof(...allowed);
}

function anyAttributeCondition(structure: CatalogueStructure): fc.Arbitrary<AttributeCondition> {
  return some([...structure.attributes.values()].filter(({ code }) => code !== 'ean')).chain((attribute) => {
    const { optionSet, code } = attribute;
    const operator = optionSet === 'sizes' ? fc.record({ eq: some(['s', 'm']) }) : operatorOf(attribute);
    return fc
      .tuple(operator, fc.record(PLACE))
      .map(([operand, cellScope]) => ({ attribute: code, ...operand, ...present(cellScope) }));
  });
}

const equalityOf = <Value extends string>(values: readonly Value[]) =>
  fc.oneof(
    some(values).map((eq) => ({ eq })),
    some(values).map((ne) => ({ ne })),
    several(values).map((within) => ({ in: within })),
    several(values).map((nin) => ({ nin })),
  );
const emptiness = fc.boolean().map((empty) => ({ empty }));
const setOf = (codes: readonly string[]) =>
  fc.oneof(
    several(codes).map((any) => ({ any })),
    several(codes).map((all) => ({ all })),
    several(codes).map((none) => ({ none })),
    emptiness,
  );
const MOMENTS = ['2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
const moments = fc.oneof(
  some(MOMENTS).map((lt) => ({ lt })),
  some(MOMENTS).map((gte) => ({ gte })),
  fc.constant({ between: ['2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z'] }),
  fc.nat({ max: 10 }).map((lastDays) => ({ lastDays })),
);

/** One object of a filter without others in it. */
function anyConditions(structure: CatalogueStructure, skus: readonly string[]): fc.Arbitrary<ProductFilter> {
  const sku = [...SKUS, ...skus];
  const conditions: fc.Arbitrary<ProductFilter>[] = [
    some([...PARTS, ...WORDS, 'red (de)', 'trail red']).map((q) => ({ q })),
    fc
      .oneof(
        equalityOf(sku),
        some(['coat', '-red', 'käse', 'KA', 'p-']).map((contains) => ({ contains })),
        some(['coat', 'käse', 'p-']).map((startsWith) => ({ startsWith })),
      )
      .map((condition) => ({ sku: condition })),
    equalityOf(['simple', 'model', 'variant'] as const).map((type) => ({ type })),
    equalityOf(['draft', 'in_review', 'published', 'archived'] as const).map((status) => ({ status })),
    fc.oneof(equalityOf(['Clothing', 'accessories']), emptiness).map((attributeSet) => ({ attributeSet })),
    fc.oneof(equalityOf(sku), emptiness).map((parent) => ({ parent })),
    setOf(CHANNELS).map((channels) => ({ channels })),
    fc
      .tuple(setOf(CATEGORIES), fc.option(fc.boolean()))
      .map(([condition, descendants]) => ({ categories: present({ ...condition, descendants }) })),
    fc
      .oneof(
        some(['e-1-0', 'e-2-1', 'e-3-2']).map((eq) => ({ eq })),
        fc.constant({ in: ['e-1-1', 'e-2-2'] }),
        emptiness,
      )
      .map((condition) => ({ externalRefs: [{ system: 'erp', ...condition }] })),
    fc
      .tuple(
        some(['upsell', 'PACK']),
        fc.oneof(
          several(skus).map((any) => ({ any })),
          emptiness,
        ),
      )
      .map(([type, condition]) => ({ associations: [{ type, ...condition }] })),
    fc
      .tuple(
        fc.record(PLACE),
        fc.oneof(
          some([0, 33, 50, 100]).map((eq) => ({ eq })),
          some([0, 34, 100]).map((lt) => ({ lt })),
          some([33, 99]).map((lte) => ({ lte })),
          some([0, 66]).map((gt) => ({ gt })),
          some([50, 100]).map((gte) => ({ gte })),
          fc.constant({ gte: 20, lt: 70 }),
          several(['name', 'price', 'text_l', 'text_lc']).map((missing) => ({ missing })),
        ),
      )
      .map(([cellScope, condition]) => ({ completeness: { ...present(cellScope), ...condition } })),
    fc
      .record({ channel: some(CHANNELS), state: some(['published', 'blocked', 'unpublished'] as const) })
      .map((publication) => ({ publication })),
    fc.record(PLACE).map((place) => ({ live: present(place) })),
    moments.map((createdAt) => ({ createdAt })),
    moments.map((updatedAt) => ({ updatedAt })),
    moments.map((effectiveUpdatedAt) => ({ effectiveUpdatedAt })),
    fc.record({ channel: some(CHANNELS) }),
    fc.record({ locale: some(LOCALES) }),
  ];
  const attributes = fc
    .array(anyAttributeCondition(structure), { minLength: 1, maxLength: 2 })
    .map((attributes): ProductFilter => ({ attributes }));
  const one = fc.oneof(
    { weight: 6, arbitrary: attributes },
    ...conditions.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return fc.tuple(one, fc.option(one, { freq: 2 })).map(([first, second]) => ({ ...second, ...first }));
}

/** Any filter that products may be asked for with: all properties, operators and types, in each other. */
export function arbitraryFilter(
  structure: CatalogueStructure,
  skus: readonly string[],
): fc.Arbitrary<ProductFilter> {
  const { filter } = fc.letrec<{ filter: ProductFilter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 3, arbitrary: anyConditions(structure, skus) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            anyConditions(structure, skus),
            fc.record(
              {
                and: fc.array(tie('filter'), { maxLength: 2 }),
                or: fc.array(tie('filter'), { maxLength: 3 }),
                not: tie('filter'),
              },
              { requiredKeys: [] },
            ),
          )
          .map(([own, inner]): ProductFilter => ({ ...own, ...inner })),
      },
    ),
  }));
  return filter;
}
