import { MAX_PROBLEMS } from '../../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { InputPathMap } from './input-path-map.ts';

/** Problems and positions that reading has found so far. */
export class ParseContext {
  readonly pointers = new InputPathMap();
  /** `path` is that in the JSON. */
  readonly problems: FieldProblem[] = [];

  /** True if so many problems were found that further reading is useless. */
  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  addProblem(
    code: FieldProblemCode,
    path: InputPath,
    message: Message,
    details: { readonly value?: JsonValue; readonly suggestions?: readonly string[] } = {},
  ): undefined {
    this.problems.push(fieldProblem(code, path.json, message, details));
    return undefined;
  }
}

/** A place in the JSON and the same place in the graph. */
export interface InputPath {
  readonly json: readonly string[];
  readonly graph: readonly string[];
}

export const childPath = ({ json, graph }: InputPath, jsonKey: string, graphKey: string): InputPath => ({
  json: [...json, jsonKey],
  graph: [...graph, graphKey],
});

/** Returns the name of a position in sentences. */
export function describePath({ json }: InputPath): Message {
  const [name, list] = [json.at(-1), json.at(-2)];
  if (name === undefined) return localized('request-body');
  return list !== undefined && /^\d+$/.test(name)
    ? localized('list-item', { position: Number(name) + 1, name: list })
    : localized('quoted', { name });
}
