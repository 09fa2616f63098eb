import { t } from '../../language/t.ts';
import type { Product, Value } from './product-documents.ts';

/** One attribute of a product in a channel and locale. */
export interface ShownValue {
  readonly code: string;
  readonly label: string;
  /** Empty without a value. */
  readonly text: string;
  /** `missing`: required by the channel, but without a value; `empty`: optional and without a value. */
  readonly origin: 'own' | 'inherited' | 'fallback' | 'missing' | 'empty';
}

export interface ValueGroup {
  readonly title: string;
  readonly rows: readonly ShownValue[];
}

const ORIGINS = { OWN: 'own', INHERITED: 'inherited', FALLBACK: 'fallback' } as const;
const NO_GROUP = t('Other attributes');

/** All attributes of the set by group, with or without values, and values outside the set. */
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
    add(t('Not in the attribute set'), { ...attribute, text: display, origin: ORIGINS[source] });
  }
  return [...groups].map(([title, rows]) => ({ title, rows }));
}
