import { request } from '../../api/request.ts';
import { groupReasons } from './group-reasons.ts';
import { VISIBILITY } from './live-documents.ts';
import { missingInWords } from './missing-words.ts';

/** What a product misses to be published, in a sentence; null for nothing. */
export async function findMissing(ref: string): Promise<string | null> {
  const { product } = await request(VISIBILITY, { ref });
  return missingInWords(groupReasons(product?.visibility ?? []));
}
