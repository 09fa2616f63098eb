import type { ExposedOperation } from './exposed-operation.ts';

/** Contradictions between exposures: a full sentence for each. */
export function refuseContradictions(operations: readonly ExposedOperation[]): string[] {
  const routes = operations.flatMap(({ name, rest }) => rest.map((route) => ({ name, route })));
  return [
    // Two paths that differ in the names of their parameters are one place.
    ...twice(
      routes,
      ({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`,
      (first, second) =>
        `${first.name} and ${second.name} are both at ${first.route.method} ${first.route.path}.`,
    ),
    ...twice(
      routes,
      ({ route }) => route.operationId,
      (first, second) => `${first.name} and ${second.name} have a route named '${first.route.operationId}'.`,
    ),
    ...twice(
      operations.flatMap(({ name, mcp }) => (mcp === null ? [] : [{ name, tool: mcp.tool }])),
      ({ tool }) => tool,
      (first, second) => `${first.name} and ${second.name} are both the tool '${first.tool}'.`,
    ),
  ];
}

function twice<One>(
  all: readonly One[],
  keyOf: (one: One) => string,
  sentence: (first: One, second: One) => string,
): string[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first, second]) =>
    first === undefined || second === undefined ? [] : [sentence(first, second)],
  );
}
