import type { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { PROBLEM, settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { localeName } from '../../language/locale-name.ts';
import { t } from '../../language/t.ts';
import { type Effect, effectLines } from './effect-lines.ts';

const LIVE_CHANGES = graphql(`
  fragment ChannelLiveChanges on ChannelPayload {
    channel { code liveChanges { complete changes { channel locale entering leaving } } }
  }
`);

const UPDATE = graphql(
  `
  mutation ChannelEffect($code: String!, $input: UpdateChannelInput!) {
    updateChannel(code: $code, input: $input, dryRun: true) {
      __typename
      ...ChannelLiveChanges
      ...ProblemParts
    }
  }
`,
  [LIVE_CHANGES, PROBLEM],
);

const CREATE = graphql(
  `
  mutation NewChannelEffect($input: CreateChannelInput!) {
    createChannel(input: $input, dryRun: true) {
      __typename
      ...ChannelLiveChanges
      ...ProblemParts
    }
  }
`,
  [LIVE_CHANGES, PROBLEM],
);

const LIVE = graphql(`
  query LiveInChannel($channel: String!) {
    products(first: 1, filter: { live: { channel: $channel } }) { totalCount }
  }
`);

/** The settings of a channel that decide where products are live. */
export type ChannelSettings = Required<
  Pick<VariablesOf<typeof UPDATE>['input'], 'locales' | 'currencies' | 'active' | 'publishGuard'>
>;

/**
 * How many products would become live, and how many would leave, by settings that are not saved. Nothing is stored.
 *
 * @param stored the code of the channel; null for a new one, with its code in `code`
 */
export const channelEffectQuery = (stored: string | null, code: string, input: ChannelSettings) => ({
  queryKey: ['channel effect', stored, code, input],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Effect> => {
    const of = (channel: ResultOf<typeof LIVE_CHANGES>['channel'], live: number): Effect => ({
      changes: (channel.liveChanges?.changes ?? []).filter((change) => change.channel === channel.code),
      isComplete: channel.liveChanges?.complete ?? true,
      live,
    });
    if (stored === null) {
      const { createChannel } = await request(CREATE, { input: { code, ...input } }, signal);
      return of(settled(createChannel).channel, 0);
    }
    const [{ updateChannel }, { products }] = await Promise.all([
      request(UPDATE, { code: stored, input }, signal),
      request(LIVE, { channel: stored }, signal),
    ]);
    return of(settled(updateChannel).channel, products.totalCount ?? 0);
  },
  gcTime: 0,
  retry: false,
});

/** Shows how a change of a channel would move its products, before it is saved. */
export function ChannelEffect(props: {
  readonly effect: ReturnType<typeof useQuery<Effect>>;
  /** The locales before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}) {
  const { effect, before, after } = props;
  if (effect.data === undefined)
    return effect.isError ? null : (
      <p className="effect quiet" role="status">
        {t('Counting the products that this changes…')}
      </p>
    );
  return (
    <section className="effect" role="status" aria-label={t('Effect on products')}>
      <ul className="plain-list">
        {effectLines(effect.data, before, after).map(({ kind, locale, count }) => (
          <li key={`${kind} ${locale}`} data-kind={kind}>
            {kind === 'leaves'
              ? t('{count, plural, one {# product leaves} other {# products leave}} {locale}.', {
                  count,
                  locale: localeName(locale),
                })
              : kind === 'enters'
                ? t('{count, plural, one {# product becomes} other {# products become}} live in {locale}.', {
                    count,
                    locale: localeName(locale),
                  })
                : kind === 'misses'
                  ? t('{count, plural, one {# product} other {# products}} will not be live in {locale}.', {
                      count,
                      locale: localeName(locale),
                    })
                  : t('No product becomes live, and none leaves.')}
          </li>
        ))}
      </ul>
      {effect.data.isComplete ? null : (
        <p className="quiet">{t('There are more than 10,000 products: further ones are not counted.')}</p>
      )}
    </section>
  );
}
