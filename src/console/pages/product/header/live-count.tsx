import { t } from '../../../i18n/translate.ts';
import { FamilyLiveCount } from '../live/lazy-family-visibility.tsx';
import type { HeaderProduct } from './header-documents.ts';

/** Shows in how many channels and locales a product is live; for a model, how many of its variants are. */
export function LiveCount({ product }: { readonly product: HeaderProduct }) {
  if (product.type === 'MODEL') return <FamilyLiveCount sku={product.sku} />;
  const liveScopes = product.visibility.filter((scope) => scope.live);
  const live = liveScopes.length;
  const incomplete = product.everywhere.filter(
    (one) =>
      one.ratio < 100 &&
      liveScopes.some(
        ({ channel, locale }) => one.channel.code === channel.code && one.locale.code === locale.code,
      ),
  );
  return (
    <span
      className="status"
      data-tone={live === 0 ? 'quiet' : incomplete.length === 0 ? 'ok' : 'warn'}
      data-shape={live === 0 ? 'ring' : 'dot'}
    >
      {live === 0
        ? t('Not live: see why')
        : incomplete.length === 0
          ? t('Live in {count} of {total}', { count: live, total: product.visibility.length })
          : t('Live in {count} of {total}, incomplete for {channels}', {
              count: live,
              total: product.visibility.length,
              channels: [...new Set(incomplete.map(({ channel }) => channel.label))].join(', '),
            })}
    </span>
  );
}
