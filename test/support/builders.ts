import type { JsonValue } from '../../src/kernel/json.ts';
import type { Session } from '../../src/kernel/session.ts';
import { type ProductItem, upsertProducts } from '../../src/modules/product/index.ts';
import type { CellWrite } from '../../src/modules/values/index.ts';
import type { TestOrganization } from './catalogue.ts';

/** A place and value to write: `cell('name', 'Jacke', { locale: 'de_DE' })`. */
export function cellWrite(
  attribute: string,
  value: JsonValue,
  scope: { readonly locale?: string; readonly channel?: string } = {},
): CellWrite {
  const { channel = null, locale = null } = scope;
  return { attribute, channel, locale, value, path: ['values', attribute] };
}

/** A product of the shop that stands alone. */
export function simpleProduct(sku: string, more: Partial<ProductItem> = {}): ProductItem {
  return { sku, attributeSet: 'accessories', values: [cellWrite('name', sku, { locale: 'en_US' })], ...more };
}

/** A model of the shop without anything below it. */
export function productModel(sku: string, more: Partial<ProductItem> = {}): ProductItem {
  return { sku, type: 'model', attributeSet: 'clothing', variantLayout: 'by_color_and_size', ...more };
}

/** A model directly below a model, told apart by its color. */
export function coloredModel(parent: string, color: string): ProductItem {
  return { sku: `${parent}-${color}`, parent, values: [cellWrite('color', color)] };
}

/** A variant below a colored model, told apart by its size. */
export function sizedVariant(parent: string, size: string): ProductItem {
  return {
    sku: `${parent}-${size}`,
    parent,
    values: [cellWrite('size', size), cellWrite('ean', `${parent}-${size}`)],
  };
}

/**
 * A whole family of the shop: a model, one model per color below it and one variant per size below each.
 * The variants are `<sku>-<color>-<size>`.
 */
export function productFamily(
  sku: string,
  of: { readonly colors: readonly string[]; readonly sizes: readonly string[] },
): ProductItem[] {
  const root = productModel(sku, {
    values: [cellWrite('name', sku, { locale: 'en_US' }), cellWrite('brand', 'Alpina')],
    categories: { set: ['clothes'] },
  });
  const below = of.colors.flatMap((color) => {
    const middle = coloredModel(sku, color);
    return [middle, ...of.sizes.map((size) => sizedVariant(middle.sku, size))];
  });
  return [root, ...below];
}

/** Writes products and fails loudly when a single one is refused; answers their UUIDs by SKU. */
export async function seedProducts(
  { runner, owner }: TestOrganization,
  items: readonly ProductItem[],
  session: Session = owner,
): Promise<ReadonlyMap<string, string>> {
  const input = { items, mode: 'upsert', errorPolicy: 'reject_all' } as const;
  const { output } = await runner.write(session, upsertProducts, input);
  return new Map(output.results.map(({ sku, id }) => [sku, id ?? '']));
}
