import { onTestFailed } from 'vitest';
import { type SeededRandom, seededRandomFrom } from './seeded-random-from.ts';

const DEFAULT_SEED = 20_261_121;

/**
 * Random choices for one test, to be called inside it. TEST_SEED sets another seed; the one used is printed when the
 * test fails.
 */
export function seededRandom(): SeededRandom {
  const seed = Number(process.env.TEST_SEED ?? DEFAULT_SEED);
  onTestFailed(({ task }) => {
    process.stderr.write(`Seed of '${task.name}': TEST_SEED=${seed}\n`);
  });
  return seededRandomFrom(seed);
}
