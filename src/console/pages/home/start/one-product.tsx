import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { workspaceQuery } from '../../../api/workspace.ts';
import { revertRequest } from '../../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { applyTemplate, templateInput } from './start-documents.ts';
import { StartWay, type WayProps } from './start-way.tsx';

/** Begins with one product: creates the general model without samples, and opens the form of the first product. */
export function OneProduct({ target, isDisabled }: WayProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  return (
    <StartWay
      title={t('One product')}
      description={t(
        'A small model with name, description, image and price; then you enter your first product.',
      )}
      action={t('Enter a product by hand')}
      isDisabled={isDisabled}
      run={async () => {
        const requestId = await applyTemplate(templateInput('GENERAL', false, target));
        notifySuccess(
          t('The model is set up.'),
          undoable(() => revertRequest(requestId ?? '')),
        );
        // The page of products needs the new channel.
        await queryClient.invalidateQueries({ queryKey: workspaceQuery.queryKey });
        await navigate({ to: '/products', search: { create: true } });
        await queryClient.invalidateQueries();
      }}
    />
  );
}
