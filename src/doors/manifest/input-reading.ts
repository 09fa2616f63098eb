import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { InputPlaces } from './input-places.ts';

/** As many mistakes of one input are told. */
const MOST_PROBLEMS = 100;

/** What reading has found so far. */
export class InputReading {
  readonly places = new InputPlaces();
  /** `path` is that in the JSON. */
  readonly problems: FieldProblem[] = [];

  refuse(
    code: FieldProblemCode,
    at: Where,
    message: string,
    details: { readonly value?: JsonValue; readonly suggestions?: readonly string[] } = {},
  ): undefined {
    if (this.problems.length < MOST_PROBLEMS)
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

/** How sentences call a place. */
export const nameOf = ({ json }: Where) => (json.length === 0 ? 'The body' : `'${json.at(-1)}'`);
