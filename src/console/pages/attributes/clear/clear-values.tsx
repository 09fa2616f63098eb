import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayChange } from '../../../api/workspace.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import type { Attribute } from '../attribute-documents.ts';
import { ClearForm } from './clear-form.tsx';

/** Returns true if products or entities have values of an attribute. */
export const hasValues = ({ usage }: Pick<Attribute, 'usage'>): boolean =>
  usage?.types.some(({ type }) => type === 'Product' || type === 'Entity') ?? false;

/** Shows the button that removes all values of an attribute, where there are any. */
export function ClearValues({ item }: { readonly item: Attribute }) {
  const { label, usage } = item;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const mayEdit = useMayChange()('ATTRIBUTE');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayEdit || !hasValues(item)) return null;
  const count = usage?.types.find(({ type }) => type === 'Product')?.count ?? 0;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {count === 0
          ? t('Remove the values…')
          : t(
              '{count, plural, one {Remove the values of # product…} other {Remove the values of # products…}}',
              {
                count,
              },
            )}
      </Button>
      <Dialog title={isOpen ? t('Remove the values of {name}', { name: label }) : null} onClose={close}>
        <ClearForm
          item={item}
          verb={t('Remove values')}
          onCancel={close}
          onCleared={async (undo) => {
            close();
            notifySuccess(t('The values of {name} are removed.', { name: label }), undoable(undo));
            await queryClient.invalidateQueries();
          }}
        />
      </Dialog>
    </>
  );
}
