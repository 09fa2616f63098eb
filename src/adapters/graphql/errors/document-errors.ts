import type { ExecutionResult } from 'graphql';
import { type RunningOperation, unknownCodeArgumentsError } from './code-arguments.ts';
import { findForbiddenFields, withForbiddenFields } from './forbidden-fields.ts';

/**
 * Runs an operation and adds what can be told of its document whatever it finds: fields that its caller may not read, and
 * codes that lead nowhere.
 *
 * @param isAllowed whether the caller holds every scope of the document
 */
export async function withDocumentErrors(
  operationRequest: RunningOperation,
  isAllowed: boolean,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { session, isPrepared } = operationRequest.context;
  // Nobody reads the schema alone, which has no codes.
  if (session == null) return run();
  if (isPrepared && operationRequest.operation.operation === 'mutation') {
    // Rejected for them before it writes, as for any other parameter. A mutation in a document of a caller's own
    // answers what became of it.
    const wrong = await unknownCodeArgumentsError(operationRequest, null);
    return wrong === null ? run() : { errors: [wrong] };
  }
  const executionResult = await run();
  // Documents of our own were admitted by all that they read.
  const result =
    isAllowed || isPrepared
      ? executionResult
      : withForbiddenFields(executionResult, findForbiddenFields({ ...operationRequest, session }));
  const wrong = await unknownCodeArgumentsError(operationRequest, result);
  return wrong === null ? result : { ...result, errors: [...(result.errors ?? []), wrong] };
}
