import type { Template } from './start-documents.ts';

/** Outlines of things that a template is for, on a ground of 34 × 32 whose start is at 15, 4. */
const OUTLINES: Readonly<Record<Template['code'], string>> = {
  FASHION: 'M22 12l6-4c2 3 6 3 8 0l6 4 6 6-5 4-3-3v15H24V19l-3 3-5-4z',
  FURNITURE: 'M20 8h24v14H20zM16 20v8h32v-8M20 28v6M44 28v6',
  ELECTRONICS: 'M16 9h32v18H16zM26 33h12M32 27v6M44 24h.01',
  GENERAL: 'M18 13l14-6 14 6v14l-14 6-14-6zM18 13l14 6 14-6M32 19v14',
};

/** Draws what a template is for. */
export const TemplateImage = ({ code }: Pick<Template, 'code'>) => (
  <svg viewBox="15 4 34 32" className="start-image" aria-hidden>
    <path
      d={OUTLINES[code]}
      fill="none"
      stroke="var(--accent)"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
