import { useViewScope } from '../../api/view-scope.ts';
import { formatTag, t } from '../../language/t.ts';
import { TextLink } from '../../ui/text-link.tsx';
import type { HomeCatalogue } from './home-documents.ts';
import { gapColumns } from './readiness-map.ts';

/** Maximum number of attributes that are listed. */
const SHOWN = 8;

/**
 * Shows the attributes that most products lack in the channel and locale of the page, each with a link to these
 * products; nothing where none is missing.
 */
export function GapList({ facets }: Pick<HomeCatalogue['here'], 'facets'>) {
  const { channel, locale } = useViewScope();
  const gaps = facets.flatMap(({ values }) => values).toSorted((one, other) => other.count - one.count);
  const most = gaps[0]?.count ?? 0;
  if (most === 0) return null;
  return (
    <section aria-labelledby="gaps" className="home-section">
      <h2 id="gaps">
        {t('Missing most often')}
        <span className="home-hint">{`${channel?.label} · ${locale?.label}`}</span>
      </h2>
      <ul className="gaps">
        {gaps.slice(0, SHOWN).map(({ value, label, count }) => (
          <li key={value}>
            <TextLink
              to="/products"
              search={{
                where: [{ field: 'completeness', operator: 'missing', value }],
                columns: gapColumns([value]),
              }}
              className="gap"
              title={value}
            >
              <span className="gap-label">{label}</span>
              <span className="gap-track">
                <span className="gap-bar" style={{ inlineSize: `${(100 * count) / most}%` }} />
              </span>
              <span className="gap-count">{count.toLocaleString(formatTag)}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
