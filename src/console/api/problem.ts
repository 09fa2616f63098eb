import { Failure } from './failure.ts';
import { graphql } from './graphql.ts';

/** What is read of every refusal. */
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
 * What a mutation gave, when it gave something.
 *
 * @throws Failure with the server's words when it was refused
 */
export function settled<Result extends object>(result: Result): Exclude<Result, Refused> {
  if (!isRefused(result)) return result as Exclude<Result, Refused>;
  const [first] = result.errors;
  const message = first !== undefined && result.errors.length === 1 ? first.message : result.detail;
  throw new Failure(result.code, message, { faults: result.errors });
}
