import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { workspaceQuery } from '../../api/workspace.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The fragment selects the effects on products that a dry run reports. */
export const EFFECTS = graphql(`
  fragment EffectParts on Effects {
    complete
    products { kind severity channel locale currency attribute count filter }
  }
`);

export type Effects = ResultOf<typeof EFFECTS>;
type Effect = Effects['products'][number];

/** Milliseconds for which settings rest before products are counted. */
const REST_MS = 600;

/**
 * Requests the effects of settings that are not saved, once they rest.
 *
 * @param change difference to the stored settings; empty for none
 */
export function useEffects(change: string, load: (signal: AbortSignal) => Promise<Effects>) {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(change), change === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [change]);
  const query = useQuery({
    queryKey: ['effects', change],
    queryFn: ({ signal }) => load(signal),
    enabled: change !== '' && rested === change,
    gcTime: 0,
    retry: false,
  });
  if (change === '') return { query: null, isCounting: false };
  return { query, isCounting: rested !== change || query.isFetching };
}

/** Returns true if a change affects products. */
export const hasEffects = ({ products }: Effects): boolean => products.some(({ count }) => count > 0);

/** How effects name what they are about. */
interface EffectNames {
  /** True on the page of a channel, where all effects are in that channel. */
  readonly hidesChannel?: boolean;
  /** Returns the label of an attribute; by default its code. */
  readonly attributeLabel?: (code: string) => string;
}

/**
 * Shows the effects of settings on products before they are saved; the reason why they could not be saved, or cannot be
 * saved at all, comes first.
 */
export function EffectPanel(
  props: EffectNames & {
    readonly query: UseQueryResult<Effects> | null;
    /** The reason of a save that failed. */
    readonly error: unknown;
  },
) {
  const { query, error, ...names } = props;
  const reason = error ?? query?.error ?? null;
  return (
    <>
      {reason === null ? null : <ErrorAlert error={reason} />}
      {query === null || query.isError ? null : query.data === undefined ? (
        <p className="effect quiet" role="status">
          {t('Counting the products that this changes…')}
        </p>
      ) : (
        <EffectList effects={query.data} {...names} />
      )}
    </>
  );
}

/** Shows the effects of a change, a sentence each, with links to the products. */
export function EffectList({
  effects: { products, complete },
  hidesChannel = false,
  attributeLabel = (code) => code,
}: EffectNames & { readonly effects: Effects }) {
  const channels = useQuery(workspaceQuery).data?.channels.nodes ?? [];
  const channelLabel = (code: string | null) =>
    code === null || hidesChannel ? null : (channels.find((one) => one.code === code)?.label ?? code);
  return (
    <section className="effect" role="status" aria-label={t('Effect on products')}>
      <ul className="plain-list">
        {products.length === 0 ? <li>{t('No product is affected.')}</li> : null}
        {products.map((effect) => {
          const { kind, severity, channel, locale, currency, attribute, count, filter } = effect;
          return (
            <li key={[kind, channel, locale, currency, attribute].join()} data-severity={severity}>
              <span>{sentence(effect, channelLabel(channel), attributeLabel(attribute ?? ''))}</span>
              {filter === null || count === 0 ? null : (
                // The link opens another tab, because the settings are not saved yet.
                <TextLink to="/products" search={searchOf(filter as EffectFilter)} target="_blank">
                  {t('Show')}
                </TextLink>
              )}
            </li>
          );
        })}
      </ul>
      {complete ? null : (
        <p className="quiet">{t('There are more than 10,000 products: further ones are not counted.')}</p>
      )}
    </section>
  );
}

type EffectFilter = { readonly sku?: { readonly in: readonly string[] } };

/** Returns the search of the grid for a filter: SKUs as a condition that can be edited. */
const searchOf = (filter: EffectFilter) => {
  const skus = filter.sku?.in ?? [];
  return skus.length === 0 || skus.some((sku) => sku.includes(','))
    ? { advanced: filter }
    : { where: [{ field: 'sku', operator: 'in', value: skus.join(',') }] };
};

function sentence(
  { kind, locale: code, currency, count }: Effect,
  channel: string | null,
  attribute: string,
): string {
  const scope = [channel, code === null ? currency : localeName(code)].filter((part) => part !== null);
  const values = { count, locale: scope.join(' · '), attribute };
  switch (kind) {
    case 'LEAVES_LIVE':
      return t('{count, plural, one {# product leaves} other {# products leave}} {locale}.', values);
    case 'NOT_LIVE':
      return t('{count, plural, one {# product} other {# products}} will not be live in {locale}.', values);
    case 'BECOMES_LIVE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} live in {locale}.',
        values,
      );
    case 'COMPLETE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} complete in {locale}.',
        values,
      );
    case 'INCOMPLETE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} incomplete in {locale}.',
        values,
      );
    case 'HIDDEN_VALUES':
      return t(
        '{count, plural, one {# product has} other {# products have}} values of {attribute} that will not be shown.',
        values,
      );
    case 'INVALID_VALUES':
      return t(
        '{count, plural, one {# product has} other {# products have}} values of {attribute} that break the new rules.',
        values,
      );
    case 'NO_CATEGORY':
      return channel === null
        ? t(
            '{count, plural, one {# product} other {# products}} will be in no category of this channel.',
            values,
          )
        : t(
            '{count, plural, one {# product} other {# products}} will be in no category of {locale}.',
            values,
          );
    case 'INACTIVE_OPTION':
      return t('{count, plural, one {# product keeps} other {# products keep}} the option.', values);
    case 'LABEL_CHANGES':
      return t('{count, plural, one {# product gets} other {# products get}} another name.', values);
    case 'URL_CHANGES':
      return t(
        '{count, plural, one {# product gets} other {# products get}} another address; the old one redirects.',
        values,
      );
    default:
      return t(
        '{count, plural, one {# product has} other {# products have}} values in {locale}. They stay stored, but cannot be changed.',
        values,
      );
  }
}
