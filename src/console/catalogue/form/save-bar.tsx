import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoreIcon } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { valueKey } from './draft.ts';
import { useDraft, useFormContext, useValueIssues } from './form-context.ts';
import { saveButtonLabel } from './save-button-label.ts';
import { SaveReview } from './save-review.tsx';
import type { DraftSaving } from './use-save-draft.ts';

/** Shows the number of unsaved values and their errors, and the button that saves them as one version. */
export function SaveBar(props: {
  readonly saving: DraftSaving;
  /** The labels of the channels that show the product, whose values change at once. */
  readonly liveIn: readonly string[];
}) {
  const { saving, liveIn } = props;
  const { comment, setComment, isChecking, isSaving, save, discard } = saving;
  const { store, mayEdit } = useFormContext();
  const [isOpen, setIsOpen] = useState(false);
  const draft = useDraft(store);
  const remarks = useValueIssues(store);
  const values = [...draft.values()];
  const wrong = values.filter(
    (one) => one.fault !== null || remarks.get(valueKey(one))?.reason !== undefined,
  );
  const conflictingValues = values.filter((one) => remarks.get(valueKey(one))?.met !== undefined);
  const isEmpty = values.length === 0;
  // The bar may lie over the field that is typed in.
  useEffect(() => {
    if (!isEmpty) document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isEmpty]);
  if (isEmpty) return null;
  const label = saveButtonLabel(liveIn);
  return (
    <section className="staging-bar save-bar" aria-label={t('Unsaved changes')}>
      <span className="row" role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count: values.length })}</strong>
        {wrong.length === 0 ? null : (
          <span className="staging-refused">{t('{count} to correct', { count: wrong.length })}</span>
        )}
        {conflictingValues.length === 0 ? null : (
          <span className="staging-refused">
            {t('{count} changed by others', { count: conflictingValues.length })}
          </span>
        )}
        {isChecking ? <span className="quiet">{t('Checking…')}</span> : null}
        {store.restoredAt === null ? null : (
          <span className="quiet">
            {t('Kept from')} <DateTime at={store.restoredAt} />
          </span>
        )}
        {mayEdit ? null : (
          <span className="staging-refused">{t('You may no longer edit. What you typed is kept here.')}</span>
        )}
      </span>
      <span className="row staging-actions">
        <TextInput
          className="save-bar-wide"
          size="xs"
          w={180}
          aria-label={t('Comment')}
          placeholder={t('Comment (optional)')}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Button className="save-bar-wide" size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {t('Review')}
        </Button>
        <Button className="save-bar-wide" size="xs" variant="default" disabled={isSaving} onClick={discard}>
          {t('Discard')}
        </Button>
        <span className="save-bar-narrow">
          <Menu label={t('Actions of the changes')} className="icon-button" button={<MoreIcon />}>
            <MenuItem onClick={() => setIsOpen(true)}>{t('Review and comment')}</MenuItem>
            <MenuItem onClick={discard}>{t('Discard')}</MenuItem>
          </Menu>
        </span>
        <Button
          size="xs"
          disabled={!mayEdit}
          loading={isSaving}
          title={`${label.title} (${t('Ctrl-S')})`}
          onClick={() => void save()}
        >
          <span className="save-bar-wide">{label.words}</span>
          <span className="save-bar-narrow">{t('Save')}</span>
        </Button>
      </span>
      <Dialog title={isOpen ? t('Unsaved changes') : null} onClose={() => setIsOpen(false)}>
        <SaveReview comment={comment} onComment={setComment} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setIsOpen(false)}>
            {t('Close')}
          </Button>
          <Button
            disabled={!mayEdit || isEmpty}
            onClick={() => {
              setIsOpen(false);
              void save();
            }}
          >
            {label.words}
          </Button>
        </Group>
      </Dialog>
    </section>
  );
}
