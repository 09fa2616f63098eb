import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { ExportReport } from './export-report.tsx';
import type { Export } from './use-export.ts';

/** The progress of an export, its file, and the other format. */
export function ExportDialog({ exporting }: { readonly exporting: Export }) {
  const { isOpen, choice, jobId, error, startAs, close } = exporting;
  const isCsv = choice.format === 'CSV';
  return (
    <Dialog title={isOpen ? t('Export products') : null} onClose={close}>
      <Stack>
        <Text size="sm">{t('The file has the columns of the grid and can be imported again.')}</Text>
        <Checkbox
          label={t('Include inherited values')}
          description={t(
            'Otherwise they are on the row of the model only. An import ignores them while they are unchanged.',
          )}
          checked={choice.includeInherited}
          onChange={({ currentTarget }) => startAs({ includeInherited: currentTarget.checked })}
        />
        {error === null ? null : <ErrorAlert error={error} onRetry={() => startAs({})} />}
        {jobId === null ? (
          error === null && <Loading what={t('job')} />
        ) : (
          <ExportReport key={jobId} jobId={jobId}>
            <Button variant="default" onClick={() => startAs({ format: isCsv ? 'XLSX' : 'CSV' })}>
              {isCsv ? t('Export as Excel (.xlsx)') : t('Export as CSV')}
            </Button>
          </ExportReport>
        )}
      </Stack>
    </Dialog>
  );
}
