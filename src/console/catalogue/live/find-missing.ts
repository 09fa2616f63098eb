import { request } from '../../api/request.ts';
import { groupReasons } from './group-reasons.ts';
import { VISIBILITY } from './live-documents.ts';
import { missingInWords } from './missing-words.ts';

/** Returns a sentence about the values that a product misses to be published; null if it misses none. */
export async function findMissing(ref: string): Promise<string | null> {
  const { product } = await request(VISIBILITY, { ref });
  return missingInWords(groupReasons(product?.visibility ?? []));
}
