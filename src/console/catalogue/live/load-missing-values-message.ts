import { request } from '../../api/request.ts';
import { groupReasons } from './group-reasons.ts';
import { VISIBILITY } from './live-documents.ts';
import { missingValuesMessage } from './missing-values-message.ts';

/** Returns a sentence about the values that a product misses to be published; null if it misses none. */
export async function loadMissingValuesMessage(ref: string): Promise<string | null> {
  const { product } = await request(VISIBILITY, { ref });
  return missingValuesMessage(groupReasons(product?.visibility ?? []));
}
