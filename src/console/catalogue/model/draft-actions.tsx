import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { DraftForm } from './use-draft-form.ts';

const ReviewDraft = lazyComponent(async () => (await import('./changes/review-draft.tsx')).ReviewDraft, null);

/** Shows the number of changes of a draft, with the buttons that review, discard and save it. */
export function DraftActions({
  form,
  isDeleted,
}: {
  readonly form: DraftForm;
  /** True if the object is gone; saving restores it. */
  readonly isDeleted: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const count = Object.keys(form.draft).length;
  return (
    <>
      <span className="row" role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count })}</strong>
        {form.mayEdit ? null : (
          <span className="staging-refused">{t('You may no longer edit. What you typed is kept here.')}</span>
        )}
      </span>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t('Review')}
      </Button>
      <Button size="xs" variant="default" disabled={form.isSaving} onClick={form.discard}>
        {t('Discard')}
      </Button>
      <Button size="xs" disabled={!form.canSave} loading={form.isSaving} onClick={form.save}>
        {isDeleted ? t('Restore with my changes') : t('Save')}
      </Button>
      <Dialog title={isOpen ? t('Review changes') : null} size="xl" onClose={() => setIsOpen(false)}>
        <ReviewDraft
          form={form}
          onSave={() => {
            setIsOpen(false);
            form.save();
          }}
        />
      </Dialog>
    </>
  );
}
