import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FileExpiry, JobFiles } from '../../../../catalogue/jobs/job-files.tsx';
import { JobProgress } from '../../../../catalogue/jobs/job-progress.tsx';
import { useJob } from '../../../../catalogue/jobs/use-job.ts';
import { t } from '../../../../i18n/translate.ts';
import { QueryResult } from '../../../../ui/messages/states.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';

/** Shows the progress of an export, then its file. */
export function ExportReport({ jobId, children }: { readonly jobId: string; readonly children: ReactNode }) {
  return (
    <QueryResult query={useJob(jobId)} what={t('job')}>
      {(job) =>
        job === null ? null : (
          <Stack>
            <JobProgress job={job} />
            <FileExpiry job={job} />
            <Group>
              <JobFiles job={job} />
              {children}
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
