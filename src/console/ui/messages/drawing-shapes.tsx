import type { ReactNode } from 'react';

/** Frames a drawing of an empty list in the lines of the mark. */
const Drawing = ({ children }: { readonly children: ReactNode }) => (
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
    {children}
  </svg>
);

/** Shows a tree of folders. */
export const TreeDrawing = () => (
  <Drawing>
    <path fill="none" stroke="var(--line)" d="M28 30v34h14M28 44h14" />
    <path d="M14 12h14l4 5h20v13H14z" />
    <path fill="var(--sunken)" d="M44 37h9l3 4h18v11H44z" />
    <path fill="var(--sunken)" d="M44 57h9l3 4h18v11H44z" />
    <g strokeWidth="3" stroke="var(--line)">
      <path stroke="var(--accent)" d="M60 24h34" />
      <path d="M82 46h22M82 66h14" />
    </g>
  </Drawing>
);

/** Shows a card of an entity, and products that refer to it. */
export const EntityDrawing = () => (
  <Drawing>
    <path fill="none" stroke="var(--line)" d="M60 40h18M78 22v36M78 22h8M78 58h8M78 40h8" />
    <rect x="12" y="16" width="48" height="48" rx="6" />
    <circle fill="var(--sunken)" cx="36" cy="33" r="8" />
    <path strokeWidth="3" stroke="var(--accent)" d="M24 51h24" />
    <g fill="var(--sunken)">
      <rect x="88" y="14" width="18" height="16" rx="4" />
      <rect x="88" y="32" width="18" height="16" rx="4" />
      <rect x="88" y="50" width="18" height="16" rx="4" />
    </g>
  </Drawing>
);

/** Shows pictures that lie on each other. */
export const MediaDrawing = () => (
  <Drawing>
    <rect fill="var(--sunken)" stroke="var(--line)" x="34" y="8" width="70" height="48" rx="6" />
    <rect x="16" y="18" width="74" height="52" rx="6" />
    <circle fill="none" stroke="var(--ink-3)" cx="34" cy="34" r="6" />
    <path fill="none" stroke="var(--accent)" d="M22 62l18-16 12 10 14-16 18 20" />
  </Drawing>
);
