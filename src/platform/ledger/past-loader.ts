import { defineLoader, type Loader } from '../loader.ts';
import type { PrismaReadContext } from '../operation/context.ts';

/** An object as of a sequence. */
export interface AsOfKey {
  /** UUID. */
  readonly id: string;
  readonly sequence: number;
}

const keyOf = ({ id, sequence }: AsOfKey) => `${id}/${sequence}`;

/** Defines a loader of objects as they were; those of one sequence are loaded together. */
export function definePastLoader<Value>(
  name: string,
  load: (
    context: PrismaReadContext,
    ids: readonly string[],
    sequence: number,
  ) => Promise<ReadonlyMap<string, Value>>,
): Loader<AsOfKey, Value> {
  return defineLoader<AsOfKey, Value>({
    name,
    keyOf,
    async load(context, keys) {
      const values = new Map<string, Value>();
      for (const [sequence, group] of Map.groupBy(keys, (key) => key.sequence)) {
        const ids = group.map(({ id }) => id);
        for (const [id, value] of await load(context, ids, sequence))
          values.set(keyOf({ id, sequence }), value);
      }
      return values;
    },
  });
}
