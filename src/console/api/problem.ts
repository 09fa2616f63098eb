import { type KeyedMessage, type ReportedMessage, withLabels } from '../language/labels.ts';
import { Failure, type FieldFault } from './failure.ts';
import { graphql } from './graphql.ts';

/** The fields that are read of every problem. */
export const PROBLEM = graphql(`
  fragment ProblemParts on Problem {
    code
    detail
    messageKey
    params
    errors { code message messageKey params attribute path suggestions takenBy }
  }
`);

interface Refused extends KeyedMessage {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldFault[];
}

/** Returns the first reason for a rejection, as a sentence for people. */
export const reasonOf = (problem: {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ReportedMessage[];
}): string => withLabels(problem.errors[0] ?? { message: problem.detail });

const isRefused = (result: object): result is Refused => 'detail' in result && 'errors' in result;

/**
 * Returns the payload of a mutation that succeeded.
 *
 * @throws Failure with the server's reason, in the reader's words, when the result is a problem
 */
export function settled<Result extends object>(result: Result): Exclude<Result, Refused> {
  if (!isRefused(result)) return result as Exclude<Result, Refused>;
  const { code, detail, messageKey, params, errors } = result;
  const [only] = errors.length === 1 ? errors : [];
  throw new Failure(code, only?.message ?? detail, { messageKey, params, ...only, faults: errors });
}
