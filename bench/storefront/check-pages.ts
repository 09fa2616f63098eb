import type { BenchVariant } from '../pages/measure-pages.ts';

/** Requests the first page of each way. @throws Error unless all of them return `size` items, without an error */
export async function checkPages(ways: readonly BenchVariant[], size: number): Promise<void> {
  for (const { name, origin, shots } of ways) {
    const [shot] = shots;
    if (shot === undefined) throw new Error('There are too few items for a page.');
    const response = await fetch(`${origin}${shot.path}`, {
      method: shot.method,
      headers: shot.headers,
      body: shot.body ?? null,
    });
    const text = await response.text();
    const items = text.match(/"sku":"ITEM-/g)?.length;
    if (text.includes('"errors"') || items !== size)
      throw new Error(`${name} answered ${items ?? 0} of ${size} items: ${text.slice(0, 1_000)}`);
  }
}
