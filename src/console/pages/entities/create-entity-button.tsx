import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import type { EntityType } from './entity-documents.ts';

const CreateEntity = lazyComponent(async () => (await import('./create-entity.tsx')).CreateEntity);

const FIELD = 'input, textarea, select, [contenteditable="true"], [role="grid"], [role="dialog"]';

/** Shows the button, and binds the key C, that open the dialog for a new entity of a type. */
export function CreateEntityButton(props: {
  readonly type: EntityType;
  readonly page: { readonly channel: string; readonly locale: string };
}) {
  const { type, page } = props;
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  usePageShortcuts({ create: () => setIsOpen(true) }, ({ key, ctrlKey, metaKey, target }) => {
    const isTyping = target instanceof Element && target.closest(FIELD) !== null;
    return key === 'c' && !ctrlKey && !metaKey && !isTyping && hasLetterShortcuts() ? 'create' : null;
  });
  return (
    <>
      <Button onClick={() => setIsOpen(true)} aria-keyshortcuts="c">
        {t('Create entity')}
      </Button>
      <Dialog
        title={isOpen ? t('Create entity: {type}', { type: type.label }) : null}
        onClose={() => setIsOpen(false)}
      >
        <CreateEntity
          type={type}
          page={page}
          onCancel={() => setIsOpen(false)}
          onCreated={(code) => {
            setIsOpen(false);
            void navigate({ to: '/entities/$type/$code', params: { type: type.code, code } });
          }}
        />
      </Dialog>
    </>
  );
}
