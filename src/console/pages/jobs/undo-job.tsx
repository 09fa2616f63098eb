import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCanEdit } from '../../api/workspace.ts';
import { isFinished, type Job } from '../../catalogue/jobs/job-documents.ts';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import type { RevertSelection } from '../../catalogue/jobs/undo-documents.ts';
import { useRevertedJob } from '../../catalogue/jobs/use-job.ts';
import { UndoForm } from '../../catalogue/undo/undo-form.tsx';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Labels for undoing a job of a type. */
interface UndoLabels {
  readonly title: string;
  readonly verb: string;
}

const REDO: UndoLabels = { title: t('Redo'), verb: t('Redo') };

const DELETION: UndoLabels = { title: t('Undo this deletion'), verb: t('Undo deletion') };

const UNDO_LABELS: Readonly<Partial<Record<Job['type'], UndoLabels>>> = {
  IMPORT: { title: t('Undo this import'), verb: t('Undo import') },
  BULK: { title: t('Undo this bulk edit'), verb: t('Undo bulk edit') },
  REVERT: REDO,
};

/** Returns the job that the button of a job undoes, and its labels; null for jobs without such a button. */
function undoTarget(job: Job): { readonly wording: UndoLabels; readonly selection: RevertSelection } | null {
  const { id, type, reverted, bulkEdit } = job;
  const wording = bulkEdit?.deletes === true ? DELETION : UNDO_LABELS[type];
  if (wording === undefined) return null;
  if (reverted === null) return { wording, selection: { jobId: id } };
  // A change that was undone is redone by undoing the undo. For an undo, the page of the undone job has the button.
  if (type === 'REVERT') return null;
  const { jobId, requestId } = reverted;
  return { wording: REDO, selection: jobId === null ? { requestId } : { jobId } };
}

/** Shows the button that undoes what a finished job has written, or redoes it; nothing for other jobs. */
export function UndoJob({ job }: { readonly job: Job }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayEdit = useCanEdit();
  const undone = useRevertedJob(job.type === 'REVERT' ? job.subject : null).data;
  const target = undoTarget(job);
  const { created, updated, deleted } = job.progress;
  const hasWritten = !job.dryRun && created + updated + deleted > 0;
  if (target === null || !isFinished(job) || !hasWritten || !mayEdit || undone?.type === 'REVERT')
    return null;
  const { wording, selection } = target;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {wording.title}
      </Button>
      <Dialog title={isOpen ? wording.title : null} onClose={() => setIsOpen(false)}>
        <UndoForm
          subject={jobTitle(job)}
          selection={selection}
          verb={wording.verb}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
