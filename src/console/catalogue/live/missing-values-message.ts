import { formatList } from '../../i18n/format-list.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import type { ChannelVisibility } from './group-reasons.ts';

/** Maximum number of missing values that are listed by label. */
const MAX_NAMED = 6;

/**
 * Returns the values that a product misses to be published, and the channels:
 * `Incomplete for Web shop. Missing: GTIN, Title (German)`; null if it misses none.
 */
export function missingValuesMessage(visibility: readonly ChannelVisibility[]): string | null {
  const missingValues = visibility.flatMap(({ channel, lines }) =>
    lines.flatMap(({ reason: { code, blocks, attribute }, locales }) =>
      code === 'MISSING_VALUE' && blocks && attribute !== null
        ? [{ channel: channel.label, attribute: attribute.label, locales }]
        : [],
    ),
  );
  if (missingValues.length === 0) return null;
  const names = new Set(
    missingValues.map(({ attribute, locales }) =>
      locales === null
        ? attribute
        : `${attribute} (${formatList(locales.map(({ code }) => localeName(code)))})`,
    ),
  );
  const list = [...names].slice(0, MAX_NAMED).join(', ');
  const count = names.size - MAX_NAMED;
  const channels = formatList(new Set(missingValues.map(({ channel }) => channel)));
  const missing =
    count <= 0 ? t('Missing: {list}', { list }) : t('Missing: {list} and {count} more', { list, count });
  return `${t('Incomplete for {channels}.', { channels })} ${missing}`;
}
