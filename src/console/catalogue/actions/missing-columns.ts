import type { GridSchema } from '../columns/column-documents.ts';
import { type ColumnSpec, columnKey, serializeColumns } from '../columns/column-spec.ts';

/** A value that a product misses in a channel and locale. */
export interface MissingInScope {
  readonly channel: { readonly code: string };
  readonly locale: { readonly code: string };
  readonly missing: readonly string[];
}

/** Position of a missing value; channel and locale are set only if there is a value for each. */
export interface MissingValue {
  readonly attribute: string;
  readonly label: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** Returns the values that are missing, each once: one that all channels share is missing in all of them. */
export function missingValues(
  gaps: readonly MissingInScope[],
  { attributes }: GridSchema,
): readonly MissingValue[] {
  const missingByKey = new Map<string, MissingValue>();
  for (const { channel, locale, missing } of gaps) {
    for (const code of missing) {
      const attribute = attributes.find((one) => one.code === code);
      if (attribute === undefined) continue;
      const value = {
        attribute: code,
        label: attribute.label,
        channel: attribute.scopable ? channel.code : null,
        locale: attribute.localizable ? locale.code : null,
      };
      missingByKey.set([code, value.channel, value.locale].join(' '), value);
    }
  }
  return [...missingByKey.values()];
}

/** Returns the columns in which missing values can be typed, as the address of the grid stores them. */
export function serializeMissingColumns(
  values: readonly MissingValue[],
  page: { readonly channel: string; readonly locale: string },
): string {
  const addresses = values.map(
    ({ attribute, channel, locale }): ColumnSpec => ({
      code: attribute,
      ...(locale === null || locale === page.locale ? {} : { locale }),
      ...(channel === null || channel === page.channel ? {} : { channel }),
    }),
  );
  const distinct = new Map(addresses.map((address) => [columnKey(address), address]));
  return serializeColumns([...distinct.values(), { code: '.readiness' }]);
}
