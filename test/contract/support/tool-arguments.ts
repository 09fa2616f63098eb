import type {
  InputObjectShape,
  InputShape,
  McpTool,
} from '../../../src/adapters/manifest/exposed-operation.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a tool has to be given so that it asks what a document asks with these variables: the way back to JSON. */
export function toolArguments(
  { arguments: shape, inputKeys }: McpTool,
  variables: Data,
): Record<string, unknown> {
  const input = (variables.input ?? {}) as Data;
  const given = [...shape.keys.values()].flatMap(({ key, name, shape: of }) => {
    const value = inputKeys.has(key) ? input[name] : variables[name];
    return value === undefined ? [] : [[key, toJson(of, value)]];
  });
  return Object.fromEntries(given);
}

function toJson(shape: InputShape, value: unknown): unknown {
  if (value === null) return null;
  switch (shape.kind) {
    case 'scalar':
      return value;
    case 'enum':
      return [...shape.words].find(([, name]) => name === value)?.[0];
    case 'list':
      return (value as readonly unknown[]).map((one) => toJson(shape.of, one));
    case 'object':
      return objectToJson(shape, value as Data);
    case 'sort': {
      const { field, direction } = value as { field: string; direction?: string };
      return `${direction === 'DESC' ? '-' : ''}${field.toLowerCase()}`;
    }
    case 'keyed': {
      const { by, value: only, many } = shape.list;
      return Object.fromEntries(
        (value as readonly Data[]).map((entry) => {
          const { [by]: key, ...rest } = entry;
          const isBare = only !== undefined && Object.keys(rest).every((name) => name === only);
          if (isBare) return [String(key), rest[only] ?? null];
          const json = objectToJson(shape.entry, rest);
          return [String(key), many ? [json] : json];
        }),
      );
    }
  }
}

function objectToJson({ keys }: InputObjectShape, value: Data): Record<string, unknown> {
  return Object.fromEntries(
    [...keys.values()].flatMap(({ key, name, shape }) =>
      value[name] === undefined ? [] : [[key, toJson(shape, value[name])]],
    ),
  );
}
