import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { MAX_PROBLEMS } from '../../../kernel/refusal.ts';
import { InputPlaces } from './input-places.ts';

/** Problems and positions that reading has found so far. */
export class InputReading {
  readonly pointers = new InputPlaces();
  /** `path` is that in the JSON. */
  readonly problems: FieldProblem[] = [];

  /** True if so many problems were found that further reading is useless. */
  get isFull(): boolean {
    return this.problems.length >= MAX_PROBLEMS;
  }

  refuse(
    code: FieldProblemCode,
    at: Where,
    message: Message,
    details: { readonly value?: JsonValue; readonly suggestions?: readonly string[] } = {},
  ): undefined {
    this.problems.push(fieldProblem(code, at.json, message, details));
    return undefined;
  }
}

/** A place in the JSON and the same place in the graph. */
export interface Where {
  readonly json: readonly string[];
  readonly graph: readonly string[];
}

export const below = ({ json, graph }: Where, jsonKey: string, graphKey: string): Where => ({
  json: [...json, jsonKey],
  graph: [...graph, graphKey],
});

/** Returns the name of a position in sentences. */
export function nameOf({ json }: Where): Message {
  const [name, list] = [json.at(-1), json.at(-2)];
  if (name === undefined) return localized('request-body');
  return list !== undefined && /^\d+$/.test(name)
    ? localized('list-item', { position: Number(name) + 1, name: list })
    : localized('quoted', { name });
}
