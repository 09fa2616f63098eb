import { localeTag, t } from '../i18n/translate.ts';

/**
 * Shows the share of objects that have something, as a bar with its percentage, in the colors of the readiness on the home
 * page; nothing where there are no objects.
 */
export function FillBar({ count, total }: { readonly count: number; readonly total: number }) {
  if (total === 0) return null;
  // Only a full bar shows 100 %, only an empty one 0 %.
  const share = count / total;
  const percent =
    count === 0 || count === total ? share * 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
  const title = t('{count} of {total}', {
    count: count.toLocaleString(localeTag),
    total: total.toLocaleString(localeTag),
  });
  return (
    <span className="fill-bar" title={title}>
      <svg width="40" height="4" aria-hidden="true">
        <rect width="40" height="4" rx="2" fill="var(--track)" />
        <rect
          width={(percent / 100) * 40}
          height="4"
          rx="2"
          fill={count === total ? 'var(--ok)' : 'var(--heat-3)'}
        />
      </svg>
      {(percent / 100).toLocaleString(localeTag, { style: 'percent' })}
    </span>
  );
}
