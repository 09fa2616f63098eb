import { Session } from 'node:inspector/promises';

/** Assigns a function to a layer by the path of its file; the first pattern that matches decides. */
const LAYERS: readonly (readonly [RegExp, string])[] = [
  [/node_modules\/(pg|pg-pool|pg-protocol|postgres-[a-z]+)\//, 'driver `pg`, without sending'],
  [/graphql-jit/, 'compiled documents (graphql-jit)'],
  [/graphql-yoga|@envelop|@whatwg/, 'graphql-yoga and envelop'],
  [/node_modules\/graphql\//, 'graphql-js'],
  [/@pothos/, 'Pothos and its plugins'],
  [/node_modules\/(hono|@hono)\//, 'hono'],
  [/\/src\/adapters/, 'adapters'],
  [/\/src\/graphql/, 'graph'],
  [/\/src\/modules/, 'rooms'],
  [/\/src\/platform/, 'platform'],
  [/\/src\//, 'kernel and the rest of ours'],
  [/\/bench\//, 'making requests and reading answers'],
];

export interface LayerTime {
  readonly layer: string;
  /** Share of the processor time of the process, 0 to 1. */
  readonly part: number;
}

/** Runs `work` under the profiler of Node and returns where its processor time went, most first. */
export async function timeByLayer(context: () => Promise<void>): Promise<LayerTime[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 250 });
  await session.post('Profiler.start');
  await context();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children }) => (children ?? []).map((child) => [child, id])),
  );
  const layerOf = (id: number): string | null => {
    const { functionName } = nodes.get(id)?.callFrame ?? { functionName: '' };
    if (/^\((idle|program|root)\)/.test(functionName)) return null;
    if (functionName === '(garbage collector)') return 'garbage';
    if (functionName === 'writev') return 'sending to the database (`writev`)';
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = nodes.get(at)?.callFrame.url ?? '';
      const found = LAYERS.find(([pattern]) => pattern.test(url));
      if (found !== undefined) return found[1];
      if (url.includes('node_modules')) return 'other packages';
    }
    return 'Node itself: promises, streams, headers';
  };
  const times = new Map<string, number>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const layer = layerOf(id);
    if (layer !== null) times.set(layer, (times.get(layer) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  }
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([layer, time]) => ({ layer, part: time / whole }))
    .toSorted((one, other) => other.part - one.part);
}
