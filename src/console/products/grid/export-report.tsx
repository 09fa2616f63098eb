import { Group, Stack } from '@mantine/core';
import { FileEnd, JobFiles } from '../../jobs/job-files.tsx';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { useJob } from '../../jobs/use-job.ts';
import { Loaded } from '../../shell/states.tsx';
import { TextLink } from '../../shell/text-link.tsx';

/** How far an export is, and its file once it is there. */
export function ExportReport({ jobId }: { readonly jobId: string }) {
  return (
    <Loaded query={useJob(jobId)} what="the job">
      {(job) =>
        job === null ? null : (
          <Stack>
            <JobProgress job={job} />
            <FileEnd job={job} />
            <Group>
              <JobFiles job={job} />
              <TextLink to="/jobs/$id" params={{ id: jobId }}>
                See the job
              </TextLink>
            </Group>
          </Stack>
        )
      }
    </Loaded>
  );
}
