import { lazyComponent } from '../lazy-component.tsx';

/** Keeps the place of a drawing until its script is loaded, which no page waits for. */
const PLACE = <svg width="120" height="80" aria-hidden="true" />;

export const TreeDrawing = lazyComponent(
  async () => (await import('./drawing-shapes.tsx')).TreeDrawing,
  PLACE,
);
export const EntityDrawing = lazyComponent(
  async () => (await import('./drawing-shapes.tsx')).EntityDrawing,
  PLACE,
);
export const MediaDrawing = lazyComponent(
  async () => (await import('./drawing-shapes.tsx')).MediaDrawing,
  PLACE,
);
