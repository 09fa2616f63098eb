import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { settled } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { Facts } from '../shell/facts.tsx';
import { inBytes } from '../shell/in-bytes.ts';
import { Page } from '../shell/page.tsx';
import { titled } from '../shell/state-badge.tsx';
import { EmptyNote, Loaded } from '../shell/states.tsx';
import { TextLink } from '../shell/text-link.tsx';
import { useChange } from '../shell/use-change.ts';
import { ADOPT_JOB, CANCEL_JOB, isLost, isOver, type Job, RETRY_JOB } from './job-documents.ts';
import { FileEnd, JobFiles } from './job-files.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobTimeline } from './job-timeline.tsx';
import { RowErrors } from './row-errors.tsx';
import { useJob } from './use-job.ts';

/** One job: how far it is, what went wrong, and what can be done about it. */
export function JobPage() {
  const { id } = useParams({ from: '/gate/jobs/$id' });
  const query = useJob(id);
  return (
    <Page
      title="Job"
      actions={query.data === undefined || query.data === null ? null : <Actions job={query.data} />}
    >
      <Loaded query={query} what="the job">
        {(job) =>
          job === null ? (
            <EmptyNote title="There is no such job" />
          ) : (
            <Stack gap="lg">
              <JobProgress job={job} />
              <FileEnd job={job} />
              <Facts
                facts={{
                  What: `${titled(job.type)}${job.dryRun ? ', tried only' : ''}`,
                  Of: job.subject,
                  File: job.file === null ? null : <FileLink file={job.file} />,
                  Profile: job.profile,
                  'Begun by': `${job.triggeredBy.name} (${job.triggeredBy.type})`,
                  'Acts with the rights of':
                    job.principal === null ? null : `${job.principal.name} (${job.principal.type})`,
                  Attempts: job.attempts,
                  'Done by': job.supersededById === null ? null : <Successor id={job.supersededById} />,
                }}
              />
              <JobTimeline job={job} />
              <Title order={2} size="h4">
                Errors and warnings
              </Title>
              <RowErrors job={job} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Its name and size; a link for those who may open it, as long as it is kept. */
function FileLink({ file: { name, sizeBytes, url } }: { readonly file: NonNullable<Job['file']> }) {
  return (
    <>
      {url === null ? (
        name
      ) : (
        <Anchor href={url} download underline="always" size="sm">
          {name}
        </Anchor>
      )}
      , {inBytes(Number(sizeBytes))}
    </>
  );
}

function Successor({ id }: { readonly id: string }) {
  return (
    <TextLink to="/jobs/$id" params={{ id }}>
      a newer job
    </TextLink>
  );
}

/** Stop it, start it again, fetch its files. */
function Actions({ job }: { readonly job: Job }) {
  const touches = [['job', job.id], ['jobs']];
  const cancelling = useChange(
    async (_: undefined) => settled((await request(CANCEL_JOB, { id: job.id })).cancelJob),
    touches,
    () => 'The job ends behind the rows under way.',
  );
  const retrying = useChange(
    async (_: undefined) => settled((await request(RETRY_JOB, { id: job.id })).retryJob),
    touches,
    () => 'The job is queued again.',
  );
  const adopting = useChange(
    async (_: undefined) => settled((await request(ADOPT_JOB, { id: job.id })).adoptJob),
    touches,
    () => 'The job goes on with your rights.',
  );
  const isOwner = useQuery(meQuery).data?.role === 'OWNER';
  return (
    <>
      {isLost(job) && isOwner ? (
        <Button variant="default" loading={adopting.isPending} onClick={() => adopting.mutate(undefined)}>
          Adopt
        </Button>
      ) : null}
      {isOver(job) ? null : (
        <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
          Cancel
        </Button>
      )}
      {job.status === 'FAILED' || job.status === 'CANCELLED' ? (
        <Button loading={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
          Retry
        </Button>
      ) : null}
      <JobFiles job={job} />
    </>
  );
}
