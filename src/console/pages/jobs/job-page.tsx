import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { meQuery, useMayEdit } from '../../api/workspace.ts';
import { JobChanges } from '../../catalogue/jobs/job-changes.tsx';
import {
  ADOPT_JOB,
  CANCEL_JOB,
  isFinished,
  isLost,
  type Job,
  RETRY_JOB,
} from '../../catalogue/jobs/job-documents.ts';
import { FileEnd, JobFiles } from '../../catalogue/jobs/job-files.tsx';
import { JobProgress } from '../../catalogue/jobs/job-progress.tsx';
import { titleOf } from '../../catalogue/jobs/job-title.ts';
import { RowErrors } from '../../catalogue/jobs/row-errors.tsx';
import { useJob, useUndoneJob } from '../../catalogue/jobs/use-job.ts';
import { t, tCode } from '../../language/t.ts';
import { titled } from '../../language/titled.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useChange } from '../../ui/use-change.ts';
import { JobTimeline } from './job-timeline.tsx';
import { UndoJob } from './undo-job.tsx';
import { Undone } from './undone.tsx';

/** Shows one job: progress, errors and actions. */
export function JobPage() {
  const { id } = useParams({ from: '/authenticated/jobs/$id' });
  const query = useJob(id);
  return (
    <Page
      title={query.data === undefined || query.data === null ? t('Job') : titleOf(query.data)}
      actions={query.data === undefined || query.data === null ? null : <Actions job={query.data} />}
    >
      <QueryResult query={query} what={t('job')}>
        {(job) =>
          job === null ? (
            <EmptyState title={t('Job not found')}>
              {t('It was deleted, or the URL is incorrect.')}
            </EmptyState>
          ) : (
            <Stack gap="lg">
              <JobProgress job={job} />
              <Undone job={job} />
              <FileEnd job={job} />
              {hasErrors(job) ? null : <JobChanges job={job} />}
              <Stack gap="sm">
                <Title order={2}>{job.type === 'REVERT' ? t('Conflicts') : t('Errors and warnings')}</Title>
                <RowErrors job={job} />
              </Stack>
              {hasErrors(job) ? <JobChanges job={job} /> : null}
              <Stack gap="sm">
                <Title order={2}>{t('Details')}</Title>
                <Details job={job} />
                <JobTimeline job={job} />
              </Stack>
            </Stack>
          )
        }
      </QueryResult>
    </Page>
  );
}

/** Returns true if there is something to fix, which comes before the changes. */
const hasErrors = ({ errorSummary, warningSummary }: Job) => errorSummary.length + warningSummary.length > 0;

/** Returns a user by name; anything else with what it is. */
const nameOf = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  type === 'user' ? name : `${name} (${tCode(titled(type))})`;

/** Shows the origin of the job, and the person with whose rights it runs where that is somebody else. */
function Details({ job }: { readonly job: Job }) {
  const { triggeredBy, principal } = job;
  return (
    <DescriptionList
      items={{
        [t('File')]: job.file === null ? null : <FileLink file={job.file} />,
        [t('Profile')]: job.profile,
        [t('Started by')]: nameOf(triggeredBy),
        [t('Permissions of')]:
          principal === null || principal.name === triggeredBy.name ? null : nameOf(principal),
        [t('Undoes')]: job.type === 'REVERT' ? <Subject subject={job.subject} /> : null,
        [t('Attempts')]: job.attempts > 1 ? job.attempts : null,
        [t('Replaced by')]: job.supersededById === null ? null : <Successor id={job.supersededById} />,
      }}
    />
  );
}

/** Shows name and size of the file; a link while it is available to the user. */
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
      , {formatBytes(Number(sizeBytes))}
    </>
  );
}

/** Shows the job whose changes are undone. */
function Subject({ subject }: { readonly subject: string | null }) {
  const { data: job } = useUndoneJob(subject);
  if (subject === null || !subject.startsWith('job_')) return <>{subject ?? t('selected changes')}</>;
  return (
    <TextLink to="/jobs/$id" params={{ id: subject }}>
      {job === undefined || job === null ? t('a job') : titleOf(job)}
    </TextLink>
  );
}

function Successor({ id }: { readonly id: string }) {
  return (
    <TextLink to="/jobs/$id" params={{ id }}>
      {t('a newer job')}
    </TextLink>
  );
}

/** Shows the buttons to cancel, retry and adopt the job, and its files. */
function Actions({ job }: { readonly job: Job }) {
  const touches = [['job', job.id], ['jobs']];
  const cancelling = useChange(
    async (_: undefined) => settled((await request(CANCEL_JOB, { id: job.id })).cancelJob),
    touches,
    () => t('The job stops after the current chunk.'),
  );
  const retrying = useChange(
    async (_: undefined) => settled((await request(RETRY_JOB, { id: job.id })).retryJob),
    touches,
    () => t('Job queued again.'),
  );
  const adopting = useChange(
    async (_: undefined) => settled((await request(ADOPT_JOB, { id: job.id })).adoptJob),
    touches,
    () => t('The job continues with your permissions.'),
  );
  const mayEdit = useMayEdit();
  const isOwner = useQuery(meQuery).data?.role === 'OWNER';
  return (
    <>
      {isLost(job) && isOwner ? (
        <Button variant="default" loading={adopting.isPending} onClick={() => adopting.mutate(undefined)}>
          {t('Adopt')}
        </Button>
      ) : null}
      {isFinished(job) || !mayEdit ? null : (
        <Button variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
          {t('Cancel')}
        </Button>
      )}
      {mayEdit && (job.status === 'FAILED' || job.status === 'CANCELLED') ? (
        <Button loading={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
          {t('Retry')}
        </Button>
      ) : null}
      <JobFiles job={job} />
      <UndoJob job={job} />
    </>
  );
}
