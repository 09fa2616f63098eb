import { Group, Stack } from '@mantine/core';
import { FileEnd, JobFiles } from '../../jobs/job-files.tsx';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { useJob } from '../../jobs/use-job.ts';
import { t } from '../../language/t.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The progress of an export, then its file. */
export function ExportReport({ jobId }: { readonly jobId: string }) {
  return (
    <QueryResult query={useJob(jobId)} what={t('job')}>
      {(job) =>
        job === null ? null : (
          <Stack>
            <JobProgress job={job} />
            <FileEnd job={job} />
            <Group>
              <JobFiles job={job} />
              <TextLink to="/jobs/$id" params={{ id: jobId }}>
                {t('View job')}
              </TextLink>
            </Group>
          </Stack>
        )
      }
    </QueryResult>
  );
}
