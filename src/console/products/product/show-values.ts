import type { Product, Value } from './product-documents.ts';

/** One attribute as a product page shows it for a channel and a language. */
export interface ShownValue {
  readonly code: string;
  readonly label: string;
  /** Empty where there is no value. */
  readonly text: string;
  /** `missing` is required by the channel and absent, `empty` merely absent. */
  readonly origin: 'own' | 'inherited' | 'fallback' | 'missing' | 'empty';
}

export interface ValueGroup {
  readonly title: string;
  readonly rows: readonly ShownValue[];
}

const ORIGINS = { OWN: 'own', INHERITED: 'inherited', FALLBACK: 'fallback' } as const;
const NO_GROUP = 'Other values';

/** All attributes of the set in their groups, those without a value too, and values that stand outside the set. */
export function showValues(
  product: Product,
  values: readonly Value[],
  channel: string,
  locale: string,
): readonly ValueGroup[] {
  const byCode = new Map(values.map((value) => [value.attribute.code, value]));
  const completeness = product.completeness.find(
    (row) => row.channel.code === channel && row.locale.code === locale,
  );
  const missing = new Set(completeness?.missing ?? []);
  const groups = new Map<string, ShownValue[]>();
  const add = (title: string, row: ShownValue) => groups.set(title, [...(groups.get(title) ?? []), row]);
  for (const { attribute, group } of product.attributeSet?.attributes ?? []) {
    const value = byCode.get(attribute.code);
    byCode.delete(attribute.code);
    add(group?.label ?? NO_GROUP, {
      code: attribute.code,
      label: attribute.label,
      text: value?.display ?? '',
      origin:
        value === undefined ? (missing.has(attribute.code) ? 'missing' : 'empty') : ORIGINS[value.source],
    });
  }
  for (const { attribute, display, source } of byCode.values()) {
    add('Outside the set', { ...attribute, text: display, origin: ORIGINS[source] });
  }
  return [...groups].map(([title, rows]) => ({ title, rows }));
}
