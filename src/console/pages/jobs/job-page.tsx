import { Anchor, Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { meQuery, useCanEdit } from '../../api/workspace.ts';
import { JobChanges } from '../../catalogue/jobs/job-changes.tsx';
import {
  ADOPT_JOB,
  CANCEL_JOB,
  hasLostAccess,
  isFinished,
  type Job,
  RETRY_JOB,
} from '../../catalogue/jobs/job-documents.ts';
import { FileExpiry, JobFiles } from '../../catalogue/jobs/job-files.tsx';
import { JobProgress } from '../../catalogue/jobs/job-progress.tsx';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { RowErrors } from '../../catalogue/jobs/row-errors.tsx';
import { useJob, useRevertedJob } from '../../catalogue/jobs/use-job.ts';
import { sentenceCase } from '../../i18n/sentence-case.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMutationWithToast } from '../../ui/use-mutation-with-toast.ts';
import { JobTimeline } from './job-timeline.tsx';
import { UndoJob } from './undo-job.tsx';
import { UndoneNotice } from './undone-notice.tsx';

/** Shows one job: progress, errors and actions. */
export function JobPage() {
  const { id } = useParams({ from: '/authenticated/jobs/$id' });
  const query = useJob(id);
  return (
    <Page
      title={query.data === undefined || query.data === null ? t('Job') : jobTitle(query.data)}
      actions={query.data === undefined || query.data === null ? null : <Actions job={query.data} />}
    >
      <QueryResult query={query} what={t('job')} shape="rows">
        {(job) =>
          job === null ? (
            <EmptyState title={t('Job not found')} area="jobs">
              {t('It was deleted, or the URL is incorrect.')}
            </EmptyState>
          ) : (
            <Stack gap="lg">
              <JobProgress job={job} />
              <UndoneNotice job={job} />
              <FileExpiry job={job} />
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
const actorLabel = ({ name, type }: { readonly name: string; readonly type: string }): string =>
  type === 'user' ? name : `${name} (${translateLabel(sentenceCase(type))})`;

/** Shows the origin of the job, and the person with whose rights it runs where that is somebody else. */
function Details({ job }: { readonly job: Job }) {
  const { triggeredBy, principal } = job;
  return (
    <DescriptionList
      items={{
        [t('File')]: job.file === null ? null : <FileLink file={job.file} />,
        [t('Profile')]: job.profile,
        [t('Started by')]: actorLabel(triggeredBy),
        [t('Permissions of')]:
          principal === null || principal.name === triggeredBy.name ? null : actorLabel(principal),
        [t('Undoes')]: job.type === 'REVERT' ? <RevertedJobLink subject={job.subject} /> : null,
        [t('Attempts')]: job.attempts > 1 ? job.attempts : null,
        [t('Replaced by')]: job.supersededById === null ? null : <SuccessorJobLink id={job.supersededById} />,
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
function RevertedJobLink({ subject }: { readonly subject: string | null }) {
  const { data: job } = useRevertedJob(subject);
  if (subject === null || !subject.startsWith('job_')) return <>{subject ?? t('selected changes')}</>;
  return (
    <TextLink to="/jobs/$id" params={{ id: subject }}>
      {job === undefined || job === null ? t('a job') : jobTitle(job)}
    </TextLink>
  );
}

function SuccessorJobLink({ id }: { readonly id: string }) {
  return (
    <TextLink to="/jobs/$id" params={{ id }}>
      {t('a newer job')}
    </TextLink>
  );
}

/** Shows the buttons to cancel, retry and adopt the job, and its files. */
function Actions({ job }: { readonly job: Job }) {
  const touches = [['job', job.id], ['jobs']];
  const cancelling = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(CANCEL_JOB, { id: job.id })).cancelJob),
    touches,
    () => t('The job stops after the current chunk.'),
  );
  const retrying = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(RETRY_JOB, { id: job.id })).retryJob),
    touches,
    () => t('Job queued again.'),
  );
  const adopting = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(ADOPT_JOB, { id: job.id })).adoptJob),
    touches,
    () => t('The job continues with your permissions.'),
  );
  const mayEdit = useCanEdit();
  const isOwner = useQuery(meQuery).data?.role === 'OWNER';
  return (
    <>
      {hasLostAccess(job) && isOwner ? (
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
