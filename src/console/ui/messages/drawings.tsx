import { lazy, Suspense } from 'react';
import type { Area } from './drawing-shapes.tsx';

/** Keeps the place of a drawing, and stays if its script cannot be loaded. */
const Place = () => <svg width="120" height="80" aria-hidden="true" />;

const Shapes = lazy(() =>
  import('./drawing-shapes.tsx').then(
    ({ Drawing: Content }) => ({ default: Content }),
    () => ({ default: Place }),
  ),
);

/** Shows the drawing of an empty list; its script is loaded when it is needed. */
export const Drawing = ({ area }: { readonly area: Area }) => (
  <Suspense fallback={<Place />}>
    <Shapes area={area} />
  </Suspense>
);
