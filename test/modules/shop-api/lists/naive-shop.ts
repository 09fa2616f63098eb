import fc from 'fast-check';
import type { ProductItem } from '../../../../src/modules/product/index.ts';
import type { Storefront } from '../../../../src/modules/storefront/index.ts';
import { newId } from '../../../../src/platform/new-id.ts';
import { cellWrite } from '../../../support/builders.ts';

/** A product of the shop as plain data, values of the models above it included. */
export interface PlainProduct {
  readonly sku: string;
  readonly type: 'simple' | 'model' | 'variant';
  readonly set: 'clothing' | 'accessories';
  readonly isLive: boolean;
  /** SKU of the family, its own of a simple product. */
  readonly family: string;
  /** The value that makes it one item by its first axis; its SKU of a simple product. */
  readonly firstAxis: string;
  readonly values: PlainValues;
  readonly categories: readonly string[];
}

export interface PlainValues {
  readonly name?: string;
  readonly color?: string;
  readonly materials?: readonly string[];
  readonly stock?: number;
  /** In dollars. */
  readonly price?: number;
  readonly washable?: boolean;
}

export const COLORS = ['red', 'blue', 'green'] as const;
export const MATERIALS = ['wood', 'glass', 'steel', 'paper'] as const;
export const NAMES = ['Trail lamp', 'Große Lampe', 'Étagère', 'lamp 50%', 'Wren'] as const;
const CATEGORIES = ['clothes', 'sale', 'coats'] as const;
/** What stands above each. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  clothes: ['clothes'],
  coats: ['clothes', 'coats'],
  sale: ['sale'],
};

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 4 });

const values: fc.Arbitrary<PlainValues> = fc.record({
  name: maybe(some(NAMES)),
  materials: maybe(fc.subarray([...MATERIALS], { minLength: 1 })),
  stock: maybe(fc.integer({ min: 0, max: 30 })),
  price: maybe(some([1, 5, 9.5, 10, 250])),
  washable: maybe(fc.boolean()),
}) as fc.Arbitrary<PlainValues>;
const own = fc.record({
  values,
  color: maybe(some(COLORS)),
  status: some(['published', 'published', 'published', 'draft'] as const),
  categories: fc.subarray([...CATEGORIES]),
});
const variant = fc.record({ values, status: some(['published', 'published', 'draft'] as const) });
const family = fc.record({
  model: own,
  colors: fc.subarray([...COLORS], { minLength: 1 }),
  sizes: fc.subarray(['s', 'm', 'l'], { minLength: 1 }),
  below: fc.array(variant, { minLength: 9, maxLength: 9 }),
});

/** Products with what they are written by. */
export interface PlainShop {
  readonly items: readonly ProductItem[];
  readonly products: readonly PlainProduct[];
}

/** A random shop: simple products and families of colors and sizes, live or not. */
export function randomShop(seed: number): PlainShop {
  const items: ProductItem[] = [];
  const products: PlainProduct[] = [];
  const add = (item: ProductItem, product: PlainProduct) => {
    items.push(item);
    products.push(product);
  };
  const [simples = [], families = []] = [
    fc.sample(own, { numRuns: 25, seed }),
    fc.sample(family, { numRuns: 8, seed }),
  ];
  for (const [index, { values: plain, color, status, categories }] of simples.entries()) {
    const sku = `S-${String(index).padStart(2, '0')}`;
    const all = { ...plain, ...(color && { color }) };
    add(
      { sku, attributeSet: 'accessories', status, categories: { set: categories }, values: cellsOf(all) },
      {
        sku,
        type: 'simple',
        set: 'accessories',
        family: sku,
        firstAxis: sku,
        values: all,
        isLive: status === 'published',
        categories: closure(categories),
      },
    );
  }
  for (const [index, { model, colors, sizes, below }] of families.entries()) {
    const sku = `F-${index}`;
    const isPublished = model.status === 'published';
    const common = { set: 'clothing', family: sku, categories: closure(model.categories) } as const;
    add(
      {
        sku,
        type: 'model',
        attributeSet: 'clothing',
        variantLayout: 'by_color_and_size',
        status: model.status,
        categories: { set: model.categories },
        values: cellsOf(model.values),
      },
      { ...common, sku, type: 'model', isLive: isPublished, firstAxis: '', values: model.values },
    );
    for (const [at, color] of colors.entries()) {
      const colored = `${sku}-${color}`;
      add(
        { sku: colored, parent: sku, status: model.status, values: [cellWrite('color', color)] },
        {
          ...common,
          sku: colored,
          type: 'model',
          isLive: isPublished,
          firstAxis: color,
          values: { ...model.values, color },
        },
      );
      for (const [place, size] of sizes.entries()) {
        const found = below[at * 3 + place];
        if (found === undefined) continue;
        const its = { ...found.values };
        add(
          {
            sku: `${colored}-${size}`,
            parent: colored,
            status: isPublished ? found.status : 'draft',
            values: [...cellsOf(its), cellWrite('size', size)],
          },
          {
            ...common,
            sku: `${colored}-${size}`,
            type: 'variant',
            firstAxis: color,
            isLive: isPublished && found.status === 'published',
            values: { ...model.values, ...defined(its), color },
          },
        );
      }
    }
  }
  return { items, products };
}

