import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { workspaceQuery } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useEntityTypeChoices } from '../fields/object-choices.ts';
import type { Effects, EntityEffect } from './effect-documents.ts';
import { entitySentence, productSentence } from './effect-sentences.ts';
import { useAttributeLabels } from './use-attribute-labels.ts';

// Few changes have any.
const OutsideEffects = lazyComponent(
  async () => (await import('./outside-effects.tsx')).OutsideEffects,
  null,
);

/** How effects name what they are about. */
interface EffectNames {
  /** True on the page of a channel, where all effects are in that channel. */
  readonly hidesChannel?: boolean;
  /** Returns the label of an attribute; by default that of the catalogue. */
  readonly attributeLabel?: (code: string) => string;
}

/**
 * Shows the effects of settings on products and entities before they are saved; the reason why they could not be saved, or cannot be
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

/** Shows the effects of a change, a sentence each, with links to the products and entities. */
export function EffectList({
  effects: { products, entities, storefronts, references, complete },
  hidesChannel = false,
  ...names
}: EffectNames & { readonly effects: Effects }) {
  const attributes = [...products, ...entities].flatMap(({ attribute }) => attribute ?? []);
  const storedLabel = useAttributeLabels(new Set(names.attributeLabel === undefined ? attributes : []));
  const { attributeLabel = storedLabel } = names;
  const channels = useQuery(workspaceQuery).data?.channels.nodes ?? [];
  const channelLabel = (code: string | null) =>
    code === null || hidesChannel ? null : (channels.find((one) => one.code === code)?.label ?? code);
  return (
    <section className="effect" role="status" aria-label={t('Effect on products')}>
      <ul className="plain-list">
        {products.length + entities.length === 0 ? <li>{t('No product is affected.')}</li> : null}
        {products.map((effect) => {
          const { kind, severity, channel, locale, currency, attribute, count, filter } = effect;
          return (
            <li key={[kind, channel, locale, currency, attribute].join()} data-severity={severity}>
              <span>{productSentence(effect, channelLabel(channel), attributeLabel(attribute ?? ''))}</span>
              {filter === null || count === 0 ? (
                <Unlisted count={count} />
              ) : (
                // The link opens another tab, because the settings are not saved yet.
                <TextLink to="/products" search={searchOf(filter as EffectFilter)} target="_blank">
                  {t('Show')}
                </TextLink>
              )}
            </li>
          );
        })}
        {entities.length === 0 ? null : <EntityEffects effects={entities} attributeLabel={attributeLabel} />}
        {storefronts.length + references.length === 0 ? null : (
          <OutsideEffects storefronts={storefronts} references={references} />
        )}
      </ul>
      {complete ? null : (
        <p className="quiet">{t('Only the first 10,000 products and entities are counted.')}</p>
      )}
    </section>
  );
}

function EntityEffects(props: {
  readonly effects: readonly EntityEffect[];
  readonly attributeLabel: (code: string) => string;
}) {
  const types = useEntityTypeChoices();
  return props.effects.map((effect) => {
    const { kind, severity, entityType, attribute, count, filter } = effect;
    const type = types.find(({ value }) => value === entityType)?.label ?? entityType;
    return (
      <li key={[kind, entityType, attribute].join()} data-severity={severity}>
        <span>{entitySentence(effect, type, props.attributeLabel(attribute ?? ''))}</span>
        {filter === null || count === 0 ? (
          <Unlisted count={count} />
        ) : (
          <TextLink
            to="/entities/{-$type}"
            params={{ type: entityType }}
            search={{ advanced: filter as object }}
            target="_blank"
          >
            {t('Show')}
          </TextLink>
        )}
      </li>
    );
  });
}

/** Shorter lists than this are always shown. */
const LISTED = 100;

/** States why an effect has no link. */
const Unlisted = ({ count }: { readonly count: number }) =>
  count <= LISTED ? null : <span className="quiet">{t('Too many to list.')}</span>;

type EffectFilter = { readonly sku?: { readonly in: readonly string[] } };

/** Returns the search of the grid for a filter: SKUs as a condition that can be edited. */
const searchOf = (filter: EffectFilter) => {
  const skus = filter.sku?.in ?? [];
  return skus.length === 0 || skus.some((sku) => sku.includes(','))
    ? { advanced: filter }
    : { where: [{ field: 'sku', operator: 'in', value: skus.join(',') }] };
};
