import { lazy, Suspense } from 'react';

/** The icons are loaded with the first one that is shown. */
const Icon = lazy(() => import('./attribute-set-icon.tsx'));

/** Shows the icon of an attribute set in a square; an empty one without. */
export const SetIcon = ({ name }: { readonly name: string | null }) => (
  <span className="set-icon" aria-hidden="true">
    {name === null ? null : (
      <Suspense fallback={null}>
        <Icon name={name} />
      </Suspense>
    )}
  </span>
);
