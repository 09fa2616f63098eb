import type { ExecutionResult } from 'graphql';
import { stringifyWithRawJson } from '../../kernel/text/json-text.ts';
import { limitResponse } from '../http/limits/limit-response.ts';
import { errorsOf } from './run-document.ts';

/** A result with the function that the engine writes it by. */
export type WrittenResult = ExecutionResult & { readonly stringify: (result: unknown) => string };

/**
 * Returns the result with its text, which is written once. A result that is too long becomes an error, while the status
 * of the response is not decided yet.
 *
 * @param present makes errors public
 */
export function limitedResult(
  result: ExecutionResult,
  present: (result: ExecutionResult) => ExecutionResult,
): WrittenResult {
  try {
    const text = limitResponse(stringifyWithRawJson(result));
    // The engine takes from errors what they tell the server alone, and writes those results itself.
    return { ...result, stringify: result.errors === undefined ? () => text : stringifyWithRawJson };
  } catch (error) {
    const { extensions } = result;
    const rejected = { errors: errorsOf(error), ...(extensions === undefined ? {} : { extensions }) };
    return { ...present(rejected), stringify: stringifyWithRawJson };
  }
}
