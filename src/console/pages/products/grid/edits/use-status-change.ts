import { useQueryClient } from '@tanstack/react-query';
import { loadScript } from '../../../../api/load-script.ts';
import { refetchAccess } from '../../../../api/workspace.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../../ui/messages/notifications.ts';
import { showToast } from '../../../../ui/messages/toasts.tsx';
import type { EditHistory } from './use-edit-history.ts';
import type { ShownProducts } from './use-shown-products.ts';

/** Returns a function that gives a product a status; a rejection has the reason. */
export function useStatusChange(row: RowVariables, products: ShownProducts, { undoOf }: EditHistory) {
  const queryClient = useQueryClient();
  return async ({ id, sku }: GridProduct, status: GridProduct['status']) => {
    try {
      const { changeStatus } = await loadScript(() => import('../cells/change-status.ts'));
      const result = await changeStatus(id, status, row);
      if ('reason' in result) {
        const title = t('The status of {sku} was not changed', { sku });
        return showToast({ tone: 'error', title, message: result.reason });
      }
      const { product, requestId } = result;
      products.show([product]);
      products.refresh([product]);
      notifySuccess(
        t('{column} of {sku} saved.', { column: t('Status'), sku }),
        requestId === null ? undefined : undoOf({ requestIds: [requestId], count: 1 }),
      );
    } catch (error) {
      notifyError(error);
      void refetchAccess(queryClient, error);
    }
  };
}
