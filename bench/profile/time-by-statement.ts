import pg from 'pg';
import { median } from '../statistics.ts';

export interface StatementTime {
  /** Name that the statement carries, or its first keyword. */
  readonly name: string;
  /** Number of calls in one run of the work. */
  readonly calls: number;
  /**
   * Median milliseconds from sending to the result, waiting for those sent before it on the same connection included.
   */
  readonly waitMs: number;
}

/** Runs `work` so often and returns the wait of each of its statements, in the order of their first sending. */
export async function timeByStatement(
  runs: number,
  context: (run: number) => Promise<void>,
): Promise<StatementTime[]> {
  const waits = new Map<string, number[]>();
  const original = pg.Client.prototype.query as (this: pg.Client, ...parameters: unknown[]) => unknown;
  function timed(this: pg.Client, ...parameters: unknown[]): unknown {
    const began = performance.now();
    const [first] = parameters;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    const name = /^\/\* (\S+) \*\//.exec(text)?.[1] ?? text.trim().split(/\s/, 1)[0] ?? '';
    const list = waits.get(name) ?? [];
    waits.set(name, list);
    const sent = original.apply(this, parameters);
    if (sent instanceof Promise)
      sent.then(
        () => list.push(performance.now() - began),
        () => undefined,
      );
    return sent;
  }
  Object.defineProperty(pg.Client.prototype, 'query', { value: timed, configurable: true, writable: true });
  try {
    for (let run = 0; run < runs; run += 1) await context(run);
  } finally {
    Object.defineProperty(pg.Client.prototype, 'query', {
      value: original,
      configurable: true,
      writable: true,
    });
  }
  return [...waits].map(([name, list]) => ({ name, calls: list.length / runs, waitMs: median(list) }));
}
