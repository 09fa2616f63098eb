import { formatList } from '../../i18n/format-list.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { type ColumnSpec, columnKey, serializeColumns } from '../columns/column-spec.ts';
import type { GapSchema } from './gap-schema.ts';

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

/** Returns what tells the positions of missing values apart. */
export const missingValueKey = ({
  attribute,
  channel,
  locale,
}: Pick<MissingValue, 'attribute' | 'channel' | 'locale'>): string => [attribute, channel, locale].join(' ');

/** Returns the values that are missing, each once: one that all channels share is missing in all of them. */
export function missingValues(
  gaps: readonly MissingInScope[],
  { attributes }: Pick<GapSchema, 'attributes'>,
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
      missingByKey.set(missingValueKey(value), value);
    }
  }
  return [...missingByKey.values()];
}

/** Maximum number of missing values that are listed by label. */
const MAX_NAMED = 6;

/** Returns `Missing: Title (German (Germany)), Weight and 2 more`. */
export function missingValuesText(
  missing: readonly MissingValue[],
  { channels }: { readonly channels: readonly { readonly code: string; readonly label: string }[] },
): string {
  const names = missing.slice(0, MAX_NAMED).map(({ label, channel, locale }) => {
    const scope = [
      locale === null ? '' : localeName(locale),
      channels.find(({ code }) => code === channel)?.label ?? channel ?? '',
    ]
      .filter((part) => part !== '')
      .join(', ');
    return scope === '' ? label : `${label} (${scope})`;
  });
  const list = names.join(', ');
  const rest = missing.length - names.length;
  return rest === 0
    ? t('Missing: {list}', { list })
    : t('Missing: {list} and {count} more', { list, count: rest });
}

/** Returns the labels of the channels in which something is missing: `Web shop and Print`. */
export const gapChannels = (gaps: readonly MissingInScope[], { channels }: GapSchema): string =>
  formatList(
    channels
      .filter(({ code }) => gaps.some((gap) => gap.channel.code === code && gap.missing.length > 0))
      .map(({ label }) => label),
  );

/** Returns what is missing where products appear although they are incomplete: channels without a publishing rule. */
export const unguardedGaps = <Gap extends MissingInScope>(
  gaps: readonly Gap[],
  { channels }: GapSchema,
): readonly Gap[] =>
  gaps.filter(
    ({ channel, missing }) =>
      missing.length > 0 &&
      channels.some(({ code, publishGuard }) => code === channel.code && publishGuard === 'NONE'),
  );

/** Returns `Incomplete for Web shop. Missing: Title, Price` where products appear although they are; null for none. */
export function unguardedGapsText(gaps: readonly MissingInScope[], schema: GapSchema): string | null {
  const open = unguardedGaps(gaps, schema);
  return open.length === 0
    ? null
    : `${t('Incomplete for {channels}.', { channels: gapChannels(open, schema) })} ${missingValuesText(missingValues(open, schema), schema)}`;
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
