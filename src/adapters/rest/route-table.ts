import type { ExposedOperation, Manifest, RestRoute } from '../manifest/exposed-operation.ts';

/** A route with its operation. */
export interface RouteEntry {
  readonly operation: ExposedOperation;
  readonly route: RestRoute;
}

/** Result of looking up a path. */
export interface RouteMatch {
  /** Routes by method. */
  readonly offers: ReadonlyMap<string, RouteEntry>;
  /** Path parameters by name, still encoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Every method that is understood there, also by other APIs. */
  readonly methods: readonly string[];
}

/** A route that another API answers, so that 405 and `Allow` know of it: `{ method: 'POST', path: '/media' }`. */
export interface ExternalRoute {
  readonly method: string;
  readonly path: string;
}

export interface RouteTable {
  /** @param path below `/api/v1`, as it was sent: `%2F` is part of a segment */
  match(path: string): RouteMatch | null;
}

interface Node {
  readonly fixed: Map<string, Node>;
  parameter: Node | null;
  /** Names of the parameters on the way, per route, because routes may call one place differently. */
  readonly offers: Map<string, RouteEntry>;
  readonly foreign: Set<string>;
}

const newNode = (): Node => ({ fixed: new Map(), parameter: null, offers: new Map(), foreign: new Set() });

/** Finds routes by the raw path: a fixed segment goes before a parameter. */
export function createRouteTable(manifest: Manifest, foreign: readonly ExternalRoute[]): RouteTable {
  const root = newNode();
  const nodeAt = (path: string): Node =>
    segmentsOf(path).reduce((node, segment) => {
      if (segment.startsWith('{')) {
        node.parameter ??= newNode();
        return node.parameter;
      }
      const next = node.fixed.get(segment) ?? newNode();
      node.fixed.set(segment, next);
      return next;
    }, root);
  for (const operation of manifest.operations)
    for (const route of operation.rest) nodeAt(route.path).offers.set(route.method, { operation, route });
  for (const { method, path } of foreign) nodeAt(path).foreign.add(method);

  const find = (
    node: Node,
    segments: readonly string[],
    parameterValues: readonly string[],
  ): [Node, readonly string[]] | null => {
    const [segment, ...others] = segments;
    if (segment === undefined)
      return node.offers.size + node.foreign.size === 0 ? null : [node, parameterValues];
    const fixed = node.fixed.get(segment);
    const fixedMatch = fixed === undefined ? null : find(fixed, others, parameterValues);
    if (fixedMatch !== null || node.parameter === null || segment === '') return fixedMatch;
    return find(node.parameter, others, [...parameterValues, segment]);
  };
  return {
    match(path) {
      const routeMatch = find(root, segmentsOf(path), []);
      if (routeMatch === null) return null;
      const [node, taken] = routeMatch;
      const [first] = node.offers.values();
      const names = first === undefined ? [] : [...first.route.path.matchAll(/\{(\w+)\}/g)];
      const parameters = Object.fromEntries(names.map(([, name], index) => [name ?? '', taken[index] ?? '']));
      return { offers: node.offers, parameters, methods: methodsOf(node) };
    },
  };
}

const segmentsOf = (path: string) => path.split('/').slice(1);

function methodsOf({ offers, foreign }: Node): string[] {
  const own = new Set([...offers.keys(), ...foreign]);
  if (own.has('GET')) own.add('HEAD');
  return ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => own.has(method) || method === 'OPTIONS',
  );
}
