import { useQueryClient } from '@tanstack/react-query';
import { loadScript } from '../../../../api/load-script.ts';
import { refetchAccess } from '../../../../api/workspace.ts';
import { idsFilter } from '../../../../catalogue/actions/product-selection.ts';
import type { GridEdits } from '../../../../catalogue/grid/edits/use-grid-edits.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../../ui/messages/notifications.ts';
import { showToast } from '../../../../ui/messages/toasts.tsx';

/** Returns a function that gives a product a status; it asks before an incomplete one is published. A rejection has the reason. */
export function useStatusChange(
  variables: RowVariables,
  { rows, undoOf }: Pick<GridEdits<GridProduct>, 'rows' | 'undoOf'>,
) {
  const queryClient = useQueryClient();
  const save = async ({ id, sku }: GridProduct, status: GridProduct['status']) => {
    try {
      const { changeStatus } = await loadScript(() => import('../cells/change-status.ts'));
      const result = await changeStatus(id, status, variables);
      if ('reason' in result) {
        const title = t('The status of {sku} was not changed', { sku });
        return showToast({ tone: 'error', title, message: result.reason });
      }
      const { product, requestId } = result;
      rows.show([product]);
      rows.refresh([product]);
      notifySuccess(
        t('{column} of {sku} saved.', { column: t('Status'), sku }),
        requestId === null ? undefined : undoOf({ requestIds: [requestId], count: 1 }),
      );
    } catch (error) {
      notifyError(error);
      void refetchAccess(queryClient, error);
    }
  };
  return async (product: GridProduct, status: GridProduct['status']) => {
    if (status !== 'PUBLISHED') return save(product, status);
    try {
      const { confirmPublication } = await loadScript(
        () => import('../../../../catalogue/actions/confirm-publication.tsx'),
      );
      await confirmPublication({ filter: idsFilter(product.id) }, variables, () => {
        void save(product, status);
      });
    } catch (error) {
      notifyError(error);
    }
  };
}
