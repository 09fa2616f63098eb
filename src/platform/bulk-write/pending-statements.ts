import type { WriteContext } from '../../kernel/operation.ts';

/** The statements of one transaction whose results are awaited later than the next is sent. */
export interface PendingStatements extends Pick<WriteContext, 'trackStatement' | 'awaitStatements'> {
  /** Returns the error that made a transaction fail: that of the first such statement, or else the error itself. */
  causeOf(error: unknown): Promise<unknown>;
}

export function createPendingStatements(): PendingStatements {
  const pendingResults: Promise<unknown>[] = [];
  return {
    trackStatement(pendingResult) {
      // The other statements report it; until then a failure is nobody's.
      pendingResult.catch(() => undefined);
      pendingResults.push(pendingResult);
    },
    async awaitStatements() {
      await Promise.all(pendingResults);
    },
    async causeOf(error) {
      // A statement behind one that fails is rejected for that alone.
      const failed = (await Promise.allSettled(pendingResults)).find(({ status }) => status === 'rejected');
      return failed?.status === 'rejected' ? failed.reason : error;
    },
  };
}
