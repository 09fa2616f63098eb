import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { PRODUCT_PROPERTIES, PROPERTIES } from '../../../catalogue/properties/product-properties.tsx';
import { FormattedMessage } from '../../../i18n/formatted-message.tsx';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { Readiness } from '../../../ui/readiness.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { LocaleLiveCount } from '../live/lazy-family-visibility.tsx';

const DETAILS = graphql(
  `
  query ProductDetails($ref: ID!, $channel: String, $locale: String, $words: String) {
    product(ref: $ref) {
      sku type version updatedAt
      ...ProductProperties
      updatedBy { name }
      completeness { channel { code label(locale: $words) } locale { code } ratio missing }
      visibility { channel { code } locale { code } live }
    }
  }
`,
  [PRODUCT_PROPERTIES],
);

type Details = NonNullable<ResultOf<typeof DETAILS>['product']>;

/** Shows the properties of a product, and by channel and locale whether it is live and how complete it is. */
export function DetailsPanel({ sku }: { readonly sku: string }) {
  const scope = useViewScope();
  const [channel, locale] = [scope.channel?.code ?? null, scope.locale?.code ?? null];
  const query = useQuery({
    queryKey: ['product', sku, 'details', channel, locale],
    queryFn: async ({ signal }) => (await request(DETAILS, { ref: sku, channel, locale }, signal)).product,
    // In another locale the drawer stays while its details are loaded.
    placeholderData: (before: Details | null | undefined) => (before?.sku === sku ? before : undefined),
  });
  return (
    <QueryResult query={query} what={t('product')} shape="form">
      {(product) => (product === null ? null : <LoadedDetails product={product} />)}
    </QueryResult>
  );
}

function LoadedDetails({ product }: { readonly product: Details }) {
  // The title of the page has the SKU.
  const properties = PROPERTIES.filter(({ code }) => code !== 'sku').map(
    ({ title, onPage }) => [title, onPage?.(product) ?? null] as const,
  );
  const channels = [...Map.groupBy(product.completeness, ({ channel }) => channel.code)];
  return (
    <>
      <dl className="detail-list">
        {properties.map(([title, value]) =>
          value === null ? null : (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <div>
          <dt>{t('Updated')}</dt>
          <dd>
            <FormattedMessage
              message="{date} by {name}, version {version}"
              values={{
                date: <DateTime at={product.updatedAt} />,
                name: product.updatedBy.name,
                version: product.version,
              }}
            />
          </dd>
        </div>
      </dl>
      {channels.map(([code, entries]) => (
        <section key={code} className="panel-section">
          <h3>{entries[0]?.channel.label}</h3>
          <ul className="plain-list detail-locales">
            {entries.map((entry) => (
              <LocaleOfChannel key={entry.locale.code} product={product} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function LocaleOfChannel(props: {
  readonly product: Details;
  readonly entry: Details['completeness'][number];
}) {
  const { product, entry } = props;
  const { channel, locale, ratio, missing } = entry;
  const isLive = product.visibility.some(
    (scope) => scope.channel.code === channel.code && scope.locale.code === locale.code && scope.live,
  );
  return (
    <li>
      <span>{localeName(locale.code)}</span>
      {product.type === 'MODEL' ? (
        <LocaleLiveCount sku={product.sku} place={entry} />
      ) : (
        <span className="status" data-tone={isLive ? 'ok' : 'quiet'} data-shape={isLive ? 'dot' : 'ring'}>
          {isLive ? t('Live') : t('Not live')}
        </span>
      )}
      {missing.length === 0 ? (
        <Readiness percent={ratio} />
      ) : (
        <TextLink
          to="/products/$sku"
          params={{ sku: product.sku }}
          search={(old) => ({ ...old, channel: channel.code, locale: locale.code, missing: true })}
          title={t('{count, plural, one {# value is missing} other {# values are missing}}', {
            count: missing.length,
          })}
        >
          <Readiness percent={ratio} />
        </TextLink>
      )}
    </li>
  );
}
