import { Button, Text } from '@mantine/core';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { Job } from './job-documents.ts';

/** Shows links to the files of a job: the exported file, or the rows that an import could not write. */
export function JobFiles({ job: { errorFile, resultFile } }: { readonly job: Job }) {
  return (
    <>
      {errorFile === null ? null : (
        <Button component="a" href={errorFile} download variant="default">
          {t('Download failed rows')}
        </Button>
      )}
      {resultFile === null ? null : (
        <Button component="a" href={resultFile} download>
          {t('Download file')}
        </Button>
      )}
    </>
  );
}

/** Shows until when the exported file is available; nothing for jobs without one. */
export function FileExpiry({ job: { resultFile, resultFileExpiresAt: end } }: { readonly job: Job }) {
  if (end === null) return null;
  return resultFile === null ? (
    <Text size="sm">
      <FormattedMessage message="The file expired on {date}." values={{ date: <DateTime at={end} /> }} />
    </Text>
  ) : (
    <Text size="sm">
      <FormattedMessage
        message="The file is available until {date}. Anyone with the link can download it without signing in."
        values={{ date: <DateTime at={end} /> }}
      />
    </Text>
  );
}
