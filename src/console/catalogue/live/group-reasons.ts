import type { ResultOf } from '../../api/graphql.ts';
import type { VISIBILITY } from './live-documents.ts';

type Visibility = NonNullable<ResultOf<typeof VISIBILITY>['product']>['visibility'][number];
export type Reason = Visibility['reasons'][number];
type Locale = Visibility['locale'];

/** One reason in a channel, with the locales it holds in. */
export interface ChannelReason {
  readonly key: string;
  readonly reason: Reason;
  /** It is null for all locales of the channel. */
  readonly locales: readonly Locale[] | null;
}

/** State of a product in a channel: the locales where it is live, and the reasons why it is not elsewhere. */
export interface ChannelVisibility {
  readonly channel: Visibility['channel'];
  readonly live: readonly Locale[];
  readonly notLive: readonly Locale[];
  readonly lines: readonly ChannelReason[];
}

const keyOf = ({ code, attribute, product, category }: Reason): string =>
  [code, attribute?.code, product?.sku, category?.code].filter((part) => part !== undefined).join(' ');

/** Reasons that hold for the product as a whole, whatever the channel. */
const PRODUCT_REASONS: ReadonlySet<string> = new Set([
  'STATUS',
  'PARENT_STATUS',
  'NO_ATTRIBUTE_SET',
  'PENDING',
]);

/** Returns the reasons of the product as a whole, each once, and what differs by channel. */
export function splitReasons(groups: readonly ChannelVisibility[]): {
  readonly common: readonly { readonly line: ChannelReason; readonly group: ChannelVisibility }[];
  readonly byChannel: readonly ChannelVisibility[];
} {
  const isCommon = ({ reason, locales }: ChannelReason) =>
    PRODUCT_REASONS.has(reason.code) && locales === null;
  const commonLines = groups.flatMap((group) =>
    group.lines.filter(isCommon).map((line) => ({ line, group })),
  );
  return {
    common: [...Map.groupBy(commonLines, ({ line }) => line.key).values()].flatMap((same) =>
      same.slice(0, 1),
    ),
    byChannel: groups.map((group) => ({ ...group, lines: group.lines.filter((line) => !isCommon(line)) })),
  };
}

/** Returns the visibility by channel; a reason that holds in several locales is listed once, those that block first. */
export function groupReasons(visibility: readonly Visibility[]): readonly ChannelVisibility[] {
  const byChannel = Map.groupBy(visibility, ({ channel }) => channel.code);
  return [...byChannel.values()].flatMap((scopes) => {
    const [first] = scopes;
    if (first === undefined) return [];
    const reasons = scopes.flatMap(({ locale, reasons: own }) => own.map((reason) => ({ locale, reason })));
    const lines = [...Map.groupBy(reasons, ({ reason }) => keyOf(reason))].flatMap(([key, found]) => {
      const [one] = found;
      if (one === undefined) return [];
      const locales = found.length === scopes.length ? null : found.map(({ locale }) => locale);
      return [{ key, reason: one.reason, locales }];
    });
    return [
      {
        channel: first.channel,
        live: scopes.filter(({ live }) => live).map(({ locale }) => locale),
        notLive: scopes.filter(({ live }) => !live).map(({ locale }) => locale),
        lines: [...lines].sort((a, b) => Number(b.reason.blocks) - Number(a.reason.blocks)),
      },
    ];
  });
}
