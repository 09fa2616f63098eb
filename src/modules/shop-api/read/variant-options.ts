import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { canonicalJson, type JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { variantLayoutOf } from '../../product/index.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { attributeValue, type ShopProduct, variantsOf } from '../shop-product.ts';

/** A value of an axis as shoppers choose it. */
export interface SelectedOption {
  /** The field of the axis. */
  readonly axis: string;
  /** The code of its option, or its value as a text. */
  readonly value: string;
}

/**
 * Returns the exposed attributes that tell the variants of a family apart, outer level first; none for simple products.
 */
export function axesOf({ view, set }: ShopProduct): readonly ExposedAttribute[] {
  const codes = variantLayoutOf(view)?.levels.flatMap(({ axes }) => axes) ?? [];
  return codes.flatMap((code) => set.attributes.find((one) => foldKey(one.code) === foldKey(code)) ?? []);
}

/** Returns the text by which a value of an axis is named. */
export function optionValue(value: JsonValue): string {
  if (value !== null && typeof value === 'object' && 'unit' in value) return `${value.amount} ${value.unit}`;
  return typeof value === 'string' ? value : canonicalJson(value);
}

/** @throws RequestError `invalid-parameter` for an axis that the family does not have */
function checkAxes(axes: readonly ExposedAttribute[], selected: readonly SelectedOption[]): void {
  const names = axes.map(({ name }) => name);
  const stray = selected.find(({ axis }) => !names.includes(axis));
  if (stray === undefined) return;
  const suggestions = suggest(stray.axis, names);
  const message = withSuggestions(localized('variant-axis-unknown', { axis: stray.axis }), suggestions);
  throw new RequestError('invalid-parameter', message, { parameter: 'options', suggestions });
}

/** Returns the values of a variant, or of a model within the family, by the axes of the family. */
export function selectedOptionsOf(
  product: ShopProduct,
  family: ShopProduct,
  context: ShopContext,
): readonly SelectedOption[] {
  return axesOf(family).flatMap(({ code, name }) => {
    const value = attributeValue(product, code, context);
    return value === null ? [] : [{ axis: name, value: optionValue(value) }];
  });
}

/** Counts the selected values that a variant has. */
function commonOptions(
  variant: ShopProduct,
  selected: readonly SelectedOption[],
  context: ShopContext,
): number {
  const own = selectedOptionsOf(variant, variant, context);
  return selected.filter(({ axis, value }) => own.some((one) => one.axis === axis && one.value === value))
    .length;
}

/** Returns the first of the variants that has most of the selected values. */
export function closestVariant(
  variants: readonly ShopProduct[],
  selected: readonly SelectedOption[],
  context: ShopContext,
): ShopProduct | null {
  const common = variants.map((variant) => commonOptions(variant, selected, context));
  return variants[common.indexOf(Math.max(...common))] ?? null;
}

/** Returns the visible variants of a family that have all of the selected values. */
export async function variantsWith(
  family: ShopProduct,
  selected: readonly SelectedOption[],
  context: ShopContext,
): Promise<readonly ShopProduct[]> {
  const axes = axesOf(family);
  checkAxes(axes, selected);
  const variants = await variantsOf(family, context);
  return variants.filter((variant) => commonOptions(variant, selected, context) === selected.length);
}

/** Returns the values of an axis that visible variants have, each once. */
export async function valuesOfAxis(
  family: ShopProduct,
  { code }: ExposedAttribute,
  context: ShopContext,
): Promise<readonly JsonValue[]> {
  const variants = await variantsOf(family, context);
  const values = new Map<string, JsonValue>();
  for (const variant of variants) {
    const value = attributeValue(variant, code, context);
    if (value !== null) values.set(optionValue(value), value);
  }
  return [...values.values()];
}
