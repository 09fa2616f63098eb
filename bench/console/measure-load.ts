import { median } from '../statistics.ts';
import type { ConsoleSession } from './open-console-session.ts';

/** Time during which the page must do nothing before its work is counted. */
const QUIET_MS = 2_000;

export interface PageLoadTimes {
  /** Milliseconds until the awaited element is in the document. */
  readonly visible: number;
  readonly largestPaint: number;
  /** Total blocking time: the sum of the parts of long tasks beyond 50 ms, after the first paint. */
  readonly blocked: number;
  /** Requests to the API. */
  readonly requests: number;
  readonly fields: number;
}

interface Watched {
  readonly visible: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly tasks: readonly { readonly start: number; readonly duration: number }[];
  readonly fields: number;
}

/** Opens a page, its scripts in the cache, until it is quiet; medians of some rounds. */
export async function measureLoad(
  desk: ConsoleSession,
  path: string,
  { ready, slower, rounds }: { readonly ready: string; readonly slower: number; readonly rounds: number },
): Promise<PageLoadTimes> {
  const found: PageLoadTimes[] = [];
  // The first one fills the caches of the browser and the server.
  for (let round = 0; round <= rounds; round += 1) {
    const { page } = await desk.openWindow(slower);
    let requests = 0;
    page.on('request', (request) => {
      if (/\/(graphql|auth)\b/.test(new URL(request.url()).pathname)) requests += 1;
    });
    await page.addInitScript((selector) => {
      const watched = { visible: 0, firstPaint: 0, largestPaint: 0, tasks: [] as object[], fields: 0 };
      Object.assign(window, { watched });
      const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
      watch('longtask', ({ startTime, duration }) => watched.tasks.push({ start: startTime, duration }));
      watch('largest-contentful-paint', ({ startTime }) => {
        watched.largestPaint = startTime;
      });
      watch('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') watched.firstPaint = startTime;
      });
      new MutationObserver((_, observer) => {
        if (document.querySelector(selector) === null) return;
        observer.disconnect();
        // Resolves after the frame that shows it.
        requestAnimationFrame(() =>
          setTimeout(() => {
            watched.visible = performance.now();
          }),
        );
      }).observe(document, { childList: true, subtree: true });
    }, ready);
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(QUIET_MS);
    const watched = await page.evaluate<Watched>(
      '({ ...watched, fields: document.querySelectorAll(".field-editor").length })',
    );
    if (round > 0)
      found.push({
        visible: watched.visible,
        largestPaint: watched.largestPaint,
        blocked: watched.tasks
          .filter(({ start }) => start >= watched.firstPaint)
          .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
        requests,
        fields: watched.fields,
      });
    await page.close();
  }
  const of = (key: keyof PageLoadTimes) => median(found.map((one) => one[key]));
  return {
    visible: of('visible'),
    largestPaint: of('largestPaint'),
    blocked: of('blocked'),
    requests: of('requests'),
    fields: of('fields'),
  };
}
