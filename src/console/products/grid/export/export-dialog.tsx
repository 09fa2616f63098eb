import { Button, Stack, Text } from '@mantine/core';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { ExportReport } from './export-report.tsx';
import type { Export } from './use-export.ts';

/** The progress of an export, its file, and the other format. */
export function ExportDialog({ exporting }: { readonly exporting: Export }) {
  const { isOpen, format, jobId, error, startAs, close } = exporting;
  const isCsv = format === 'CSV';
  return (
    <Dialog title={isOpen ? t('Export products') : null} onClose={close}>
      <Stack>
        <Text size="sm">
          {t('The columns of the grid. Variants contain only their own values, without inherited ones.')}
        </Text>
        {error === null ? null : <ErrorAlert error={error} onRetry={() => startAs(format)} />}
        {jobId === null ? (
          error === null && <Loading what={t('job')} />
        ) : (
          <ExportReport key={jobId} jobId={jobId}>
            <Button variant="default" onClick={() => startAs(isCsv ? 'XLSX' : 'CSV')}>
              {isCsv ? t('Export as Excel (.xlsx)') : t('Export as CSV')}
            </Button>
          </ExportReport>
        )}
      </Stack>
    </Dialog>
  );
}
