import type { ReactNode } from 'react';
import { t } from '../../../language/t.ts';

/** Shows the first step before there is a storefront. */
export function NoFrontEnds({ button }: { readonly button: ReactNode }) {
  const steps = [
    [t('Choose channel'), t('Its live products are the ones that the front end shows.')],
    [t('Expose attributes'), t('Nothing is public until you select it. You see the public schema first.')],
    [t('Create key'), t('Browsers can contain it: it reads exposed data only.')],
  ] as const;
  return (
    <div className="first-front-end">
      <ShopWindow />
      <h2>{t('Show your products to shoppers')}</h2>
      <p>
        {t(
          'A front end is a web shop, an app or a kiosk that reads published products through the Shop API.',
        )}
      </p>
      <ol>
        {steps.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {button}
    </div>
  );
}

/** Shows a browser window with three lamps and their prices. */
function ShopWindow() {
  const lamps = [
    { x: 30, shade: 'M0 22 L7 4 H19 L26 22 Z', stem: 'M13 22 V48 M4 48 H22' },
    { x: 97, shade: 'M0 24 A13 13 0 0 1 26 24 Z', stem: 'M13 0 V11' },
    { x: 164, shade: 'M3 14 A10 10 0 1 1 23 14 A10 10 0 1 1 3 14 Z', stem: 'M13 24 V48 M4 48 H22' },
  ];
  return (
    <svg className="shop-window" viewBox="0 0 220 132" width="220" height="132" aria-hidden="true">
      <rect className="frame" x="0.5" y="0.5" width="219" height="131" rx="9" />
      <path className="line" d="M0 22 H220" />
      {[12, 22, 32].map((x) => (
        <circle key={x} className="dot" cx={x} cy="11.5" r="2.5" />
      ))}
      <rect className="address" x="60" y="7" width="100" height="9" rx="4.5" />
      {lamps.map(({ x, shade, stem }) => (
        <g key={x} transform={`translate(${x} 34)`}>
          <rect className="card" x="-14" y="-2" width="54" height="60" rx="5" />
          <ellipse className="light" cx="13" cy="50" rx="20" ry="5" />
          <path className="stem" d={stem} />
          <path className="shade" d={shade} />
          <rect className="text" x="-10" y="66" width="36" height="4" rx="2" />
          <rect className="price" x="-10" y="75" width="20" height="5" rx="2.5" />
        </g>
      ))}
    </svg>
  );
}
