import { localeTag, t } from '../i18n/translate.ts';
import { CheckIcon } from './icons.ts';

const RADIUS = 6;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** Shows the completeness of a product in percent: a ring that fills, or a tick at 100. */
export function Readiness({ percent }: { readonly percent: number }) {
  if (percent === 100)
    return (
      <span className="readiness" data-complete title={t('Complete')}>
        <CheckIcon />
        100
      </span>
    );
  return (
    <span className="readiness">
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r={RADIUS} fill="none" stroke="var(--track)" strokeWidth="3" />
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="3"
          strokeDasharray={`${(percent / 100) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      </svg>
      {percent.toLocaleString(localeTag)}
    </span>
  );
}
