import { Button, Text } from '@mantine/core';
import { DateTime } from '../ui/date-time.tsx';
import type { Job } from './job-documents.ts';

/** Links to the files of a job: the exported file, or the rows that an import could not write. */
export function JobFiles({ job: { errorFile, resultFile } }: { readonly job: Job }) {
  return (
    <>
      {errorFile === null ? null : (
        <Button component="a" href={errorFile} download variant="default">
          Download failed rows
        </Button>
      )}
      {resultFile === null ? null : (
        <Button component="a" href={resultFile} download>
          Download file
        </Button>
      )}
    </>
  );
}

/** Until when the exported file is available; nothing for jobs without one. */
export function FileEnd({ job: { resultFile, resultFileExpiresAt: end } }: { readonly job: Job }) {
  if (end === null) return null;
  return resultFile === null ? (
    <Text size="sm">
      The file expired on <DateTime at={end} />.
    </Text>
  ) : (
    <Text size="sm">
      The file is available until <DateTime at={end} />. Anyone with the link can download it without signing
      in.
    </Text>
  );
}
