import { loadScript } from '../../../../api/load-script.ts';
import { requestWithId } from '../../../../api/request.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { withLabels } from '../../../../i18n/labels.ts';
import { SET_ROW_STATUS } from '../edits/edit-documents.ts';

/** Returns the values that a product misses to be published; the code for it is fetched with the first rejection. */
const missingOf = async (ref: string) => {
  const load = () => import('../../../../catalogue/live/load-missing-values-message.ts');
  return (await loadScript(load)).loadMissingValuesMessage(ref);
};

/** Maximum number of reasons of a rejection that a message names. */
const REASONS = 3;

/** Gives a product a status; returns the product as it is then, or the reason of a rejection. */
export async function changeStatus(
  id: string,
  status: GridProduct['status'],
  row: RowVariables,
): Promise<
  { readonly product: GridProduct; readonly requestId: string | null } | { readonly reason: string }
> {
  const { data, requestId } = await requestWithId(SET_ROW_STATUS, { ref: id, status, ...row });
  const { setProductStatus: result } = data;
  if (!('detail' in result)) return { product: result.product, requestId };
  const reasons = result.errors.slice(0, REASONS).map(withLabels);
  const reason = reasons.length === 0 ? result.detail : reasons.join(' ');
  const isIncomplete = result.__typename === 'NotPublishable';
  return { reason: (isIncomplete ? await missingOf(id) : null) ?? reason };
}
