import { inOneList } from '../../language/in-one-list.ts';
import { localeName } from '../../language/locale-name.ts';
import { t } from '../../language/t.ts';
import type { ChannelVisibility } from './group-reasons.ts';

/** Maximum number of missing values that are listed by label. */
const NAMED = 6;

/**
 * Returns the values that a product misses to be published, and the channels:
 * `Incomplete for Web shop. Missing: GTIN, Title (German)`; null if it misses none.
 */
export function missingInWords(visibility: readonly ChannelVisibility[]): string | null {
  const found = visibility.flatMap(({ channel, lines }) =>
    lines.flatMap(({ reason: { code, blocks, attribute }, locales }) =>
      code === 'MISSING_VALUE' && blocks && attribute !== null
        ? [{ channel: channel.label, attribute: attribute.label, locales }]
        : [],
    ),
  );
  if (found.length === 0) return null;
  const names = new Set(
    found.map(({ attribute, locales }) =>
      locales === null
        ? attribute
        : `${attribute} (${inOneList(locales.map(({ code }) => localeName(code)))})`,
    ),
  );
  const list = [...names].slice(0, NAMED).join(', ');
  const count = names.size - NAMED;
  const channels = inOneList(new Set(found.map(({ channel }) => channel)));
  const missing =
    count <= 0 ? t('Missing: {list}', { list }) : t('Missing: {list} and {count} more', { list, count });
  return `${t('Incomplete for {channels}.', { channels })} ${missing}`;
}
