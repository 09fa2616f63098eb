import { type KeyedMessage, type ReportedMessage, withLabels } from '../i18n/labels.ts';
import { ApiError, type FieldFault } from './api-error.ts';
import { graphql } from './graphql.ts';

/** The fields that are read of every problem. */
export const PROBLEM_FRAGMENT = graphql(`
  fragment ProblemParts on Problem {
    code
    detail
    messageKey
    params
    errors { code message messageKey params attribute path suggestions takenBy }
  }
`);

interface ProblemResult extends KeyedMessage {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldFault[];
}

/** Returns the first reason for a rejection, as a sentence for people. */
export const problemMessage = (problem: {
  readonly detail: string;
  readonly errors: readonly ReportedMessage[];
}): string => withLabels(problem.errors[0] ?? { message: problem.detail });

const isProblem = (result: object): result is ProblemResult => 'detail' in result && 'errors' in result;

/**
 * Returns the payload of a mutation that succeeded.
 *
 * @throws ApiError with the server's reason, in the reader's words, when the result is a problem
 */
export function unwrapPayload<Result extends object>(result: Result): Exclude<Result, ProblemResult> {
  if (!isProblem(result)) return result as Exclude<Result, ProblemResult>;
  const { code, detail, messageKey, params, errors } = result;
  const [only] = errors.length === 1 ? errors : [];
  throw new ApiError(code, only?.message ?? detail, { messageKey, params, ...only, faults: errors });
}
