import type { ResultOf } from '../../../api/graphql.ts';
import { type ChannelVisibility, groupReasons } from '../../../catalogue/live/group-reasons.ts';
import type { VISIBILITY } from '../../../catalogue/live/live-documents.ts';
import { missingValuesMessage } from '../../../catalogue/live/missing-values-message.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';

type Visible = Pick<NonNullable<ResultOf<typeof VISIBILITY>['product']>, 'completeness' | 'visibility'>;

const namesOf = (channels: readonly ChannelVisibility[]) =>
  formatList(channels.map(({ channel }) => channel.label));

interface PublishCheck {
  readonly unsold: readonly ChannelVisibility[];
  readonly inactive: readonly ChannelVisibility[];
  readonly open: readonly ChannelVisibility[];
  /** Channels and locales where missing values keep it from being live. */
  readonly lacking: Visible['visibility'];
  /** Reasons why a product cannot be published, as sentences. */
  readonly refusals: readonly string[];
  /** A sentence that names the values it lacks in channels and locales; null if it lacks none. */
  readonly missing: string | null;
}

function toPublishCheck({ visibility }: Pick<Visible, 'visibility'>): PublishCheck {
  const groups = groupReasons(visibility);
  const has = (code: string) => (group: ChannelVisibility) =>
    group.lines.some(({ reason }) => reason.code === code);
  const unsold = groups.filter(has('NOT_SOLD'));
  const inactive = groups.filter((group) => has('INACTIVE_CHANNEL')(group) && !unsold.includes(group));
  const open = groups.filter((group) => !unsold.includes(group) && !inactive.includes(group));
  const [first] = groups;
  const above = first?.lines.find(({ reason }) => reason.code === 'PARENT_STATUS')?.reason.product;
  const missing = missingValuesMessage(open);
  const scopes = visibility.filter(({ channel }) =>
    open.some((group) => group.channel.code === channel.code),
  );
  const lacking = scopes.filter(({ reasons }) => lacksValues(reasons));
  const obstacles = [
    ...(first !== undefined && has('NO_ATTRIBUTE_SET')(first)
      ? [t('The product has no attribute set.')]
      : []),
    ...(above ? [t('{product} is not published.', { product: stripBrackets(above.label) })] : []),
    // With values missing in all of them the product would be live nowhere.
    ...(missing !== null && lacking.length === scopes.length ? [missing] : []),
  ];
  return { unsold, inactive, open, lacking, refusals: obstacles, missing };
}

/** Tells whether missing values keep a product from being live. */
const lacksValues = (reasons: Visible['visibility'][number]['reasons']): boolean =>
  reasons.some(({ code, blocks }) => code === 'MISSING_VALUE' && blocks);

/** A channel and locale, by their codes. */
export interface ChannelLocaleCodes {
  readonly channel: string;
  readonly locale: string;
}

/**
 * Returns the obstacle to publishing a product: missing values, with a channel and locale that lack some, or something
 * else that its reasons name; null for none.
 *
 * @param here comes first if values are missing there
 */
export function publishBlocker(
  product: Pick<Visible, 'visibility'>,
  here: ChannelLocaleCodes | null,
): { readonly lacksIn: ChannelLocaleCodes | null } | null {
  const { refusals, lacking } = toPublishCheck(product);
  if (refusals.length === 0) return null;
  const gapScopes = lacking.map(({ channel, locale }) => ({ channel: channel.code, locale: locale.code }));
  const isHere = (scope: ChannelLocaleCodes) =>
    scope.channel === here?.channel && scope.locale === here.locale;
  return { lacksIn: gapScopes.find(isHere) ?? gapScopes[0] ?? null };
}

/**
 * Returns the effects of publishing a product now, apart from the expected ones: a sentence each.
 *
 * @param incomplete sentence about channels in which it appears incomplete; null for none
 */
export function publishWarnings(
  { visibility }: Pick<Visible, 'visibility'>,
  incomplete: string | null,
): readonly string[] {
  const { unsold, inactive, refusals, missing } = toPublishCheck({ visibility });
  if (refusals.length > 0) return [t('It cannot be published yet.'), ...refusals];
  return [
    ...(unsold.length === 0
      ? []
      : [t('Not live in {channels}: not sold there.', { channels: namesOf(unsold) })]),
    ...(inactive.length === 0
      ? []
      : [t('Not live in {channels}: inactive.', { channels: namesOf(inactive) })]),
    ...(missing === null ? [] : [t('Not live everywhere yet.'), missing]),
    ...(incomplete === null ? [] : [incomplete]),
  ];
}
