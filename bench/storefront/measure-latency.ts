import type { BenchVariant } from '../pages/measure-pages.ts';
import { percentile } from '../statistics.ts';

/** Measures the response times of requests that are sent one after the other. */
export async function measureLatency(
  { origin, shots }: BenchVariant,
  count: number,
): Promise<{ readonly p50: number; readonly p95: number }> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const shot = shots[index % shots.length];
    if (shot === undefined) break;
    const began = performance.now();
    const response = await fetch(`${origin}${shot.path}`, {
      method: shot.method,
      headers: shot.headers,
      body: shot.body ?? null,
    });
    await response.arrayBuffer();
    times.push(performance.now() - began);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
