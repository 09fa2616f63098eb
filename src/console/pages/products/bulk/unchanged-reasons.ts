import type { ProductEdit } from '../../../catalogue/actions/change-products.ts';
import { t } from '../../../i18n/translate.ts';

/** Reason why a product stays as it is. */
export type UnchangedReason = 'same' | 'empty' | 'not found' | 'filled' | 'not copied';

export interface UnchangedCount {
  readonly reason: UnchangedReason;
  readonly count: number;
}

interface StoredValue {
  readonly channel: string | null;
  readonly locale: string | null;
  readonly source: string;
  readonly json: unknown;
  readonly attribute: { readonly code: string };
}

/**
 * Counts the reasons why products stay as they are, the most frequent first; empty where an edit has several parts.
 *
 * @param unchanged the values of the adjusted attributes, for each product that stays
 */
export function countUnchangedReasons(
  edit: ProductEdit,
  unchanged: readonly (readonly StoredValue[])[],
): readonly UnchangedCount[] {
  const { adjust = [], ...patch } = edit;
  const [only, ...others] = adjust;
  const isPatch = Object.keys(patch).length > 0;
  if (others.length > 0 || (isPatch && only !== undefined)) return [];
  const byReason = Map.groupBy(unchanged, (values) =>
    only === undefined ? 'same' : unchangedReason(only, values),
  );
  return [...byReason]
    .map(([reason, { length }]) => ({ reason, count: length }))
    .toSorted((one, other) => other.count - one.count);
}

function unchangedReason(
  adjustment: NonNullable<ProductEdit['adjust']>[number],
  values: readonly StoredValue[],
): UnchangedReason {
  const { attribute, channel = null, locale = null, currency, fill, copyFrom, replace } = adjustment;
  const isInCurrency = (json: unknown) =>
    !currency || (Array.isArray(json) && json.some((price) => price.currency === currency));
  if (fill !== undefined && fill !== null) return 'filled';
  if (copyFrom) return 'not copied';
  const hasOwn = values.some(
    (value) =>
      value.attribute.code === attribute &&
      value.source === 'OWN' &&
      value.channel === channel &&
      value.locale === locale &&
      isInCurrency(value.json),
  );
  if (!hasOwn) return 'empty';
  return replace ? 'not found' : 'same';
}

/** Returns the reasons as text: `2 have no value of their own`. */
export function unchangedReasonLabel({ reason, count }: UnchangedCount): string {
  switch (reason) {
    case 'same':
      return t('{count, plural, one {# has this already} other {# have this already}}', { count });
    case 'empty':
      return t('{count, plural, one {# has no value of its own} other {# have no value of their own}}', {
        count,
      });
    case 'not found':
      return t('{count, plural, one {# does not contain the text} other {# do not contain the text}}', {
        count,
      });
    case 'filled':
      return t('{count, plural, one {# has a value already} other {# have a value already}}', { count });
    case 'not copied':
      return t(
        '{count, plural, one {# has nothing to copy, or a value already} other {# have nothing to copy, or a value already}}',
        { count },
      );
  }
}
