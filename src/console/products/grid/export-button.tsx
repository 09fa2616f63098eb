import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../shell/dialog.tsx';
import { Loaded } from '../../shell/states.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportReport } from './export-report.tsx';
import { exportChoicesQuery } from './grid-documents.ts';

/** Writes what was found into a file: asks how, tells how far it is, and has the link to it. */
export function ExportButton({ filter }: { readonly filter: object }) {
  const [isOpen, setIsOpen] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const close = () => {
    setIsOpen(false);
    setJobId(null);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Export these
      </Button>
      <Dialog title={isOpen ? 'Export what was found' : null} onClose={close}>
        {jobId === null ? (
          <Choose filter={filter} onStarted={setJobId} onCancel={close} />
        ) : (
          <ExportReport jobId={jobId} />
        )}
      </Dialog>
    </>
  );
}

function Choose(props: {
  readonly filter: object;
  readonly onStarted: (jobId: string) => void;
  readonly onCancel: () => void;
}) {
  return (
    <Loaded query={useQuery(exportChoicesQuery)} what="the profiles">
      {(choices) => <ExportForm choices={choices} {...props} />}
    </Loaded>
  );
}