const defined = <Of extends object>(record: Of): Of =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Of;

const closure = (categories: readonly string[]) => [
  ...new Set(categories.flatMap((code) => ABOVE[code] ?? [])),
];

const cellsOf = ({ name, color, materials, stock, price, washable }: PlainValues) => [
  ...(name === undefined ? [] : [cellWrite('name', name, { locale: 'en_US' })]),
  ...(color === undefined ? [] : [cellWrite('color', color)]),
  ...(materials === undefined ? [] : [cellWrite('materials', materials)]),
  ...(stock === undefined ? [] : [cellWrite('stock', stock)]),
  ...(price === undefined ? [] : [cellWrite('price', [{ amount: String(price), currency: 'USD' }])]),
  ...(washable === undefined ? [] : [cellWrite('washable', washable)]),
];

/** Conditions in the words of the schema. */
export interface PlainFilter {
  readonly and?: readonly PlainFilter[];
  readonly or?: readonly PlainFilter[];
  readonly not?: PlainFilter;
  readonly sku?: PlainOperands;
  readonly color?: PlainOperands;
  readonly materials?: PlainOperands;
  readonly stock?: PlainOperands;
  readonly price?: PlainOperands;
  readonly name?: PlainOperands;
  readonly washable?: boolean;
}
export interface PlainOperands {
  readonly eq?: string;
  readonly in?: readonly string[];
  readonly nin?: readonly string[];
  readonly allOf?: readonly string[];
  readonly startsWith?: string;
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
  readonly exists?: boolean;
}

/** Whether a product matches, by the plain meaning of the words. */
export function matches(product: PlainProduct, filter: PlainFilter): boolean {
  const { and = [], or, not, sku, washable, ...conditions } = filter;
  return (
    and.every((one) => matches(product, one)) &&
    (or === undefined || or.some((one) => matches(product, one))) &&
    (not === undefined || !matches(product, not)) &&
    (sku === undefined || holds(product.sku, sku)) &&
    (washable === undefined || product.values.washable === washable) &&
    Object.entries(conditions).every(
      ([name, operands]) =>
        operands === undefined || holds(product.values[name as keyof PlainValues], operands as PlainOperands),
    )
  );
}

const fold = (text: string) =>
  text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

function holds(value: unknown, operands: PlainOperands): boolean {
  const { eq, in: among, nin, allOf, startsWith, exists, ...bounds } = operands;
  const texts = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) =>
    fold(String(one)),
  );
  const isOne = (wanted: string) => texts.includes(fold(wanted));
  const compare = Object.entries({
    gt: (bound: number) => Number(value) > bound,
    gte: (bound: number) => Number(value) >= bound,
    lt: (bound: number) => Number(value) < bound,
    lte: (bound: number) => Number(value) <= bound,
  });
  return (
    (eq === undefined || isOne(eq)) &&
    (among === undefined || among.some(isOne)) &&
    (nin === undefined || !nin.some(isOne)) &&
    (allOf === undefined || allOf.every(isOne)) &&
    (startsWith === undefined || texts.some((text) => text.startsWith(fold(startsWith)))) &&
    (exists === undefined || exists === texts.length > 0) &&
    compare.every(([key, test]) => {
      const bound = bounds[key as keyof typeof bounds];
      return bound === undefined || (value !== undefined && test(Number(bound)));
    })
  );
}

