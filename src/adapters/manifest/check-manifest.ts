import type { ExposedOperation } from './exposed-operation.ts';

/** Contradictions between exposures: a full sentence for each. */
export function findManifestIssues(operations: readonly ExposedOperation[]): string[] {
  const routes = operations.flatMap(({ name, rest }) => rest.map((route) => ({ name, route })));
  return [
    // Two paths that differ in the names of their parameters are one place.
    ...duplicatesOf(
      routes,
      ({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`,
      (first, second) =>
        `${first.name} and ${second.name} are both at ${first.route.method} ${first.route.path}.`,
    ),
    ...duplicatesOf(
      routes,
      ({ route }) => route.operationId,
      (first, second) => `${first.name} and ${second.name} have a route named '${first.route.operationId}'.`,
    ),
    ...duplicatesOf(
      operations.flatMap(({ name, mcp }) => (mcp === null ? [] : [{ name, tool: mcp.tool }])),
      ({ tool }) => tool,
      (first, second) => `${first.name} and ${second.name} are both the tool '${first.tool}'.`,
    ),
    ...refuseFieldsForAgents(operations),
  ];
}

/** Most root fields that exist for agents alone: tools are views of the fields that GraphQL and REST have. */
const MAXIMUM_FOR_AGENTS = 3;

function refuseFieldsForAgents(operations: readonly ExposedOperation[]): string[] {
  const differing = operations.flatMap(({ name, mcp, rest }) => {
    if (mcp === null || mcp.isAgentsOnly === (rest.length === 0)) return [];
    return mcp.isAgentsOnly
      ? [`${name} is tagged as one for agents, but has a route.`]
      : [`${name} is a tool without a route: give it one, or make the tool a view of another field.`];
  });
  const tagged = operations.filter(({ mcp }) => mcp?.isAgentsOnly === true).map(({ name }) => name);
  if (tagged.length <= MAXIMUM_FOR_AGENTS) return differing;
  return [...differing, `${tagged.join(', ')} are for agents alone; there can be ${MAXIMUM_FOR_AGENTS}.`];
}

function duplicatesOf<One>(
  all: readonly One[],
  keyOf: (one: One) => string,
  sentence: (first: One, second: One) => string,
): string[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first, second]) =>
    first === undefined || second === undefined ? [] : [sentence(first, second)],
  );
}
