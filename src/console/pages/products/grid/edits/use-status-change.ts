import { useQueryClient } from '@tanstack/react-query';
import { requestWithId } from '../../../../api/request.ts';
import { recheckAccess } from '../../../../api/workspace.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { explain } from '../../../../language/explain.ts';
import { t } from '../../../../language/t.ts';
import { notifyError, notifySuccess } from '../../../../ui/messages/notifications.ts';
import { showToast } from '../../../../ui/messages/toasts.tsx';
import { SET_ROW_STATUS } from './edit-documents.ts';
import type { EditHistory } from './use-edit-history.ts';
import type { ShownProducts } from './use-shown-products.ts';

/** Returns the values that a product misses to be published; the code for it is fetched with the first rejection. */
const missingOf = async (ref: string) =>
  (await import('../../../../catalogue/live/find-missing.ts')).findMissing(ref);

/** Maximum number of reasons of a rejection that a message names. */
const REASONS = 3;

/** Returns a function that gives a product a status; a rejection has the reason. */
export function useStatusChange(row: RowVariables, products: ShownProducts, { undoOf }: EditHistory) {
  const queryClient = useQueryClient();
  return async (product: GridProduct, status: GridProduct['status']) => {
    const { sku } = product;
    try {
      const { data, requestId } = await requestWithId(SET_ROW_STATUS, { ref: product.id, status, ...row });
      const { setProductStatus: result } = data;
      if ('detail' in result) {
        const reasons = result.errors.slice(0, REASONS).map(explain);
        const said =
          reasons.length === 0 ? explain({ ...result, message: result.detail }) : reasons.join(' ');
        const isIncomplete = result.__typename === 'NotPublishable';
        const message = (isIncomplete ? await missingOf(product.id) : null) ?? said;
        showToast({ tone: 'error', title: t('The status of {sku} was not changed', { sku }), message });
        return;
      }
      products.show([result.product]);
      products.refresh([result.product]);
      notifySuccess(
        t('{column} of {sku} saved.', { column: t('Status'), sku }),
        requestId === null ? undefined : undoOf({ requestIds: [requestId], count: 1 }),
      );
    } catch (error) {
      notifyError(error);
      void recheckAccess(queryClient, error);
    }
  };
}
