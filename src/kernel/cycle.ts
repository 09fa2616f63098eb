import { foldKey } from './codes.ts';

/** The circle of codes that following the links from `start` runs into again, or null when the chain ends. */
export function cycleFrom(start: string, nextOf: (code: string) => string | null): string[] | null {
  const visited = [start];
  const seen = new Set([foldKey(start)]);
  for (let next = nextOf(start); next !== null; next = nextOf(next)) {
    if (foldKey(next) === foldKey(start)) return [...visited, start];
    // A circle that does not lead back to `start` is none of its making.
    if (seen.has(foldKey(next))) return null;
    visited.push(next);
    seen.add(foldKey(next));
  }
  return null;
}
