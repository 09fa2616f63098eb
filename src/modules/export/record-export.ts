import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { type JobAttempt, type JobStep, type JobStepAnswer, recordStep, takeJob } from '../job/index.ts';

/** Writes down how far an export has come, unless another attempt has the job: then nothing of the step counts. */
export const recordExport = defineWrite({
  name: 'recordExport',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, step }: { readonly attempt: JobAttempt; readonly step: JobStep },
  ): Promise<JobStepAnswer> {
    return recordStep(context, await takeJob(context, attempt), step);
  },
});
