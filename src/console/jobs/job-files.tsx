import { Button, Text } from '@mantine/core';
import { Moment } from '../shell/moment.tsx';
import type { Job } from './job-documents.ts';

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

/** How long the file of an export is there; nothing for jobs that wrote none. */
export function FileEnd({ job: { resultFile, resultFileExpiresAt: end } }: { readonly job: Job }) {
  if (end === null) return null;
  return resultFile === null ? (
    <Text size="sm">
      The file is gone: it was kept until <Moment at={end} />.
    </Text>
  ) : (
    <Text size="sm">
      The file is kept until <Moment at={end} />; whoever has the link can open it without signing in.
    </Text>
  );
}
