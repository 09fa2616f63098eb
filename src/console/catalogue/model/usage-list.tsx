import { graphql, type ResultOf } from '../../api/graphql.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useAttributeLabels } from './effects/use-attribute-labels.ts';

/** The fragment selects the objects that refer to an object. */
export const USAGE = graphql(`
  fragment UsageParts on ObjectUsage {
    count isExact
    types { type count users(first: 5) { id code } }
  }
`);

type Usage = ResultOf<typeof USAGE>;

/** Formats the number of objects of a GraphQL type. */
const COUNTS: Readonly<Record<string, (count: number) => string>> = {
  Attribute: (count) => t('{count, plural, one {# attribute} other {# attributes}}', { count }),
  AttributeSet: (count) => t('{count, plural, one {# attribute set} other {# attribute sets}}', { count }),
  Category: (count) => t('{count, plural, one {# category} other {# categories}}', { count }),
  Channel: (count) => t('{count, plural, one {# channel} other {# channels}}', { count }),
  Entity: (count) => t('{count, plural, one {# entity} other {# entities}}', { count }),
  EntityType: (count) => t('{count, plural, one {# entity type} other {# entity types}}', { count }),
  ImportExportProfile: (count) => t('{count, plural, one {# profile} other {# profiles}}', { count }),
  Locale: (count) => t('{count, plural, one {# locale} other {# locales}}', { count }),
  Option: (count) => t('{count, plural, one {# option} other {# options}}', { count }),
  Product: (count) => t('{count, plural, one {# product} other {# products}}', { count }),
  SavedView: (count) => t('{count, plural, one {# view} other {# views}}', { count }),
  Storefront: (count) => t('{count, plural, one {# storefront} other {# storefronts}}', { count }),
  WebhookEndpoint: (count) => t('{count, plural, one {# webhook} other {# webhooks}}', { count }),
};

/** Returns the number of objects of a type, in words. */
export const formatCount = (type: string, count: number): string =>
  COUNTS[type]?.(count) ?? `${count.toLocaleString(localeTag)} ${type}`;

/** Lists the objects that refer to an object: how many of each type, and the first of them. */
function UsageList({ usage }: { readonly usage: Usage }) {
  if (usage.types.length === 0) return <p className="quiet">{t('Nothing uses it.')}</p>;
  return (
    <ul className="plain-list usage">
      {usage.types.map(({ type, count, users }) => (
        <li key={type}>
          <span>
            {formatCount(type, count)}
            {usage.isExact ? '' : '+'}
          </span>
          <span className="usage-codes">
            {users.map(({ id, code }) => (
              <UserLink key={id} type={type} code={code} />
            ))}
            {count > users.length && users.length > 0 ? '…' : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Shows the section of a panel with the users of its object. */
export const UsageSection = ({ item: { usage } }: { readonly item: { readonly usage: Usage } }) => (
  <section className="object-section">
    <h3>{t('Used by')}</h3>
    <UsageList usage={usage} />
  </section>
);

function UserLink({ type, code }: { readonly type: string; readonly code: string }) {
  const labelOf = useAttributeLabels(new Set(type === 'Attribute' ? [code] : []));
  return type === 'Product' ? (
    <TextLink to="/products/$sku" params={{ sku: code }}>
      {code}
    </TextLink>
  ) : (
    <span title={code}>{labelOf(code)}</span>
  );
}
