import type { ResultOf } from '../../../api/graphql.ts';
import { type ChannelVisibility, groupReasons } from '../../../catalogue/live/group-reasons.ts';
import type { VISIBILITY } from '../../../catalogue/live/live-documents.ts';
import { missingInWords } from '../../../catalogue/live/missing-words.ts';
import { inOneList } from '../../../language/in-one-list.ts';
import { t } from '../../../language/t.ts';
import { plainLabel } from '../../../ui/labels/plain-label.ts';

type Visible = Pick<NonNullable<ResultOf<typeof VISIBILITY>['product']>, 'completeness' | 'visibility'>;

const namesOf = (channels: readonly ChannelVisibility[]) =>
  inOneList(channels.map(({ channel }) => channel.label));

interface Outlook {
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

function outlookOf({ visibility }: Pick<Visible, 'visibility'>): Outlook {
  const groups = groupReasons(visibility);
  const has = (code: string) => (group: ChannelVisibility) =>
    group.lines.some(({ reason }) => reason.code === code);
  const unsold = groups.filter(has('NOT_SOLD'));
  const inactive = groups.filter((group) => has('INACTIVE_CHANNEL')(group) && !unsold.includes(group));
  const open = groups.filter((group) => !unsold.includes(group) && !inactive.includes(group));
  const [first] = groups;
  const above = first?.lines.find(({ reason }) => reason.code === 'PARENT_STATUS')?.reason.product;
  const missing = missingInWords(open);
  const scopes = visibility.filter(({ channel }) =>
    open.some((group) => group.channel.code === channel.code),
  );
  const lacking = scopes.filter(({ reasons }) => lacksValues(reasons));
  const refusals = [
    ...(first !== undefined && has('NO_ATTRIBUTE_SET')(first)
      ? [t('The product has no attribute set.')]
      : []),
    ...(above ? [t('{product} is not published.', { product: plainLabel(above.label) })] : []),
    // With values missing in all of them the product would be live nowhere.
    ...(missing !== null && lacking.length === scopes.length ? [missing] : []),
  ];
  return { unsold, inactive, open, lacking, refusals, missing };
}

/** Tells whether missing values keep a product from being live. */
const lacksValues = (reasons: Visible['visibility'][number]['reasons']): boolean =>
  reasons.some(({ code, blocks }) => code === 'MISSING_VALUE' && blocks);

/** A channel and locale, by their codes. */
export interface Place {
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
  here: Place | null,
): { readonly lacksIn: Place | null } | null {
  const { refusals, lacking } = outlookOf(product);
  if (refusals.length === 0) return null;
  const places = lacking.map(({ channel, locale }) => ({ channel: channel.code, locale: locale.code }));
  const isHere = (place: Place) => place.channel === here?.channel && place.locale === here.locale;
  return { lacksIn: places.find(isHere) ?? places[0] ?? null };
}

/** Returns the effects of publishing a product now, apart from the expected ones: a sentence each. */
export function outlookInWords({ completeness, visibility }: Visible): readonly string[] {
  const { unsold, inactive, open, refusals, missing } = outlookOf({ visibility });
  if (refusals.length > 0) return [t('It cannot be published yet.'), ...refusals];
  const incomplete = open.filter(
    ({ channel, lines }) =>
      !lacksValues(lines.map(({ reason }) => reason)) &&
      completeness.some((one) => one.channel.code === channel.code && one.missing.length > 0),
  );
  return [
    ...(unsold.length === 0
      ? []
      : [t('Not live in {channels}: not sold there.', { channels: namesOf(unsold) })]),
    ...(inactive.length === 0
      ? []
      : [t('Not live in {channels}: inactive.', { channels: namesOf(inactive) })]),
    ...(missing === null ? [] : [t('Not live everywhere yet.'), missing]),
    ...(incomplete.length === 0 ? [] : [t('Incomplete for {channels}.', { channels: namesOf(incomplete) })]),
  ];
}
