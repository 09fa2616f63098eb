import type { Page } from 'playwright-core';
import { median, percentile } from '../statistics.ts';
import type { ConsoleSession } from './open-console-session.ts';

/** Pixels of a step: a quick turn of the wheel. */
const STEP = 60;
const FRAMES = 600;

export interface FrameTimes {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  /** Cells in the document. */
  readonly cells: number;
}

/** Returns the address of a grid with so many columns of values. */
export async function gridUrl(origin: string, token: string, count: number): Promise<string> {
  const query = '{ attributes(first: 100) { nodes { code type } } }';
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as {
    readonly data: { readonly attributes: { readonly nodes: readonly { readonly code: string }[] } };
  };
  return data.attributes.nodes
    .slice(0, count)
    .map(({ code }) => code)
    .join(',');
}

/**
 * Measures the frames of a page that shows nothing, and of the grid scrolled down and across; medians of some rounds.
 */
export async function measureGrid(
  desk: ConsoleSession,
  columns: string,
  rounds: number,
): Promise<readonly FrameTimes[]> {
  const measured: FrameTimes[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await desk.openWindow();
    await page.goto('about:blank');
    const empty = await framesOf(page, 'none', 'empty page');
    await page.goto(`/products?columns=${encodeURIComponent(columns)}`);
    await page.locator('.sheet-row').nth(10).waitFor();
    await page.waitForLoadState('networkidle');
    const down = await framesOf(page, 'scrollTop', 'grid, down');
    const across = await framesOf(page, 'scrollLeft', 'grid, across');
    measured.push([empty, down, across]);
    await page.close();
  }
  return (measured[0] ?? []).map(({ name }, index) =>
    mediansOf(
      name,
      measured.flatMap((frames) => frames[index] ?? []),
    ),
  );
}

/** Measures the frames of a page whose `box` is scrolled down; medians of some rounds. */
export async function measureScrolling(
  desk: ConsoleSession,
  options: { readonly name: string; readonly path: string; readonly box: string; readonly rounds: number },
): Promise<FrameTimes> {
  const { name, path, box, rounds } = options;
  const measured: FrameTimes[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await desk.openWindow();
    await page.goto(path);
    await page.locator(box).first().waitFor();
    await page.waitForLoadState('networkidle');
    measured.push(await framesOf(page, 'scrollTop', name, box));
    await page.close();
  }
  return mediansOf(name, measured);
}

function mediansOf(name: string, all: readonly FrameTimes[]): FrameTimes {
  const of = (key: 'median' | 'p95' | 'longest' | 'cells') => median(all.map((one) => one[key]));
  return { name, median: of('median'), p95: of('p95'), longest: of('longest'), cells: of('cells') };
}

/** Scrolls by a step a frame, and back from the end, and records the time of each frame. */
async function framesOf(
  page: Page,
  side: 'none' | 'scrollTop' | 'scrollLeft',
  name: string,
  box = '.sheet',
): Promise<FrameTimes> {
  const times = await page.evaluate(
    ([property, step, count, selector]) =>
      new Promise<number[]>((resolve) => {
        const grid = property === 'none' ? null : document.querySelector(selector);
        const found: number[] = [];
        let before = performance.now();
        let way: number = step;
        const next = (now: number) => {
          found.push(now - before);
          before = now;
          if (found.length > count) return resolve(found.slice(1));
          if (grid !== null && property !== 'none') {
            const at = grid[property];
            grid[property] = at + way;
            if (grid[property] === at) way = -way;
          }
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [side, STEP, FRAMES, box] as const,
  );
  const cells = await page.locator('.sheet-cell').count();
  return {
    name,
    median: median(times),
    p95: percentile(times, 0.95),
    longest: Math.max(...times),
    cells,
  };
}
