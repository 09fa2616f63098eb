import { explain } from '../language/explain.ts';
import { Failure, type FieldFault } from './failure.ts';
import { graphql } from './graphql.ts';

/** The fields that are read of every problem. */
export const PROBLEM = graphql(`
  fragment ProblemParts on Problem {
    code
    detail
    errors { code message attribute path suggestions takenBy }
  }
`);

interface Refused {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldFault[];
}

/** Returns the first reason for a rejection, as a sentence for people. */
export const reasonOf = (problem: {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly Pick<FieldFault, 'code' | 'message' | 'attribute'>[];
}): string => explain(problem.errors[0] ?? { message: problem.detail });

const isRefused = (result: object): result is Refused => 'detail' in result && 'errors' in result;

/**
 * Returns the payload of a mutation that succeeded.
 *
 * @throws Failure with the server's reason, in the reader's words, when the result is a problem
 */
export function settled<Result extends object>(result: Result): Exclude<Result, Refused> {
  if (!isRefused(result)) return result as Exclude<Result, Refused>;
  const { code, detail, errors } = result;
  const only = errors.length === 1 ? errors[0] : undefined;
  throw new Failure(code, only?.message ?? detail, { faults: errors, attribute: only?.attribute ?? null });
}