const codes = (all: readonly string[]) => fc.subarray([...all], { minLength: 1, maxLength: 2 });
const coded = (all: readonly string[]): fc.Arbitrary<PlainOperands> =>
  fc.oneof(
    codes(all).map((list) => ({ in: list })),
    codes(all).map((list) => ({ nin: list })),
    codes(all).map((list) => ({ allOf: list })),
    fc.boolean().map((exists) => ({ exists })),
  );
const compared = (numbers: readonly string[], hasEq: boolean): fc.Arbitrary<PlainOperands> =>
  fc.oneof(
    ...(hasEq ? [some(numbers).map((eq) => ({ eq }))] : []),
    fc.tuple(some(['gt', 'gte'] as const), some(numbers)).map(([key, bound]) => ({ [key]: bound })),
    fc.tuple(some(numbers), some(numbers)).map(([gte, lt]) => ({ gte, lt })),
    some(numbers).map((lte) => ({ lte })),
    fc.boolean().map((exists) => ({ exists })),
  );
const condition: fc.Arbitrary<PlainFilter> = fc.oneof(
  coded(COLORS).map((color) => ({ color })),
  coded(MATERIALS).map((materials) => ({ materials })),
  compared(['0', '7', '15', '29.5'], true).map((stock) => ({ stock })),
  compared(['1', '9.50', '10', '100'], false).map((price) => ({ price })),
  fc.boolean().map((washable) => ({ washable })),
  some(NAMES).map((eq) => ({ name: { eq } })),
  some(['tr', 'gross', 'eta', 'x']).map((startsWith) => ({ name: { startsWith } })),
  some(['S-', 'F-1', 's-0']).map((startsWith) => ({ sku: { startsWith } })),
);
/** Any filter of the set `clothing` or, without `name` and `color`, of both. */
export const anyFilter: fc.Arbitrary<PlainFilter> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: condition },
  { weight: 1, arbitrary: condition.map((not) => ({ not })) },
  { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 3 }).map((or) => ({ or })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(condition, fc.array(condition, { maxLength: 2 }))
      .map(([one, and]) => ({ ...one, and })),
  },
);

export type Show = 'FAMILY' | 'FIRST_AXIS' | 'VARIANT';

/** The item of a list that a product stands for. */
export function itemOf({ sku, type, family, firstAxis }: PlainProduct, show: Show): string {
  if (type === 'simple' || show === 'VARIANT') return sku;
  return show === 'FAMILY' ? family : `${family}-${firstAxis}`;
}

export interface PlainRefinement {
  readonly facet: string;
  readonly values?: readonly string[];
  readonly min?: string;
  readonly max?: string;
  readonly below?: string;
}

/** Whether a product has one of the values, or is in the range. */
export function refines(
  product: PlainProduct,
  { facet, values: wanted = [], min, max, below }: PlainRefinement,
): boolean {
  if (facet === 'categories') return wanted.some((code) => product.categories.includes(code));
  const value = product.values[facet as keyof PlainValues];
  if (value === undefined) return false;
  if (typeof value !== 'number') {
    const own = Array.isArray(value) ? value : [String(value)];
    return wanted.some((code) => own.includes(code));
  }
  return (
    (min === undefined || value >= Number(min)) &&
    (max === undefined || value <= Number(max)) &&
    (below === undefined || value < Number(below))
  );
}

/** A storefront of the channel `print` that shows all but sizes. */
export const storefrontOf = (organizationId: string): Storefront => ({
  id: newId(),
  organizationId,
  version: 1,
  code: 'shop',
  labels: {},
  channel: 'print',
  locales: ['en_US'],
  currencies: ['USD'],
  attributes: ['name', 'color', 'materials', 'stock', 'price', 'washable'],
  entityTypes: [],
  associationTypes: [],
  externalSystems: [],
  facets: ['categories', 'color', 'materials', 'stock', 'price', 'washable'],
  categoryFacets: {},
  previewUrl: null,
  active: true,
});
