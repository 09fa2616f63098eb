import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { formatList } from '../../i18n/format-list.ts';
import { t } from '../../i18n/translate.ts';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { confirmAction } from '../../ui/messages/confirm.tsx';
import type { ProductSelection } from './change-products.ts';

const DELETION = graphql(`
  query Deletion(
    $all: ProductFilter!
    $live: ProductFilter!
    $models: ProductFilter!
    $channel: String
    $locale: String
    $words: String
  ) {
    all: products(first: 1, filter: $all) { nodes { label(channel: $channel, locale: $locale) } }
    live: products(first: 100, filter: $live) { totalCount nodes { live { channel { label(locale: $words) } } } }
    models: products(first: 1, filter: $models) {
      totalCount
      nodes { variants(first: 100) { totalCount nodes { live { channel { label(locale: $words) } } } } }
    }
  }
`);

/**
 * Asks before products are deleted: which variants go with them, and which channels they leave.
 *
 * @param alwaysConfirm true if it asks also where no channel and no variant is concerned
 */
export async function confirmDeletion(
  { filter, count }: ProductSelection,
  page: { readonly channel: string | null; readonly locale: string | null },
  alwaysConfirm: boolean,
  onConfirm: () => void,
): Promise<void> {
  const { all, live, models } = await request(DELETION, {
    all: filter,
    live: { and: [filter, { live: {} }] },
    models: { and: [filter, { type: { eq: 'MODEL' } }] },
    ...page,
  });
  if (!alwaysConfirm && live.totalCount === 0 && models.totalCount === 0) return onConfirm();
  const isOne = count === 1;
  const variants = models.nodes[0]?.variants;
  const below = isOne ? (variants?.totalCount ?? 0) : 0;
  const liveScopes = [...live.nodes, ...(isOne ? (variants?.nodes ?? []) : [])].flatMap(
    (product) => product.live,
  );
  const channels = formatList(new Set(liveScopes.map(({ channel }) => channel.label)));
  const name = stripBrackets(all.nodes[0]?.label ?? '');
  const leaving = isOne
    ? t('It is live in {channels} and disappears there.', { channels })
    : t(
        '{count, plural, one {# of them is live and disappears} other {# of them are live and disappear}} from {channels}.',
        {
          count: live.totalCount,
          channels,
        },
      );
  confirmAction({
    title: !isOne
      ? t('Delete {count, plural, one {# product} other {# products}}?', { count })
      : below === 0
        ? t('Delete {name}?', { name })
        : t('Delete {name} and its {count, plural, one {# variant} other {# variants}}?', {
            name,
            count: below,
          }),
    text: [
      ...(channels === '' ? [] : [leaving]),
      ...(isOne || models.totalCount === 0
        ? []
        : [
            t(
              '{count, plural, one {# model is deleted with all its variants.} other {# models are deleted with all their variants.}}',
              { count: models.totalCount },
            ),
          ]),
      t('You can restore everything from the trash for 30 days.'),
    ].join(' '),
    verb: t('Delete'),
    onConfirm,
  });
}
