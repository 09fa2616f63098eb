import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { formatCount } from '../usage-list.tsx';
import type { Effects } from './effect-documents.ts';

const STOREFRONT_LABELS = graphql(`
  query StorefrontLabels($words: String) {
    storefronts(first: 100) { nodes { code label(locale: $words) } }
  }
`);

/** Number of names in a sentence; the others are left out. */
const LISTED = 5;

const listNames = (names: readonly string[], count: number): string =>
  names.slice(0, LISTED).join(', ') + (count > LISTED ? ', …' : '');

/** Shows the fields that storefronts lose, and the views, profiles and webhooks that name deleted objects. */
export function OutsideEffects({ storefronts, references }: Pick<Effects, 'storefronts' | 'references'>) {
  const labels = useQuery({
    queryKey: ['storefronts', 'labels'],
    queryFn: async ({ signal }) => (await request(STOREFRONT_LABELS, {}, signal)).storefronts.nodes,
    enabled: storefronts.length > 0,
  }).data;
  const isOfSeveral = new Set(references.map(({ object }) => object)).size > 1;
  return (
    <>
      {storefronts.map(({ storefront, fields }) => (
        <li key={storefront} data-severity="WARNING">
          <span>
            {t('{storefront} loses {count, plural, one {# field} other {# fields}}: {fields}.', {
              storefront: labels?.find(({ code }) => code === storefront)?.label ?? storefront,
              count: fields.length,
              fields: listNames(fields, fields.length),
            })}
          </span>
        </li>
      ))}
      {references.map(({ object, type, count, names }) => (
        <li key={`${type} ${object}`} data-severity="WARNING">
          <span>
            {isOfSeveral ? `${object} · ` : ''}
            {t('Referenced by {objects}: {names}.', {
              objects: formatCount(type, count),
              names: listNames(names, count),
            })}
          </span>
        </li>
      ))}
    </>
  );
}
