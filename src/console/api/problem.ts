import { Failure } from './failure.ts';
import { graphql } from './graphql.ts';

/** The fields that are read of every problem. */
export const PROBLEM = graphql(`
  fragment ProblemParts on Problem {
    code
    detail
    errors { code message path suggestions }
  }
`);

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly {
    readonly code: string;
    readonly message: string;
    readonly path: readonly string[];
    readonly suggestions: readonly string[];
  }[];
}

const isRefused = (result: object): result is Refused => 'detail' in result && 'errors' in result;

/**
 * The payload of a mutation that succeeded.
 *
 * @throws Failure with the server's message when the result is a problem
 */
export function settled<Result extends object>(result: Result): Exclude<Result, Refused> {
  if (!isRefused(result)) return result as Exclude<Result, Refused>;
  const [first] = result.errors;
  const message = first !== undefined && result.errors.length === 1 ? first.message : result.detail;
  throw new Failure(result.code, message, { faults: result.errors });
}
