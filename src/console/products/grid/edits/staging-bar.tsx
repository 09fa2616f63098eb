import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { RowTable } from '../../../ui/list.tsx';
import { split } from './staged-cells.ts';
import type { Edits } from './use-edits.ts';

/** What is not saved: how many changes, what was refused, and what to do about it. */
export function StagingBar({ edits }: { readonly edits: Edits }) {
  const [isOpen, setIsOpen] = useState(false);
  const { staged, isChecking, progress, saveStaged, discard } = edits;
  const { ready, refused } = split(staged);
  if (staged.size === 0) return null;
  return (
    <section className="staging-bar" aria-label={t('Unsaved changes')}>
      <span role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count: staged.size })}</strong>
        {refused.length === 0 ? null : (
          <span className="staging-refused">{t('{count} refused', { count: refused.length })}</span>
        )}
        {isChecking ? <span className="quiet">{t('Checking…')}</span> : null}
        {progress === null ? null : (
          <span className="quiet">{t('Saved {done} of {total}…', { ...progress })}</span>
        )}
      </span>
      <span className="staging-actions">
        {refused.length === 0 ? null : (
          <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
            {t('Review')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={progress !== null}
          onClick={() => discard([...staged.values()])}
        >
          {t('Discard')}
        </Button>
        <Button
          size="xs"
          disabled={ready.length === 0 || isChecking}
          loading={progress !== null}
          onClick={() => void saveStaged()}
        >
          {t('Save {count}', { count: ready.length })}
        </Button>
      </span>
      <Dialog
        title={isOpen && refused.length > 0 ? t('Refused changes') : null}
        onClose={() => setIsOpen(false)}
      >
        <RowTable
          label={t('Refused changes')}
          rows={refused}
          keyOf={({ productId, column }) => `${productId} ${column.key}`}
          columns={[
            { title: t('SKU'), isHeader: true, cell: ({ sku }) => sku },
            { title: t('Attribute'), cell: ({ column }) => column.title },
            { title: t('Typed'), cell: ({ text }) => text },
            { title: t('Reason'), cell: ({ reason }) => reason },
          ]}
        />
        <Button size="xs" variant="default" mt="md" onClick={() => discard(refused)}>
          {t('Discard refused changes')}
        </Button>
      </Dialog>
    </section>
  );
}
