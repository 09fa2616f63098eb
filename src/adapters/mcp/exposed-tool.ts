import type {
  ExposedOperation,
  InputShape,
  Manifest,
  McpTool,
  OutputShape,
} from '../manifest/exposed-operation.ts';

/** An operation that is offered as a tool. */
export interface ExposedTool {
  readonly operation: ExposedOperation;
  readonly mcp: McpTool;
}

/** Returns the tools of a manifest: those that read before those that write, each in the order of their names. */
export function exposedTools({ operations }: Manifest): readonly ExposedTool[] {
  const tools = operations.flatMap((operation) =>
    operation.mcp === null ? [] : [{ operation, mcp: operation.mcp }],
  );
  const order = ({ operation, mcp }: ExposedTool) => `${operation.effect === 'read' ? 0 : 1} ${mcp.tool}`;
  return tools.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * Returns the argument that lists what a batch is about: `items`, or plain `refs`; null for tools that are no batches.
 */
export function batchArgumentOf({ prepared, arguments: { keys } }: McpTool): string | null {
  if (prepared.answer.kind !== 'batch') return null;
  return (
    [...keys.values()].find(
      ({ key, shape, isRequired }) => shape.kind === 'list' && (isRequired || key === 'items'),
    )?.key ?? null
  );
}

/** Returns the names of all values of enums that the tools take or answer. */
export function enumValuesOf(tools: readonly ExposedTool[]): ReadonlySet<string> {
  const enumValues = new Set<string>();
  const visitedShapes = new Set<object>();
  const walk = (shape: InputShape | OutputShape): void => {
    if (visitedShapes.has(shape)) return;
    visitedShapes.add(shape);
    switch (shape.kind) {
      case 'enum':
        for (const { name } of shape.type.getValues()) enumValues.add(name);
        break;
      case 'leaf':
        if ('getValues' in shape.type) for (const { name } of shape.type.getValues()) enumValues.add(name);
        break;
      case 'list':
        walk(shape.of);
        break;
      case 'object':
        for (const key of shape.keys.values()) walk(key.shape);
        break;
      case 'sort':
        walk(shape.entry);
        break;
      case 'keyed':
        walk('entry' in shape ? shape.entry : shape.value);
        break;
      case 'reference':
        walk(shape.key.shape);
        break;
      case 'scalar':
        break;
    }
  };
  for (const { mcp } of tools) {
    walk(mcp.arguments);
    const { answer } = mcp.prepared;
    walk('shape' in answer ? answer.shape : answer.item);
  }
  return enumValues;
}
