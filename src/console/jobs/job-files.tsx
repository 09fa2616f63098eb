import { Button, Text } from '@mantine/core';
import { Moment } from '../shell/moment.tsx';
import type { Job } from './job-documents.ts';

const KEPT_DAYS = 7;

/** Links to the files of a job: what an export has written, and the rows that an import could not write. */
export function JobFiles({ job: { errorFile, resultFile } }: { readonly job: Job }) {
  return (
    <>
      {errorFile === null ? null : (
        <Button component="a" href={errorFile} download variant="default">
          Download the failed rows
        </Button>
      )}
      {resultFile === null ? null : (
        <Button component="a" href={resultFile} download>
          Download the file
        </Button>
      )}
    </>
  );
}

/** How long the file of an export is there; nothing for other jobs and before it is. */
export function FileEnd({ job: { resultFile, finishedAt, type, status } }: { readonly job: Job }) {
  if (type !== 'EXPORT' || finishedAt === null) return null;
  if (resultFile === null) {
    return status === 'COMPLETED' ? (
      <Text size="sm">The file is gone: they are kept for seven days.</Text>
    ) : null;
  }
  const end = new Date(Date.parse(finishedAt) + KEPT_DAYS * 86_400_000).toISOString();
  return (
    <Text size="sm">
      The file is kept until <Moment at={end} />; whoever has the link can open it without signing in.
    </Text>
  );
}
