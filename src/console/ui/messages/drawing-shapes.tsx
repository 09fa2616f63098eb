import type { ReactNode } from 'react';

/** Part of the console that a drawing stands for. */
export type Area =
  | 'list'
  | 'search'
  | 'products'
  | 'model'
  | 'categories'
  | 'entities'
  | 'media'
  | 'jobs'
  | 'history'
  | 'connections'
  | 'trash';

/** Drawings of empty lists, in the lines of the mark; one stroke of each has the accent. */
const SHAPES: Readonly<Record<Area, ReactNode>> = {
  list: (
    <>
      <rect fill="var(--sunken)" stroke="var(--line)" x="26" y="8" width="68" height="40" rx="6" />
      <rect x="16" y="18" width="88" height="48" rx="6" />
      <g strokeWidth="3">
        <path stroke="var(--line)" d="M28 32h14M50 32h42M28 42h14M50 42h30" />
        <path stroke="var(--accent)" d="M28 52h14M50 52h18" />
      </g>
    </>
  ),
  search: (
    <>
      <rect stroke="var(--line)" x="14" y="12" width="74" height="52" rx="6" />
      <path strokeWidth="3" stroke="var(--line)" d="M26 26h34M26 38h20M26 50h26" />
      <circle cx="76" cy="40" r="17" />
      <path strokeWidth="3" stroke="var(--accent)" d="M89 53l14 14" />
      <path fill="none" stroke="var(--line)" d="M66 38a10 10 0 0 1 8-8" />
    </>
  ),
  products: (
    <>
      <path fill="none" stroke="var(--line)" d="M12 68h96" />
      <path d="M30 34h46v34H30z" />
      <path fill="var(--sunken)" d="M76 34l16-10v34l-16 10z" />
      <path fill="none" d="M30 34l16-10h46" />
      <path stroke="var(--accent)" fill="none" strokeWidth="3" d="M40 56h14" />
      <path fill="none" stroke="var(--line)" d="M52 34v10h12V34" />
    </>
  ),
  model: (
    <>
      <path fill="none" stroke="var(--line)" d="M46 40h28M60 40V22M60 40v18" />
      <rect x="12" y="26" width="34" height="28" rx="6" />
      <path strokeWidth="3" stroke="var(--accent)" d="M22 40h14" />
      <circle fill="var(--sunken)" cx="60" cy="15" r="8" />
      <path fill="var(--sunken)" d="M60 56l9 15H51z" />
      <rect fill="var(--sunken)" x="74" y="26" width="34" height="28" rx="6" />
      <path strokeWidth="3" stroke="var(--line)" d="M83 36h16M83 44h10" />
    </>
  ),
  categories: (
    <>
      <path fill="none" stroke="var(--line)" d="M28 30v34h14M28 44h14" />
      <path d="M14 12h14l4 5h20v13H14z" />
      <path fill="var(--sunken)" d="M44 37h9l3 4h18v11H44z" />
      <path fill="var(--sunken)" d="M44 57h9l3 4h18v11H44z" />
      <g strokeWidth="3" stroke="var(--line)">
        <path stroke="var(--accent)" d="M60 24h34" />
        <path d="M82 46h22M82 66h14" />
      </g>
    </>
  ),
  entities: (
    <>
      <path fill="none" stroke="var(--line)" d="M60 40h18M78 22v36M78 22h8M78 58h8M78 40h8" />
      <rect x="12" y="16" width="48" height="48" rx="6" />
      <circle fill="var(--sunken)" cx="36" cy="33" r="8" />
      <path strokeWidth="3" stroke="var(--accent)" d="M24 51h24" />
      <g fill="var(--sunken)">
        <rect x="88" y="14" width="18" height="16" rx="4" />
        <rect x="88" y="32" width="18" height="16" rx="4" />
        <rect x="88" y="50" width="18" height="16" rx="4" />
      </g>
    </>
  ),
  media: (
    <>
      <rect fill="var(--sunken)" stroke="var(--line)" x="34" y="8" width="70" height="48" rx="6" />
      <rect x="16" y="18" width="74" height="52" rx="6" />
      <circle fill="none" stroke="var(--ink-3)" cx="34" cy="34" r="6" />
      <path fill="none" stroke="var(--accent)" d="M22 62l18-16 12 10 14-16 18 20" />
    </>
  ),
  jobs: (
    <>
      <path d="M22 10h24l10 10v34H22z" />
      <path fill="none" d="M46 10v10h10" />
      <path strokeWidth="3" stroke="var(--line)" d="M30 30h14M30 38h18M30 46h10" />
      <path fill="none" strokeWidth="2.5" stroke="var(--accent)" d="M62 36h14M71 30l6 6-6 6" />
      <rect fill="var(--sunken)" x="82" y="22" width="26" height="34" rx="4" />
      <path fill="none" stroke="var(--line)" d="M82 33h26M82 44h26M95 22v34M14 68h96" />
    </>
  ),
  history: (
    <>
      <path fill="none" stroke="var(--line)" d="M30 8v64" />
      <circle fill="var(--sunken)" cx="30" cy="18" r="5" />
      <circle stroke="var(--accent)" strokeWidth="2.5" cx="30" cy="40" r="6" />
      <circle fill="var(--sunken)" cx="30" cy="62" r="5" />
      <g strokeWidth="3" stroke="var(--line)">
        <path d="M46 18h44M46 62h30" />
        <path stroke="var(--accent)" d="M46 40h24" />
        <path d="M78 40h26" />
      </g>
    </>
  ),
  connections: (
    <>
      <path fill="none" stroke="var(--line)" strokeDasharray="2 5" d="M46 40h28" />
      <rect x="12" y="22" width="34" height="36" rx="6" />
      <path strokeWidth="3" stroke="var(--line)" d="M21 34h16M21 44h10" />
      <path fill="var(--sunken)" d="M74 32h16a10 8 0 0 1 0 16H74z" />
      <path fill="none" d="M100 40h10M66 36h8M66 44h8" />
      <path fill="none" stroke="var(--accent)" strokeWidth="2.5" d="M56 22l4 6M64 20v6M72 22l-4 6" />
    </>
  ),
  trash: (
    <>
      <path fill="none" stroke="var(--line)" d="M20 70h80" />
      <path d="M42 28h36l-4 42H46z" />
      <path fill="var(--sunken)" d="M38 20h44v8H38zM52 20v-6h16v6" />
      <path fill="none" stroke="var(--line)" strokeWidth="3" d="M54 38l1 22M66 38l-1 22" />
      <path fill="none" stroke="var(--accent)" strokeWidth="2.5" d="M92 52a10 10 0 1 0 2-12M94 34v7h-7" />
    </>
  ),
};

/** Shows the drawing of an area. */
export const Drawing = ({ area }: { readonly area: Area }) => (
  <svg
    viewBox="0 0 120 80"
    width="120"
    height="80"
    fill="var(--surface)"
    stroke="var(--control)"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {SHAPES[area]}
  </svg>
);
