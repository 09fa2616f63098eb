import type {
  InputShape,
  RestParameter,
  RestRoute,
} from '../../../src/adapters/manifest/exposed-operation.ts';

type Values = Readonly<Record<string, unknown>>;

/** The REST request that says what the variables of a GraphQL document say. */
export function restRequest(route: RestRoute, variables: Values): { path: string; init: RequestInit } {
  const query = new URLSearchParams();
  const taken = new Set<string>();
  let { path } = route;
  for (const parameter of route.parameters) {
    const value = parameterValue(route, parameter, variables);
    if (value === undefined) continue;
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    else query.set(parameter.name, Array.isArray(value) ? value.join(',') : String(value));
    if (parameter.purpose.kind === 'body-key') taken.add(parameter.purpose.field);
  }
  if (route.hasDryRun && variables.dryRun === true) query.set('dry_run', 'true');
  const body = bodyOf(route, variables, taken);
  const search = query.size === 0 ? '' : `?${query}`;
  return {
    path: `${path}${search}`,
    init: {
      method: route.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(typeof variables.ifVersion === 'number' ? { 'if-match': `"${variables.ifVersion}"` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

function parameterValue({ body }: RestRoute, { purpose }: RestParameter, variables: Values): unknown {
  if (purpose.kind === 'variable') return variables[purpose.variables[0]?.name ?? ''];
  if (purpose.kind !== 'body-key' || body === null) return undefined;
  const items = variables[body.itemsKey ?? ''] as readonly Values[] | undefined;
  const object = items?.[0] ?? (variables[body.variable ?? ''] as Values | undefined);
  return object?.[purpose.field];
}

function bodyOf({ body }: RestRoute, variables: Values, taken: ReadonlySet<string>): unknown {
  if (body === null) return undefined;
  const whole = body.variable === null ? variables : (variables[body.variable] as Values);
  return toJson(body.shape, whole, taken);
}

/** A value of the graph in the words of REST; fields that the path says are left out. */
function toJson(shape: InputShape, value: unknown, taken: ReadonlySet<string> = new Set()): unknown {
  if (value === null || value === undefined) return value;
  switch (shape.kind) {
    case 'scalar':
      return value;
    case 'enum':
      return [...shape.words].find(([, name]) => name === value)?.[0];
    case 'list':
      return (value as readonly unknown[]).map((one) => toJson(shape.of, one, taken));
    case 'sort':
      return toJson(shape.entry, value);
    case 'object': {
      const given = value as Values;
      const keys = [...shape.keys.values()].filter(
        ({ name }) => given[name] !== undefined && !taken.has(name),
      );
      return Object.fromEntries(keys.map((key) => [key.key, toJson(key.shape, given[key.name], taken)]));
    }
    case 'keyed': {
      const { by, value: only, many } = shape.list;
      const entries = (value as readonly Values[]).map(({ [by]: key, ...rest }) => {
        const whole = toJson(shape.entry, rest) as Values;
        const field = [...shape.entry.keys.values()].find(({ name }) => name === only);
        const isBare = field !== undefined && Object.keys(rest).every((name) => name === only);
        return [String(key), isBare && many !== true ? whole[field.key] : whole] as const;
      });
      if (many !== true) return Object.fromEntries(entries);
      const byKey = Map.groupBy(entries, ([key]) => key);
      return Object.fromEntries([...byKey].map(([key, of]) => [key, of.map(([, one]) => one)]));
    }
  }
}
