import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportReport } from './export-report.tsx';
import { exportChoicesQuery } from './grid-documents.ts';

/** Exports the found products. */
export function ExportButton({ filter }: { readonly filter: object }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Export')}
      </Button>
      <ExportDialog isOpen={isOpen} filter={filter} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** Exports products: options, progress and the link to the file. */
export function ExportDialog(props: {
  readonly isOpen: boolean;
  readonly filter: object;
  readonly onClose: () => void;
}) {
  const { isOpen, filter, onClose } = props;
  const [jobId, setJobId] = useState<string | null>(null);
  const close = () => {
    onClose();
    setJobId(null);
  };
  return (
    <Dialog title={isOpen ? t('Export products') : null} onClose={close}>
      {jobId === null ? (
        <ExportOptions filter={filter} onStarted={setJobId} onCancel={close} />
      ) : (
        <ExportReport jobId={jobId} />
      )}
    </Dialog>
  );
}

function ExportOptions(props: {
  readonly filter: object;
  readonly onStarted: (jobId: string) => void;
  readonly onCancel: () => void;
}) {
  return (
    <QueryResult query={useQuery(exportChoicesQuery)} what={t('profiles')}>
      {(choices) => <ExportForm choices={choices} {...props} />}
    </QueryResult>
  );
}
