import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshEntities } from '../../../catalogue/actions/restore-entity.ts';
import { NO_ROWS, type RowSelection } from '../../../catalogue/actions/row-selection.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { deleteEntities, type RejectedEntity } from '../delete-entities.ts';
import type { GridEntity } from './entity-grid-documents.ts';

const MergeEntities = lazyComponent(async () => (await import('../merge/merge-entities.tsx')).MergeEntities);

/** Maximum number of entities that are merged into one, with it. */
const MAX_MERGED = 100;

/** Shows the bar with actions on the ticked entities, and the entities that could not be deleted with their reasons. */
export function EntitySelection(props: {
  readonly type: string;
  readonly rows: readonly GridEntity[];
  readonly onTicks: (selection: RowSelection) => void;
}) {
  const { type, rows, onTicks } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [isMerging, setIsMerging] = useState(false);
  const [rejected, setRejected] = useState<readonly RejectedEntity[]>([]);
  const deleting = useMutation({
    mutationFn: () => deleteEntities(type, rows),
    onSuccess: async ({ count, rejections, undo, error }) => {
      if (count > 0)
        notifySuccess(
          t('{count, plural, one {# entity} other {# entities}} deleted.', { count }),
          undoable(undo),
        );
      setRejected(rejections);
      if (error === null) onTicks(NO_ROWS);
      else notifyError(error);
      await refreshEntities(queryClient);
    },
  });
  return (
    <>
      {rows.length === 0 ? null : (
        <section className="staging-bar" aria-label={t('Selection')}>
          <span className="row" role="status">
            <strong>{t('{count} selected', { count: rows.length.toLocaleString(localeTag) })}</strong>
          </span>
          <span className="row staging-actions">
            {rows.length > 1 && rows.length <= MAX_MERGED ? (
              <button type="button" className="flat bar-button" onClick={() => setIsMerging(true)}>
                {t('Merge…')}
              </button>
            ) : null}
            <button
              type="button"
              className="flat bar-button"
              data-danger
              disabled={deleting.isPending}
              onClick={() => deleting.mutate()}
            >
              {t('Delete')}
            </button>
            <Button size="xs" variant="default" onClick={() => onTicks(NO_ROWS)}>
              {t('Deselect')}
            </Button>
          </span>
        </section>
      )}
      <Dialog
        title={isMerging && rows.length > 1 ? t('Merge entities') : null}
        onClose={() => setIsMerging(false)}
      >
        <MergeEntities
          type={type}
          entities={rows}
          preferred={rows[0]?.code ?? ''}
          onCancel={() => setIsMerging(false)}
          onMerged={() => {
            setIsMerging(false);
            onTicks(NO_ROWS);
          }}
        />
      </Dialog>
      <Dialog
        title={
          rejected.length === 0
            ? null
            : t('{count, plural, one {# entity was} other {# entities were}} not deleted', {
                count: rejected.length,
              })
        }
        onClose={() => setRejected([])}
      >
        <ul className="plain-list usage">
          {rejected.map(({ entity, reason }) => (
            <li key={entity.code}>
              <strong>{stripBrackets(entity.label)}</strong>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
