import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const MergeEntity = lazyComponent(async () => (await import('./merge-entity.tsx')).MergeEntity);

/** Merges an entity with another one, and opens the one that remains. */
export function MergeEntityButton(props: {
  readonly type: string;
  readonly entity: { readonly code: string; readonly label: string };
}) {
  const { type, entity } = props;
  const navigate = useNavigate();
  const locale = useViewScope().locale?.code ?? '';
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Merge…')}
      </Button>
      <Dialog
        title={isOpen ? t('Merge {name}', { name: stripBrackets(entity.label) }) : null}
        onClose={close}
      >
        <MergeEntity
          type={type}
          entity={entity}
          locale={locale}
          onCancel={close}
          onMerged={(code) => {
            close();
            if (code !== entity.code) void navigate({ to: '/entities/$type/$code', params: { type, code } });
          }}
        />
      </Dialog>
    </>
  );
}
