import type { WriteContext } from '../../kernel/operation.ts';

/** The statements of one transaction whose results are awaited later than the next is sent. */
export interface LaterAnswers extends Pick<WriteContext, 'awaitLater' | 'awaitNow'> {
  /** Returns the error that made a transaction fail: that of the first such statement, or else the error itself. */
  causeOf(error: unknown): Promise<unknown>;
}

export function laterAnswers(): LaterAnswers {
  const answers: Promise<unknown>[] = [];
  return {
    awaitLater(answer) {
      // The other statements report it; until then a failure is nobody's.
      answer.catch(() => undefined);
      answers.push(answer);
    },
    async awaitNow() {
      await Promise.all(answers);
    },
    async causeOf(error) {
      // A statement behind one that fails is rejected for that alone.
      const failed = (await Promise.allSettled(answers)).find(({ status }) => status === 'rejected');
      return failed?.status === 'rejected' ? failed.reason : error;
    },
  };
}
