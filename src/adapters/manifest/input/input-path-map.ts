import type { InputShape } from '../exposed-operation.ts';

interface InputPart {
  /** Keys in the JSON that was sent. */
  readonly json: readonly string[];
  readonly shape: InputShape;
}

/** Positions of the parts of an input of the graph in the JSON from which they were read. */
export class InputPathMap {
  readonly #places = new Map<string, InputPart>();

  set(graphPath: readonly string[], json: readonly string[], shape: InputShape): void {
    this.#places.set(graphPath.join('\0'), { json, shape });
  }

  /**
   * Returns the JSON keys for a path into the input of an operation. What was not sent is found by its nearest
   * neighbour: names of fields become keys, codes stay as they are.
   */
  find(graphPath: readonly string[]): readonly string[] {
    for (let length = graphPath.length; length >= 0; length -= 1) {
      const knownPosition = this.#places.get(graphPath.slice(0, length).join('\0'));
      if (knownPosition !== undefined)
        return [...knownPosition.json, ...jsonPathBelow(knownPosition.shape, graphPath.slice(length))];
    }
    return graphPath;
  }
}

function jsonPathBelow(shape: InputShape, [name, ...tail]: readonly string[]): readonly string[] {
  if (name === undefined) return [];
  const object = shape.kind === 'sort' ? shape.entry : shape;
  const key =
    object.kind === 'object' ? [...object.keys.values()].find((one) => one.name === name) : undefined;
  return [key?.key ?? name, ...(key === undefined ? tail : jsonPathBelow(key.shape, tail))];
}

/** Returns a JSON Pointer (RFC 6901). */
export function pointerTo(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
