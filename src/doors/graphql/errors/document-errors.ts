import type { ExecutionResult } from 'graphql';
import { type AskedDocument, wrongCodes } from './named-codes.ts';
import { refusedFields, withRefused } from './refused-fields.ts';

/**
 * Runs an operation and adds what can be told of its document whatever it finds: fields that its caller may not read, and
 * codes that lead nowhere.
 *
 * @param isAllowed whether the caller holds every scope of the document
 */
export async function withDocumentErrors(
  asked: AskedDocument,
  isAllowed: boolean,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { session, isPrepared } = asked.context;
  // Nobody reads the schema alone, which has no codes.
  if (session == null) return run();
  if (isPrepared && asked.operation.operation === 'mutation') {
    // Rejected for them before it writes, as for any other parameter. A mutation in a document of a caller's own
    // answers what became of it.
    const wrong = await wrongCodes(asked, null);
    return wrong === null ? run() : { errors: [wrong] };
  }
  const answered = await run();
  // Documents of our own were admitted by all that they read.
  const result =
    isAllowed || isPrepared ? answered : withRefused(answered, refusedFields({ ...asked, session }));
  const wrong = await wrongCodes(asked, result);
  return wrong === null ? result : { ...result, errors: [...(result.errors ?? []), wrong] };
}
