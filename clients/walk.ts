// What both walks share: steps with names, and the values that they work with.

/** The server and its token: `URL=http://localhost:4000 TOKEN=pim_… node clients/openapi-fetch.ts`. */
export const baseUrl = `${process.env.URL ?? 'http://localhost:4000'}/api/v1`;
export const token = process.env.TOKEN ?? '';

let count = 0;

/** Runs one step and says so; what it answers goes on to the next ones. */
export async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  count += 1;
  const result = await run().catch((error: unknown) => {
    throw new Error(`Step ${count}, ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  process.stdout.write(`${count}. ${name}\n`);
  return result;
}

/** @throws Error showing both when they differ */
export function same(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

/** What an answer has to have. @throws Error with what was answered instead */
export function given<Value>(value: Value | null | undefined, instead?: unknown): Value {
  if (value === null || value === undefined) throw new Error(`nothing came, but ${JSON.stringify(instead)}`);
  return value;
}

/** An answer that could also have come as lines of text. */
export function asJson<Value>(value: Value): Exclude<Value, string> {
  if (typeof value === 'string') throw new Error(`lines came: ${value}`);
  return value as Exclude<Value, string>;
}

/** A picture of one pixel. */
export const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
