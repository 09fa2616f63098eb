import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time of work before other tasks run; some of the work between two calls comes on top. */
const MAX_TURN_MS = 50;

/** Time of the first call in the present turn of the event loop; null after each turn. */
let beganMs: number | null = null;

/**
 * Lets other requests go on when this turn of the event loop has taken long. Long loops await it for each of their
 * items, so that no request holds the event loop for as long as its input is.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (beganMs === null) {
    beganMs = performance.now();
    setImmediate(() => {
      beganMs = null;
    });
  } else if (performance.now() - beganMs > MAX_TURN_MS) await nextTurn();
}
